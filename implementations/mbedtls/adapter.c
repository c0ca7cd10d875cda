/* Mbed TLS: numbers are read from octets, and every call loads the curve and takes its memory from a fresh heap. */
#include <stdlib.h>

#include "implementation.h"

#include "mbedtls/ecdh.h"
#include "mbedtls/ecdsa.h"
#include "mbedtls/ecp.h"
#include "mbedtls/memory_buffer_alloc.h"

#if IMPLEMENTATION_CURVE_Curve25519
#define CURVE MBEDTLS_ECP_DP_CURVE25519
#else
#define CURVE MBEDTLS_ECP_DP_SECP256R1
#endif
#define BYTES 32
#define OPEN  (1 + 2 * BYTES) /* of a public key of P-256 */

static unsigned char heap[8192];
static mbedtls_ecp_group group;
static mbedtls_ecp_point point;
static mbedtls_mpi d, r, s;

/* For blinding alone, which needs numbers and no secrecy in a measurement. */
static int random_numbers(void *context, unsigned char *to, size_t bytes)
{
    static uint32_t state = 1;
    (void)context;
    for (size_t i = 0; i < bytes; i++) {
        state = state * 1664525 + 1013904223;
        to[i] = (unsigned char)(state >> 24);
    }
    return 0;
}

/* The heap calls it if its lists are damaged. */
void exit(int status)
{
    (void)status;
    __builtin_trap();
}

static int begin(void)
{
    mbedtls_memory_buffer_alloc_init(heap, sizeof heap);
    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&point);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    return mbedtls_ecp_group_load(&group, CURVE);
}

#if IMPLEMENTATION_CURVE_Curve25519
uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t clamped[BYTES], masked[BYTES];
    for (uint8_t i = 0; i < BYTES; i++) {
        clamped[i] = private_key[i];
        masked[i] = public_key[i];
    }
    clamped[0] &= 0xf8;
    clamped[BYTES - 1] = (clamped[BYTES - 1] & 0x7f) | 0x40;
    masked[BYTES - 1] &= 0x7f;
    return begin() || mbedtls_mpi_read_binary_le(&d, clamped, BYTES) ||
           mbedtls_ecp_point_read_binary(&group, &point, masked, BYTES) ||
           mbedtls_ecdh_compute_shared(&group, &r, &point, &d, random_numbers, NULL) ||
           mbedtls_mpi_write_binary_le(&r, secret, BYTES);
}
#else
uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return begin() || mbedtls_mpi_read_binary(&d, private_key, BYTES) ||
           mbedtls_ecp_point_read_binary(&group, &point, public_key, OPEN) ||
           mbedtls_ecp_check_pubkey(&group, &point) ||
           mbedtls_ecdh_compute_shared(&group, &r, &point, &d, random_numbers, NULL) ||
           mbedtls_mpi_write_binary(&r, secret, BYTES);
}

uint8_t implementation_ecdsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    return begin() || mbedtls_mpi_read_binary(&d, private_key, BYTES) ||
           mbedtls_ecdsa_sign_det_ext(&group, &r, &s, &d, digest, BYTES, MBEDTLS_MD_SHA256, random_numbers, NULL) ||
           mbedtls_mpi_write_binary(&r, signature, BYTES) || mbedtls_mpi_write_binary(&s, signature + BYTES, BYTES);
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    return begin() || mbedtls_ecp_point_read_binary(&group, &point, public_key, OPEN) ||
           mbedtls_ecp_check_pubkey(&group, &point) || mbedtls_mpi_read_binary(&r, signature, BYTES) ||
           mbedtls_mpi_read_binary(&s, signature + BYTES, BYTES) ||
           mbedtls_ecdsa_verify(&group, digest, BYTES, &point, &r, &s);
}
#endif
