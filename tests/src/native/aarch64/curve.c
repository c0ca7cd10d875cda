/* Agreements and signatures on the curve that the program's argument names, "no" if a function reports an error; and
 * the instructions that the processor runs. */
#include "questions.h"

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "native/api.h"

int main(int count, char **arguments)
{
    static question q;
    const mc_curve *curve = count == 2 ? mc_curve_find(arguments[1]) : NULL;
    if (!curve)
        refuse("an unknown curve");
    while (ask(&q)) {
        if (asks(&q, "level")) {
            puts(mc_native_level());
            continue;
        }
        uint8_t result[OCTETS_MAX];
        size_t size = 0;
        mc_status status = MC_ERROR_UNSUPPORTED;
        if (asks(&q, "ecdh")) {
            size = mc_curve_field_bytes(curve);
            status = mc_ecdh(result, q.octets[0], q.octets[1], q.count[0], q.count[1], curve);
        } else if (asks(&q, "sign")) {
            size = mc_curve_signature_bytes(curve);
            status = mc_ecdsa_sign_digest(result, q.octets[0], q.octets[1], q.count[0], q.count[1], curve);
        } else if (asks(&q, "verify")) {
            status = mc_ecdsa_verify_digest(q.octets[0], q.octets[1], q.octets[2], q.count[0], q.count[1], q.count[2],
                                            curve);
        } else {
            refuse(q.word);
        }
        if (status == MC_OK)
            answer(result, size);
        else
            puts("no");
    }
    return 0;
}
