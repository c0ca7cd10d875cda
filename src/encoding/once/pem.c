#include "encoding/once/pem.h"

#include "encoding/once/base64.h"
#include "word/word.h"

typedef struct {
    const char *start;
    size_t bytes;
} span;

static const char begin_text[] = "-----BEGIN ", end_text[] = "-----END ", dashes[] = "-----";
#define LENGTH_OF(text) (sizeof(text) - 1)

#define LABEL(text) {text, LENGTH_OF(text)}
static const span labels[] = {
    [MC_PEM_PUBLIC_KEY] = LABEL("PUBLIC KEY"),         [MC_PEM_PRIVATE_KEY] = LABEL("PRIVATE KEY"),
    [MC_PEM_EC_PRIVATE_KEY] = LABEL("EC PRIVATE KEY"), [MC_PEM_ENCRYPTED_PRIVATE_KEY] = LABEL("ENCRYPTED PRIVATE KEY"),
    [MC_PEM_CERTIFICATE] = LABEL("CERTIFICATE"),       [MC_PEM_EC_PARAMETERS] = LABEL("EC PARAMETERS"),
};

static uint8_t begins(span text, const char *start, size_t bytes)
{
    if (text.bytes < bytes)
        return 0;
    while (bytes--)
        if (text.start[bytes] != start[bytes])
            return 0;
    return 1;
}

static uint8_t has_begin(span line)
{
    for (; line.bytes >= LENGTH_OF(begin_text); line.start++, line.bytes--)
        if (begins(line, begin_text, LENGTH_OF(begin_text)))
            return 1;
    return 0;
}

/* Takes a line off the text; 0 at its end. */
static uint8_t next_line(span *line, span *text)
{
    if (text->bytes == 0)
        return 0;
    line->start = text->start;
    line->bytes = 0;
    while (line->bytes < text->bytes && line->start[line->bytes] != '\n')
        line->bytes++;
    const size_t taken = line->bytes + (line->bytes < text->bytes);
    text->start += taken;
    text->bytes -= taken;
    return 1;
}

/* The label of a line that begins or ends a block; null if it is none. */
static span label_of(span line, const char *start, size_t start_bytes)
{
    span label = {NULL, 0};
    if (line.bytes && line.start[line.bytes - 1] == '\r')
        line.bytes--;
    while (line.bytes && (line.start[line.bytes - 1] == ' ' || line.start[line.bytes - 1] == '\t'))
        line.bytes--;
    if (line.bytes <= start_bytes + LENGTH_OF(dashes) || !begins(line, start, start_bytes))
        return label;
    const span last = {line.start + line.bytes - LENGTH_OF(dashes), LENGTH_OF(dashes)};
    if (!begins(last, dashes, LENGTH_OF(dashes)))
        return label;
    for (const char *c = line.start + start_bytes; c < last.start; c++)
        if (!((*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == ' '))
            return label;
    label.start = line.start + start_bytes;
    label.bytes = (size_t)(last.start - label.start);
    return label;
}

static mc_pem_label known_label(span label)
{
    for (uint8_t i = MC_PEM_OTHER + 1; i < sizeof labels / sizeof *labels; i++)
        if (label.bytes == labels[i].bytes && begins(label, labels[i].start, label.bytes))
            return (mc_pem_label)i;
    return MC_PEM_OTHER;
}

/* The lines up to the one that ends the block of that label; 0 if there is none. */
static uint8_t read_body(span *body, span *text, span label)
{
    span line;
    body->start = text->start;
    while (next_line(&line, text)) {
        const span end = label_of(line, end_text, LENGTH_OF(end_text));
        body->bytes = (size_t)(line.start - body->start);
        if (end.start && end.bytes == label.bytes && begins(end, label.start, label.bytes))
            return 1;
        if (has_begin(line))
            return 0;
    }
    return 0;
}

/* The next block; 0 if there is no other. MC_ERROR_PEM for one that does not end. */
static uint8_t next_block(mc_der_reader *in, mc_pem_label *label, span *body, span *text)
{
    span line;
    while (next_line(&line, text)) {
        const span found = label_of(line, begin_text, LENGTH_OF(begin_text));
        if (found.start && read_body(body, text, found)) {
            *label = known_label(found);
            return 1;
        }
        if (found.start || has_begin(line)) {
            mc_der_fail(in, MC_ERROR_PEM);
            return 0;
        }
    }
    return 0;
}

/* The block to read; MC_PEM_EC_PARAMETERS for none. */
static mc_pem_label choose_block(mc_der_reader *in, span *body, uint8_t wanted, span text)
{
    mc_pem_label label = MC_PEM_EC_PARAMETERS, next;
    uint8_t is_found = 0;
    span other;
    while (in->status == MC_OK && next_block(in, &next, &other, &text)) {
        const uint8_t is_wanted = wanted >> next & 1;
        if (is_wanted && is_found)
            mc_der_fail(in, MC_ERROR_PEM);
        if (is_wanted || label == MC_PEM_EC_PARAMETERS) {
            label = next;
            *body = other;
        }
        is_found |= is_wanted;
    }
    return label;
}

mc_pem_label mc_pem_open(mc_der_reader *in, uint8_t wanted, const char *pem, size_t pem_bytes)
{
    static const char mark[] = "\xef\xbb\xbf", old_encryption[] = "Proc-Type:";
    span text = {pem, pem_bytes}, body = {NULL, 0};
    if (begins(text, mark, LENGTH_OF(mark))) {
        text.start += LENGTH_OF(mark);
        text.bytes -= LENGTH_OF(mark);
    }
    const mc_pem_label label = choose_block(in, &body, wanted, text);
    if (label == MC_PEM_EC_PARAMETERS)
        mc_der_fail(in, MC_ERROR_PEM);
    if (begins(body, old_encryption, LENGTH_OF(old_encryption)))
        mc_der_fail(in, MC_ERROR_ENCRYPTED);
    in->next = (const uint8_t *)body.start;
    in->left = in->status == MC_OK ? mc_base64_octets(in->next, body.bytes) : 0;
    in->decode = mc_base64_group;
    in->used = sizeof in->group;
    if (in->left == 0)
        mc_der_fail(in, MC_ERROR_PEM);
    return label;
}
