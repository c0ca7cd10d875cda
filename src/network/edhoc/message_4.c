/* Message 4 (5.5): an encrypted string, empty but for ?EAD_4, which shows that the responder has the key. */
#include "network/edhoc/session.h"

#include "network/cbor.h"
#include "network/edhoc/plaintext.h"
#include "network/edhoc/suite.h"
#include "word/word.h"

mc_status mc_edhoc_write_4(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session)
{
    *bytes = 0;
    const mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_WRITE_4);
    if (status != MC_OK)
        return status;
    const uint8_t tag_bytes = mc_edhoc_tag_bytes(session->suite);
    if (size < 1u + tag_bytes)
        return MC_ERROR_LENGTH;
    const uint8_t head = mc_cbor_head(message, MC_CBOR_OCTETS, tag_bytes);
    *bytes = head + tag_bytes;
    return mc_edhoc_go_on(session, MC_EDHOC_DONE,
                          mc_edhoc_seal(message + head, 0, session->prk, session->transcript, MC_EDHOC_K_4, tag_bytes));
}

mc_status mc_edhoc_read_4(mc_edhoc *session, uint8_t *message, size_t message_bytes)
{
    uint8_t *octets;
    size_t bytes;
    mc_status status = mc_edhoc_expect(session, MC_EDHOC_TO_READ_4);
    if (status != MC_OK) {
        mc_wipe(message, message_bytes);
        return status;
    }
    const uint8_t tag_bytes = mc_edhoc_tag_bytes(session->suite);
    status = mc_edhoc_only_string(&octets, &bytes, message, message_bytes);
    if (status == MC_OK)
        status = mc_edhoc_open(octets, bytes, session->prk, session->transcript, MC_EDHOC_K_4, tag_bytes);
    if (status == MC_OK) {
        mc_cbor_reader reader = {octets, octets + bytes - tag_bytes, MC_OK};
        mc_edhoc_skip_ead(&reader);
        status = reader.status;
    }
    mc_wipe(message, message_bytes);
    return mc_edhoc_go_on(session, MC_EDHOC_DONE, status);
}
