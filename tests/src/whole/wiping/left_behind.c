/* Calls functions of the library on a stack of its own, and reports the data that each left there and in registers.
 *
 * Each line of the input is a call: the function's name and its arguments, each a letter directly followed by its
 * value (argument(), below). For each line the output has, on one line: the status; the bytes written to outputs, in
 * their order; the depth of the call; the stack from there up; the registers. All but the numbers are in hexadecimal;
 * `-` stands for nothing. tests/src/whole/wiping/host.py writes calls and reads answers.
 *
 * fields: none of cmake/tests.cmake's: tests/src/whole/wiping/host.py compiles this for each build of the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h" /* the public headers; FUNCTIONS(X), X(name) for each function (wiping/host.py) */

#define STACK_BYTES   (1 << 17)
#define PAINT         0xa5
#define ARGUMENTS_MAX 14
#define LINE_BYTES    (1 << 16)
#define SLOTS         8
#define SLOT_BYTES    4096

static const struct {
    const char *name;
    void *function;
} functions[] = {
#define FUNCTION(name) {#name, (void *)name},
    FUNCTIONS(FUNCTION)};

/* The registers that a call need not preserve: rax, rcx, rdx, rsi, rdi, r8 to r11; vectors. */
static struct {
    uint64_t general[9];
    uint8_t vectors[32][64];
} registers;

/* Calls function(arguments[0], ..., arguments[13]) on the stack that ends at `top`. `level` says which vector
 * registers are recorded: 0 for SSE, 1 for AVX, 2 for AVX-512. */
uintptr_t call_on(void *function, const uintptr_t *arguments, uint8_t *top, void *kept, int level);
__asm__(
    ".text\n.globl call_on\ncall_on:\n"
    "push %rbx\n push %rbp\n push %r12\n push %r13\n"
    "mov %rsp, %rbp\n mov %rcx, %rbx\n mov %rdi, %r12\n mov %r8, %r13\n mov %rsi, %r10\n lea -64(%rdx), %rsp\n"
    "mov 48(%r10), %rax\n mov %rax, (%rsp)\n mov 56(%r10), %rax\n mov %rax, 8(%rsp)\n"
    "mov 64(%r10), %rax\n mov %rax, 16(%rsp)\n mov 72(%r10), %rax\n mov %rax, 24(%rsp)\n"
    "mov 80(%r10), %rax\n mov %rax, 32(%rsp)\n mov 88(%r10), %rax\n mov %rax, 40(%rsp)\n"
    "mov 96(%r10), %rax\n mov %rax, 48(%rsp)\n mov 104(%r10), %rax\n mov %rax, 56(%rsp)\n"
    "mov (%r10), %rdi\n mov 8(%r10), %rsi\n mov 16(%r10), %rdx\n mov 24(%r10), %rcx\n mov 32(%r10), %r8\n"
    "mov 40(%r10), %r9\n call *%r12\n"
    "mov %rax, (%rbx)\n mov %rcx, 8(%rbx)\n mov %rdx, 16(%rbx)\n mov %rsi, 24(%rbx)\n mov %rdi, 32(%rbx)\n"
    "mov %r8, 40(%rbx)\n mov %r9, 48(%rbx)\n mov %r10, 56(%rbx)\n mov %r11, 64(%rbx)\n"
    "cmp $1, %r13\n jg 2f\n je 1f\n"
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n movups %xmm\\i, 72+64*\\i(%rbx)\n .endr\n jmp 3f\n"
    "1:\n"
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n vmovdqu %ymm\\i, 72+64*\\i(%rbx)\n .endr\n jmp 3f\n"
    "2:\n"
    ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, "
    "29, 30, 31\n vmovdqu64 %zmm\\i, 72+64*\\i(%rbx)\n .endr\n"
    "3:\n cmp $0, %r13\n je 4f\n vzeroupper\n"
    "4:\n mov %rbp, %rsp\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n"
    ".section .note.GNU-stack,\"\",@progbits\n.text\n");

/* Replaces mc_burn if the linker is given that option. */
void __wrap_mc_burn(size_t bytes);
void __wrap_mc_burn(size_t bytes)
{
    (void)bytes;
}

/* The source of random bytes: those of the tape, in their order. It fails at the end of the tape. */
typedef struct {
    const uint8_t *next;
    size_t left;
} tape;

static int play(void *context, uint8_t *out, size_t bytes)
{
    tape *from = context;
    if (bytes > from->left)
        return 1;
    for (size_t i = 0; i < bytes; i++) /* no call that leaves bytes elsewhere */
        ((volatile uint8_t *)out)[i] = from->next[i];
    from->next += bytes;
    from->left -= bytes;
    return 0;
}

/* A reader of a message in memory. */
static int read_octets(void *context, uint8_t *out, size_t offset, size_t bytes)
{
    const uint8_t *message = context;
    for (size_t i = 0; i < bytes; i++)
        ((volatile uint8_t *)out)[i] = message[offset + i];
    return 0;
}

static uint8_t *outputs[ARGUMENTS_MAX];
static size_t output_bytes[ARGUMENTS_MAX], output_count;
static uint8_t slots[SLOTS][SLOT_BYTES] __attribute__((aligned(64))); /* kept from call to call */

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "%s: %s\n", what, which);
    exit(1);
}

static uint8_t *octets_of(const char *text, size_t *bytes)
{
    *bytes = strlen(text) / 2;
    uint8_t *octets = malloc(*bytes + 1); /* never freed: heap memory is not checked */
    for (size_t i = 0; i < *bytes; i++) {
        unsigned octet;
        sscanf(text + 2 * i, "%2x", &octet);
        octets[i] = (uint8_t)octet;
    }
    return octets;
}

static mc_ecies_options *ecies_options(const char *text)
{
    mc_ecies_options *options = malloc(sizeof *options);
    const mc_ecies_options defaults = MC_ECIES_DEFAULTS;
    *options = defaults;
    options->cipher = strstr(text, "xor")      ? &mc_ecies_xor
                      : strstr(text, "aes256") ? &mc_ecies_aes256_ctr
                                               : options->cipher;
    options->kdf = strstr(text, "hkdf") ? &mc_ecies_hkdf : options->kdf;
    options->compression = strstr(text, "compressed") ? &mc_ecies_compressed : NULL;
    return options;
}

/* Of the mode auth-PSK: the letter of the AEAD, then the PSK. */
static mc_hpke_options *hpke_options(const char *text)
{
    mc_hpke_options *options = malloc(sizeof *options);
    const mc_hpke_options defaults = MC_HPKE_DEFAULTS;
    *options = defaults;
    options->aead = *text == 'a' ? &mc_hpke_aes128_gcm : &mc_hpke_chacha20_poly1305;
    options->mode = MC_HPKE_AUTH_PSK;
    options->psk = octets_of(text + 1, &options->psk_bytes);
    options->psk_id = (const uint8_t *)"id";
    options->psk_id_bytes = 2;
    return options;
}

/* i<number>; n for null; b<hex> bytes; o<count> an output; m<slot> memory that stays; c<curve>; h<hash>; r for the
 * source of random bytes, t<hex> its tape; x for the reader, whose message is a b; e<words> options of ECIES;
 * k<letter><hex> those of HPKE; w for names of SPAKE2+. */
static uintptr_t argument(const char *text)
{
    static const mc_spake2plus_names names = {
        (const uint8_t *)"pairing 1.0", (const uint8_t *)"phone", (const uint8_t *)"lamp", 11, 5, 4};
    const char *value = text + 1;
    size_t bytes;
    switch (*text) {
    case 'i':
        return strtoul(value, NULL, 10);
    case 'n':
        return 0;
    case 'b':
        return (uintptr_t)octets_of(value, &bytes);
    case 'o':
        output_bytes[output_count] = strtoul(value, NULL, 10);
        outputs[output_count] = calloc(1, output_bytes[output_count] + 1);
        return (uintptr_t)outputs[output_count++];
    case 'm':
        return (uintptr_t)slots[strtoul(value, NULL, 10) % SLOTS];
    case 'c':
        return (uintptr_t)mc_curve_find(value);
    case 'h':
        return (uintptr_t)mc_hash_find(value);
    case 'r':
        return (uintptr_t)play;
    case 'x':
        return (uintptr_t)read_octets;
    case 'e':
        return (uintptr_t)ecies_options(value);
    case 'k':
        return (uintptr_t)hpke_options(value);
    case 'w':
        return (uintptr_t)&names;
    case 't': {
        tape *context = malloc(sizeof *context);
        context->next = octets_of(value, &context->left);
        return (uintptr_t)context;
    }
    default:
        fail("no such argument", text);
        return 0;
    }
}

static void print_hex(const uint8_t *octets, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        printf("%02x", octets[i]);
}

static int vector_level(void)
{
    return __builtin_cpu_supports("avx512f") ? 2 : __builtin_cpu_supports("avx") ? 1 : 0;
}

static void *find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return functions[i].function;
    fail("no such function", name);
    return NULL;
}

static void run(char *line, uint8_t *stack)
{
    uintptr_t arguments[ARGUMENTS_MAX] = {0};
    size_t count = 0, lowest = 0;
    void *function = find(strtok(line, " \n"));
    output_count = 0;
    for (char *word; (word = strtok(NULL, " \n")) && count < ARGUMENTS_MAX;)
        arguments[count++] = argument(word);
    memset(stack, PAINT, STACK_BYTES);
    memset(&registers, 0, sizeof registers);
    uintptr_t status = call_on(function, arguments, stack + STACK_BYTES, &registers, vector_level());
    while (lowest < STACK_BYTES && stack[lowest] == PAINT)
        lowest++;
    printf("%u ", (unsigned)status);
    for (size_t i = 0; i < output_count; i++)
        print_hex(outputs[i], output_bytes[i]);
    printf("- %zu ", STACK_BYTES - lowest);
    print_hex(stack + lowest, STACK_BYTES - lowest);
    printf(" ");
    print_hex((uint8_t *)&registers, sizeof registers);
    printf("\n");
}

int main(void)
{
    static char line[LINE_BYTES];
    uint8_t *stack = aligned_alloc(4096, STACK_BYTES);
    while (fgets(line, sizeof line, stdin))
        run(line, stack);
    return 0;
}
