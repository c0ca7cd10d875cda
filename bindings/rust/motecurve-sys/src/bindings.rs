// Written by bindings/rust/generate.py from include/motecurve/.
use std::os::raw::{c_char, c_int, c_void};

pub const MC_AES_BLOCK_BYTES: usize = 16;
pub const MC_AES_CCM_MAX_TAG_BYTES: usize = 16;
pub const MC_AES_GCM_NONCE_BYTES: usize = 12;
pub const MC_AES_GCM_TAG_BYTES: usize = 16;
pub const MC_FORM_WEIERSTRASS: usize = 0;
pub const MC_FORM_MONTGOMERY: usize = 1;
pub const MC_FORM_EDWARDS: usize = 2;
pub const MC_FORM_EDDSA: usize = 3;
pub const MC_MAX_FIELD_BYTES: usize = 72;
pub const MC_MAX_SCALAR_BYTES: usize = 72;
pub const MC_MAX_PUBLIC_KEY_BYTES: usize = 145;
pub const MC_MAX_SIGNATURE_BYTES: usize = 144;
pub const MC_MAX_EXTENSION_BYTES: usize = 3;
pub const MC_BATCH_AT_ONCE: usize = 64;
pub const MC_CHACHA20_POLY1305_KEY_BYTES: usize = 32;
pub const MC_CHACHA20_POLY1305_NONCE_BYTES: usize = 12;
pub const MC_CHACHA20_POLY1305_TAG_BYTES: usize = 16;
pub const MC_WITH_SHA512: usize = 1;
pub const MC_SHA1_BYTES: usize = 20;
pub const MC_SHA256_BYTES: usize = 32;
pub const MC_SHA512_BYTES: usize = 64;
pub const MC_HASH_MAX_DIGEST_BYTES: usize = 64;
pub const MC_SHA256_BLOCK_BYTES: usize = 64;
pub const MC_SHA512_BLOCK_BYTES: usize = 128;
pub const MC_MAX_DIGEST_BYTES: usize = 64;
pub const MC_EDDSA_MAX_CONTEXT_BYTES: usize = 255;
pub const MC_EDDSA_DIGEST_BYTES: usize = 64;
pub const MC_EDDSA_CHECK_BYTES: usize = 16;
pub const MC_READ_BYTES: usize = 32;
pub const MC_HPKE_TAG_BYTES: usize = 16;
pub const MC_HPKE_NONCE_BYTES: usize = 12;
pub const MC_HPKE_MAX_KEY_BYTES: usize = 32;
pub const MC_HPKE_MIN_PSK_BYTES: usize = 32;
pub const MC_TASK_STACK_BYTES: usize = 131072;
pub const MC_TASK_STACK_BYTES_MIN: usize = 128;
pub const MC_VERDICT_BYTES: usize = 8;

pub type mc_status = u32;
pub const MC_OK: mc_status = 0;
pub const MC_ERROR_LENGTH: mc_status = 1;
pub const MC_ERROR_ENCODING: mc_status = 2;
pub const MC_ERROR_COORDINATE_RANGE: mc_status = 3;
pub const MC_ERROR_INFINITY: mc_status = 4;
pub const MC_ERROR_NOT_ON_CURVE: mc_status = 5;
pub const MC_ERROR_SUBGROUP: mc_status = 6;
pub const MC_ERROR_SCALAR_ZERO: mc_status = 7;
pub const MC_ERROR_SCALAR_RANGE: mc_status = 8;
pub const MC_ERROR_SHARED_INFINITY: mc_status = 9;
pub const MC_ERROR_RANDOM: mc_status = 10;
pub const MC_ERROR_DIGEST_LENGTH: mc_status = 11;
pub const MC_ERROR_SIGNATURE: mc_status = 12;
pub const MC_ERROR_UNSUPPORTED: mc_status = 13;
pub const MC_ERROR_TRAILING: mc_status = 14;
pub const MC_ERROR_NOT_MINIMAL: mc_status = 15;
pub const MC_ERROR_Y_BIT: mc_status = 16;
pub const MC_ERROR_FAULT: mc_status = 17;
pub const MC_BUSY: mc_status = 18;
pub const MC_ERROR_STACK: mc_status = 19;
pub const MC_ERROR_REENTERED: mc_status = 20;
pub const MC_ERROR_ABANDONED: mc_status = 21;
pub const MC_ERROR_CONTEXT_LENGTH: mc_status = 22;
pub const MC_ERROR_READER: mc_status = 23;
pub const MC_ERROR_CERTIFICATE: mc_status = 24;
pub const MC_ERROR_MAC: mc_status = 25;
pub const MC_ERROR_MESSAGE_LENGTH: mc_status = 26;
pub const MC_ERROR_OVERLAP: mc_status = 27;
pub const MC_ERROR_HIGH_S: mc_status = 28;
pub const MC_ERROR_PEM: mc_status = 29;
pub const MC_ERROR_KEY_KIND: mc_status = 30;
pub const MC_ERROR_CURVE_NOT_NAMED: mc_status = 31;
pub const MC_ERROR_ENCRYPTED: mc_status = 32;
pub const MC_ERROR_KEY_PAIR: mc_status = 33;

/// All statuses.
pub const STATUSES: [mc_status; 34] = [
    MC_OK,
    MC_ERROR_LENGTH,
    MC_ERROR_ENCODING,
    MC_ERROR_COORDINATE_RANGE,
    MC_ERROR_INFINITY,
    MC_ERROR_NOT_ON_CURVE,
    MC_ERROR_SUBGROUP,
    MC_ERROR_SCALAR_ZERO,
    MC_ERROR_SCALAR_RANGE,
    MC_ERROR_SHARED_INFINITY,
    MC_ERROR_RANDOM,
    MC_ERROR_DIGEST_LENGTH,
    MC_ERROR_SIGNATURE,
    MC_ERROR_UNSUPPORTED,
    MC_ERROR_TRAILING,
    MC_ERROR_NOT_MINIMAL,
    MC_ERROR_Y_BIT,
    MC_ERROR_FAULT,
    MC_BUSY,
    MC_ERROR_STACK,
    MC_ERROR_REENTERED,
    MC_ERROR_ABANDONED,
    MC_ERROR_CONTEXT_LENGTH,
    MC_ERROR_READER,
    MC_ERROR_CERTIFICATE,
    MC_ERROR_MAC,
    MC_ERROR_MESSAGE_LENGTH,
    MC_ERROR_OVERLAP,
    MC_ERROR_HIGH_S,
    MC_ERROR_PEM,
    MC_ERROR_KEY_KIND,
    MC_ERROR_CURVE_NOT_NAMED,
    MC_ERROR_ENCRYPTED,
    MC_ERROR_KEY_PAIR,
];

#[repr(C)]
pub struct mc_curve {
    _private: [u8; 0],
}
pub type mc_random = Option<unsafe extern "C" fn(context: *mut c_void, out: *mut u8, bytes: usize) -> c_int>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_signed_digest {
    pub signature: *const u8,
    pub public_key: *const u8,
    pub digest: *const u8,
    pub signature_bytes: usize,
    pub public_key_bytes: usize,
    pub digest_bytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_signed_message {
    pub signature: *const u8,
    pub public_key: *const u8,
    pub message: *const u8,
    pub context: *const u8,
    pub signature_bytes: usize,
    pub public_key_bytes: usize,
    pub message_bytes: usize,
    pub context_bytes: usize,
    pub is_digest: u8,
}
pub type mc_hash_length = u64;

#[repr(C)]
#[derive(Clone, Copy)]
pub union mc_sha256_context_block {
    pub bytes: [u8; 64],
    pub words: [u32; 16],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_sha256_context {
    pub state: [u32; 8],
    pub length: mc_hash_length,
    pub block: mc_sha256_context_block,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union mc_sha512_context_block {
    pub bytes: [u8; 128],
    pub words: [u64; 16],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_sha512_context {
    pub state: [u64; 8],
    pub length: mc_hash_length,
    pub block: mc_sha512_context_block,
}

#[repr(C)]
pub struct mc_hash {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union mc_hash_context_of {
    pub sha256: mc_sha256_context,
    pub sha512: mc_sha512_context,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hash_context {
    pub hash: *const mc_hash,
    pub of: mc_hash_context_of,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_shake256_context {
    pub lanes: [u64; 25],
    pub place: u8,
    pub is_squeezed: u8,
}

#[repr(C)]
pub struct mc_ecies_kdf {
    _private: [u8; 0],
}

#[repr(C)]
pub struct mc_ecies_cipher {
    _private: [u8; 0],
}

#[repr(C)]
pub struct mc_ecies_compression {
    _private: [u8; 0],
}
pub type mc_ecies_agreement = unsafe extern "C" fn(secret: *mut u8, private_key: *const u8, peer_key: *const u8, private_key_bytes: usize, peer_key_bytes: usize, curve: *const mc_curve) -> mc_status;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_ecies_options {
    pub hash: *const mc_hash,
    pub kdf: *const mc_ecies_kdf,
    pub cipher: *const mc_ecies_cipher,
    pub agree: Option<mc_ecies_agreement>,
    pub compression: *const mc_ecies_compression,
    pub tag_bytes: u8,
    pub binds_ephemeral: u8,
    pub derives_counter: u8,
    pub shared_info1: *const u8,
    pub shared_info2: *const u8,
    pub shared_info1_bytes: usize,
    pub shared_info2_bytes: usize,
}
pub type mc_reader = Option<unsafe extern "C" fn(context: *mut c_void, out: *mut u8, offset: usize, bytes: usize) -> c_int>;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hmac_context {
    pub hash: mc_hash_context,
    pub outer_block: [u8; 128],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hmac_sha256_key {
    pub inner: [u32; 8],
    pub outer: [u32; 8],
}

#[repr(C)]
pub struct mc_hpke_aead {
    _private: [u8; 0],
}

pub type mc_hpke_mode = u32;
pub const MC_HPKE_BASE: mc_hpke_mode = 0;
pub const MC_HPKE_PSK: mc_hpke_mode = 1;
pub const MC_HPKE_AUTH: mc_hpke_mode = 2;
pub const MC_HPKE_AUTH_PSK: mc_hpke_mode = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hpke_options {
    pub hash: *const mc_hash,
    pub aead: *const mc_hpke_aead,
    pub mode: mc_hpke_mode,
    pub psk: *const u8,
    pub psk_id: *const u8,
    pub psk_bytes: usize,
    pub psk_id_bytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hpke_context {
    pub hash: *const mc_hash,
    pub aead: *const mc_hpke_aead,
    pub sequence: u64,
    pub kem: u16,
    pub key: [u8; 32],
    pub base_nonce: [u8; 12],
    pub exporter_secret: [u8; 64],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hpke_sender {
    pub context: mc_hpke_context,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_hpke_receiver {
    pub context: mc_hpke_context,
}

pub type mc_point_form = u32;
pub const MC_POINT_COMPRESSED: mc_point_form = 2;
pub const MC_POINT_UNCOMPRESSED: mc_point_form = 4;
pub const MC_POINT_HYBRID: mc_point_form = 6;

pub type mc_schnorr_form = u32;
pub const MC_SCHNORR_SDSA: mc_schnorr_form = 0;
pub const MC_SCHNORR_OPTIMISED: mc_schnorr_form = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_spake2plus_names {
    pub context: *const u8,
    pub prover: *const u8,
    pub verifier: *const u8,
    pub context_bytes: usize,
    pub prover_bytes: usize,
    pub verifier_bytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_spake2plus_prover {
    pub secret: [u8; 72],
    pub w0: [u8; 72],
    pub w1: [u8; 72],
    pub share: [u8; 145],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_spake2plus_verifier {
    pub digest_bytes: u8,
    pub confirmation: [u8; 64],
    pub shared_key: [u8; 64],
}
pub type mc_task_function = unsafe extern "C" fn(argument: *mut c_void) -> mc_status;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_task {
    pub function: Option<mc_task_function>,
    pub argument: *mut c_void,
    pub stack: *mut u8,
    pub stack_bytes: usize,
    pub waiting: *mut c_void,
    pub outer: *mut mc_task,
    pub status: mc_status,
    pub state: u8,
    pub credit: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_ecdsa_sign_steps {
    pub task: mc_task,
    pub signature: *mut u8,
    pub private_key: *const u8,
    pub digest: *const u8,
    pub private_key_bytes: usize,
    pub digest_bytes: usize,
    pub curve: *const mc_curve,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_ecdsa_verify_steps {
    pub task: mc_task,
    pub signature: *const u8,
    pub public_key: *const u8,
    pub digest: *const u8,
    pub signature_bytes: usize,
    pub public_key_bytes: usize,
    pub digest_bytes: usize,
    pub curve: *const mc_curve,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_ecdh_steps {
    pub task: mc_task,
    pub secret: *mut u8,
    pub private_key: *const u8,
    pub peer_key: *const u8,
    pub private_key_bytes: usize,
    pub peer_key_bytes: usize,
    pub curve: *const mc_curve,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct mc_key_generate_steps {
    pub task: mc_task,
    pub private_key: *mut u8,
    pub public_key: *mut u8,
    pub random: mc_random,
    pub context: *mut c_void,
    pub curve: *const mc_curve,
}

extern "C" {
    pub fn mc_status_text(status: mc_status) -> *const c_char;
    pub fn mc_aes_encrypt(out: *mut u8, r#in: *const u8, key: *const u8, key_bytes: usize) -> mc_status;
    pub fn mc_aes_ctr(out: *mut u8, counter: *mut u8, r#in: *const u8, key: *const u8, bytes: usize, key_bytes: usize) -> mc_status;
    pub fn mc_aes_ccm_encrypt(ciphertext: *mut u8, key: *const u8, nonce: *const u8, message: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, message_bytes: usize, data_bytes: usize, tag_bytes: usize) -> mc_status;
    pub fn mc_aes_ccm_decrypt(message: *mut u8, key: *const u8, nonce: *const u8, ciphertext: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, ciphertext_bytes: usize, data_bytes: usize, tag_bytes: usize) -> mc_status;
    pub fn mc_aes_gcm_encrypt(ciphertext: *mut u8, key: *const u8, nonce: *const u8, message: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, message_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_aes_gcm_decrypt(message: *mut u8, key: *const u8, nonce: *const u8, ciphertext: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, ciphertext_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_curve_find(name: *const c_char) -> *const mc_curve;
    pub fn mc_curve_count() -> usize;
    pub fn mc_curve_at(index: usize) -> *const mc_curve;
    pub fn mc_curve_name(curve: *const mc_curve) -> *const c_char;
    pub fn mc_curve_field_bytes(curve: *const mc_curve) -> usize;
    pub fn mc_curve_scalar_bytes(curve: *const mc_curve) -> usize;
    pub fn mc_curve_public_key_bytes(curve: *const mc_curve) -> usize;
    pub fn mc_curve_signature_bytes(curve: *const mc_curve) -> usize;
    pub fn mc_ecdsa_extended_signature_bytes(bytes: *mut usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_extended(extended: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_extend(extended: *mut u8, signature: *const u8, public_key: *const u8, digest: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_batch_bytes(bytes: *mut usize, count: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_batch(results: *mut mc_status, memory: *mut c_void, signatures: *const mc_signed_digest, memory_bytes: usize, count: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_extended_batch(results: *mut mc_status, memory: *mut c_void, signatures: *const mc_signed_digest, memory_bytes: usize, count: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_batch_bytes(bytes: *mut usize, count: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify_batch(results: *mut mc_status, memory: *mut c_void, signatures: *const mc_signed_message, memory_bytes: usize, count: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdh_batch(results: *mut mc_status, secrets: *mut u8, private_keys: *const u8, peer_keys: *const u8, private_keys_bytes: usize, peer_keys_bytes: usize, count: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_chacha20_poly1305_encrypt(ciphertext: *mut u8, key: *const u8, nonce: *const u8, message: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, message_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_chacha20_poly1305_decrypt(message: *mut u8, key: *const u8, nonce: *const u8, ciphertext: *const u8, data: *const u8, key_bytes: usize, nonce_bytes: usize, ciphertext_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_ecdh(secret: *mut u8, private_key: *const u8, peer_key: *const u8, private_key_bytes: usize, peer_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdh_cofactor(secret: *mut u8, private_key: *const u8, peer_key: *const u8, private_key_bytes: usize, peer_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdh_checked(secret: *mut u8, private_key: *const u8, peer_key: *const u8, private_key_bytes: usize, peer_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub static mc_sha1: mc_hash;
    pub static mc_sha224: mc_hash;
    pub static mc_sha256: mc_hash;
    pub static mc_sha384: mc_hash;
    pub static mc_sha512: mc_hash;
    pub fn mc_hash_digest_bytes(hash: *const mc_hash) -> usize;
    pub fn mc_hash_block_bytes(hash: *const mc_hash) -> usize;
    pub fn mc_hash_begin(context: *mut mc_hash_context, hash: *const mc_hash);
    pub fn mc_hash_feed(context: *mut mc_hash_context, data: *const u8, bytes: usize);
    pub fn mc_hash_finish(digest: *mut u8, context: *mut mc_hash_context);
    pub fn mc_hash_find(name: *const c_char) -> *const mc_hash;
    pub fn mc_sha1_begin(context: *mut mc_sha256_context);
    pub fn mc_sha1_feed(context: *mut mc_sha256_context, data: *const u8, bytes: usize);
    pub fn mc_sha1_finish(digest: *mut u8, context: *mut mc_sha256_context);
    pub fn mc_sha256_begin(context: *mut mc_sha256_context);
    pub fn mc_sha256_feed(context: *mut mc_sha256_context, data: *const u8, bytes: usize);
    pub fn mc_sha256_finish(digest: *mut u8, context: *mut mc_sha256_context);
    pub fn mc_sha512_begin(context: *mut mc_sha512_context);
    pub fn mc_sha512_feed(context: *mut mc_sha512_context, data: *const u8, bytes: usize);
    pub fn mc_sha512_finish(digest: *mut u8, context: *mut mc_sha512_context);
    pub fn mc_shake256_begin(context: *mut mc_shake256_context);
    pub fn mc_shake256_feed(context: *mut mc_shake256_context, data: *const u8, bytes: usize);
    pub fn mc_shake256_squeeze(out: *mut u8, bytes: usize, context: *mut mc_shake256_context);
    pub fn mc_shake256_finish(context: *mut mc_shake256_context);
    pub fn mc_ecdsa_sign_digest(signature: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_message(signature: *mut u8, private_key: *const u8, message: *const u8, private_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_with_hash(signature: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_message_with_hash(signature: *mut u8, private_key: *const u8, message: *const u8, private_key_bytes: usize, message_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_hedged(signature: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_random(signature: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_checked(signature: *mut u8, private_key: *const u8, public_key: *const u8, digest: *const u8, private_key_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_sign_digest_hedged_checked(signature: *mut u8, private_key: *const u8, public_key: *const u8, digest: *const u8, private_key_bytes: usize, public_key_bytes: usize, digest_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_digest(signature: *const u8, public_key: *const u8, digest: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_message(signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_message_with_hash(signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_signature_validate(signature: *const u8, signature_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_signature_normalise(normal: *mut u8, signature: *const u8, signature_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_signature_validate_strict(signature: *const u8, signature_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_digest_strict(signature: *const u8, public_key: *const u8, digest: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_signature_to_der(der: *mut u8, der_bytes: *mut usize, signature: *const u8, signature_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_signature_from_der(signature: *mut u8, der: *const u8, der_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub static mc_ecies_x963: mc_ecies_kdf;
    pub static mc_ecies_hkdf: mc_ecies_kdf;
    pub static mc_ecies_aes128_ctr: mc_ecies_cipher;
    pub static mc_ecies_aes192_ctr: mc_ecies_cipher;
    pub static mc_ecies_aes256_ctr: mc_ecies_cipher;
    pub static mc_ecies_xor: mc_ecies_cipher;
    pub static mc_ecies_compressed: mc_ecies_compression;
    pub fn mc_ecies_ephemeral_bytes(options: *const mc_ecies_options, curve: *const mc_curve) -> usize;
    pub fn mc_ecies_overhead_bytes(options: *const mc_ecies_options, curve: *const mc_curve) -> usize;
    pub fn mc_ecies_encrypt(ciphertext: *mut u8, public_key: *const u8, message: *const u8, public_key_bytes: usize, message_bytes: usize, options: *const mc_ecies_options, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecies_encrypt_given(ciphertext: *mut u8, public_key: *const u8, message: *const u8, ephemeral_key: *const u8, public_key_bytes: usize, message_bytes: usize, ephemeral_key_bytes: usize, options: *const mc_ecies_options, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecies_decrypt(message: *mut u8, private_key: *const u8, ciphertext: *const u8, private_key_bytes: usize, ciphertext_bytes: usize, options: *const mc_ecies_options, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecmqv(secret: *mut u8, static_private_key: *const u8, ephemeral_private_key: *const u8, ephemeral_key: *const u8, peer_static_key: *const u8, peer_ephemeral_key: *const u8, private_key_bytes: usize, public_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecqv_issue(certificate: *mut u8, contribution: *mut u8, authority_private_key: *const u8, request: *const u8, info: *const u8, authority_private_key_bytes: usize, request_bytes: usize, info_bytes: usize, hash: *const mc_hash, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecqv_receive(private_key: *mut u8, public_key: *mut u8, certificate: *const u8, contribution: *const u8, request_private_key: *const u8, authority_public_key: *const u8, certificate_bytes: usize, contribution_bytes: usize, request_private_key_bytes: usize, authority_public_key_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecqv_public_key(public_key: *mut u8, certificate: *const u8, authority_public_key: *const u8, certificate_bytes: usize, authority_public_key_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign(signature: *mut u8, private_key: *const u8, message: *const u8, private_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign_context(signature: *mut u8, private_key: *const u8, message: *const u8, context: *const u8, private_key_bytes: usize, message_bytes: usize, context_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign_digest(signature: *mut u8, private_key: *const u8, digest: *const u8, context: *const u8, private_key_bytes: usize, digest_bytes: usize, context_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign_read(signature: *mut u8, private_key: *const u8, context: *const u8, private_key_bytes: usize, message_bytes: usize, context_bytes: usize, reader: mc_reader, reader_context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign_checked(signature: *mut u8, private_key: *const u8, public_key: *const u8, message: *const u8, private_key_bytes: usize, public_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_key_expand(expanded_key: *mut u8, private_key: *const u8, private_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_sign_expanded(signature: *mut u8, expanded_key: *const u8, message: *const u8, context: *const u8, expanded_key_bytes: usize, message_bytes: usize, context_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify(signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify_context(signature: *const u8, public_key: *const u8, message: *const u8, context: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, context_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify_digest(signature: *const u8, public_key: *const u8, digest: *const u8, context: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, context_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify_read(signature: *const u8, public_key: *const u8, context: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, context_bytes: usize, reader: mc_reader, reader_context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_signature_validate(signature: *const u8, signature_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_capacity(octets: *mut usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_embed(point: *mut u8, message: *const u8, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_extract(message: *mut u8, message_bytes: *mut usize, point: *const u8, point_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_encrypt_point(ciphertext: *mut u8, public_key: *const u8, point: *const u8, public_key_bytes: usize, point_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_decrypt_point(point: *mut u8, private_key: *const u8, ciphertext: *const u8, private_key_bytes: usize, ciphertext_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_encrypt(ciphertext: *mut u8, public_key: *const u8, message: *const u8, public_key_bytes: usize, message_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_decrypt(message: *mut u8, message_bytes: *mut usize, private_key: *const u8, ciphertext: *const u8, private_key_bytes: usize, ciphertext_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_hashed_encrypt(ciphertext: *mut u8, public_key: *const u8, message: *const u8, public_key_bytes: usize, message_bytes: usize, hash: *const mc_hash, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_elgamal_hashed_decrypt(message: *mut u8, private_key: *const u8, ciphertext: *const u8, private_key_bytes: usize, ciphertext_bytes: usize, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_hmac_begin(context: *mut mc_hmac_context, hash: *const mc_hash, key: *const u8, key_bytes: usize);
    pub fn mc_hmac_feed(context: *mut mc_hmac_context, data: *const u8, bytes: usize);
    pub fn mc_hmac_finish(tag: *mut u8, context: *mut mc_hmac_context);
    pub fn mc_hmac_sha256_set_key(key: *mut mc_hmac_sha256_key, secret: *const u8, key_bytes: usize);
    pub fn mc_hmac_sha256_set_zero_key(key: *mut mc_hmac_sha256_key);
    pub fn mc_hmac_sha256_begin(context: *mut mc_sha256_context, key: *const mc_hmac_sha256_key);
    pub fn mc_hmac_sha256_finish(tag: *mut u8, context: *mut mc_sha256_context, key: *const mc_hmac_sha256_key);
    pub static mc_hpke_aes128_gcm: mc_hpke_aead;
    pub static mc_hpke_aes256_gcm: mc_hpke_aead;
    pub static mc_hpke_chacha20_poly1305: mc_hpke_aead;
    pub fn mc_hpke_derive_key_pair(private_key: *mut u8, public_key: *mut u8, material: *const u8, material_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_hpke_sender_begin(sender: *mut mc_hpke_sender, enc: *mut u8, peer_key: *const u8, own_key: *const u8, info: *const u8, peer_key_bytes: usize, own_key_bytes: usize, info_bytes: usize, options: *const mc_hpke_options, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_hpke_receiver_begin(receiver: *mut mc_hpke_receiver, private_key: *const u8, enc: *const u8, peer_key: *const u8, info: *const u8, private_key_bytes: usize, enc_bytes: usize, peer_key_bytes: usize, info_bytes: usize, options: *const mc_hpke_options, curve: *const mc_curve) -> mc_status;
    pub fn mc_hpke_seal(ciphertext: *mut u8, sender: *mut mc_hpke_sender, message: *const u8, data: *const u8, message_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_hpke_open(message: *mut u8, receiver: *mut mc_hpke_receiver, ciphertext: *const u8, data: *const u8, ciphertext_bytes: usize, data_bytes: usize) -> mc_status;
    pub fn mc_hpke_export(out: *mut u8, out_bytes: usize, context: *const mc_hpke_context, purpose: *const u8, purpose_bytes: usize) -> mc_status;
    pub fn mc_hpke_end(context: *mut mc_hpke_context);
    pub fn mc_kdf_x963(out: *mut u8, out_bytes: usize, hash: *const mc_hash, secret: *const u8, secret_bytes: usize, info: *const u8, info_bytes: usize) -> mc_status;
    pub fn mc_hkdf(out: *mut u8, out_bytes: usize, hash: *const mc_hash, salt: *const u8, salt_bytes: usize, secret: *const u8, secret_bytes: usize, info: *const u8, info_bytes: usize) -> mc_status;
    pub fn mc_key_generate(private_key: *mut u8, public_key: *mut u8, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_public_key(public_key: *mut u8, private_key: *const u8, private_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_public_key_validate(public_key: *const u8, public_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_public_key_from_der(public_key: *mut u8, found: *mut *const mc_curve, der: *const u8, der_bytes: usize) -> mc_status;
    pub fn mc_public_key_from_pem(public_key: *mut u8, found: *mut *const mc_curve, pem: *const c_char, pem_bytes: usize) -> mc_status;
    pub fn mc_certificate_public_key_from_der(public_key: *mut u8, found: *mut *const mc_curve, der: *const u8, der_bytes: usize) -> mc_status;
    pub fn mc_certificate_public_key_from_pem(public_key: *mut u8, found: *mut *const mc_curve, pem: *const c_char, pem_bytes: usize) -> mc_status;
    pub fn mc_private_key_from_der(private_key: *mut u8, found: *mut *const mc_curve, der: *const u8, der_bytes: usize) -> mc_status;
    pub fn mc_private_key_from_pem(private_key: *mut u8, found: *mut *const mc_curve, pem: *const c_char, pem_bytes: usize) -> mc_status;
    pub fn mc_public_key_to_der(der: *mut u8, der_bytes: *mut usize, public_key: *const u8, public_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_private_key_to_der(der: *mut u8, der_bytes: *mut usize, private_key: *const u8, private_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_point_encode(encoded: *mut u8, point: *const u8, form: mc_point_form, point_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_point_decode(point: *mut u8, encoded: *const u8, encoded_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_schnorr_sign(signature: *mut u8, private_key: *const u8, message: *const u8, private_key_bytes: usize, message_bytes: usize, form: mc_schnorr_form, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_schnorr_sign_random(signature: *mut u8, private_key: *const u8, message: *const u8, private_key_bytes: usize, message_bytes: usize, form: mc_schnorr_form, hash: *const mc_hash, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_schnorr_sign_checked(signature: *mut u8, private_key: *const u8, public_key: *const u8, message: *const u8, private_key_bytes: usize, public_key_bytes: usize, message_bytes: usize, form: mc_schnorr_form, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_schnorr_verify(signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, form: mc_schnorr_form, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_scalars(w0: *mut u8, w1: *mut u8, seed: *const u8, seed_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_record(w0: *mut u8, record: *mut u8, seed: *const u8, seed_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_prover_begin(prover: *mut mc_spake2plus_prover, share: *mut u8, w0: *const u8, w1: *const u8, w0_bytes: usize, w1_bytes: usize, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_prover_finish(shared_key: *mut u8, confirmation: *mut u8, prover: *mut mc_spake2plus_prover, peer_share: *const u8, peer_confirmation: *const u8, peer_share_bytes: usize, peer_confirmation_bytes: usize, names: *const mc_spake2plus_names, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_verifier_respond(verifier: *mut mc_spake2plus_verifier, share: *mut u8, confirmation: *mut u8, peer_share: *const u8, w0: *const u8, record: *const u8, peer_share_bytes: usize, w0_bytes: usize, record_bytes: usize, names: *const mc_spake2plus_names, hash: *const mc_hash, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_spake2plus_verifier_finish(shared_key: *mut u8, verifier: *mut mc_spake2plus_verifier, peer_confirmation: *const u8, peer_confirmation_bytes: usize, hash: *const mc_hash) -> mc_status;
    pub fn mc_spake2plus_prover_abandon(prover: *mut mc_spake2plus_prover);
    pub fn mc_spake2plus_verifier_abandon(verifier: *mut mc_spake2plus_verifier);
    pub fn mc_task_begin(task: *mut mc_task, stack: *mut c_void, stack_bytes: usize, function: Option<mc_task_function>, argument: *mut c_void) -> mc_status;
    pub fn mc_task_step(task: *mut mc_task) -> mc_status;
    pub fn mc_task_abandon(task: *mut mc_task);
    pub fn mc_ecdsa_sign_digest_begin(steps: *mut mc_ecdsa_sign_steps, stack: *mut c_void, stack_bytes: usize, signature: *mut u8, private_key: *const u8, digest: *const u8, private_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_digest_begin(steps: *mut mc_ecdsa_verify_steps, stack: *mut c_void, stack_bytes: usize, signature: *const u8, public_key: *const u8, digest: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdh_begin(steps: *mut mc_ecdh_steps, stack: *mut c_void, stack_bytes: usize, secret: *mut u8, private_key: *const u8, peer_key: *const u8, private_key_bytes: usize, peer_key_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_key_generate_begin(steps: *mut mc_key_generate_steps, stack: *mut c_void, stack_bytes: usize, private_key: *mut u8, public_key: *mut u8, random: mc_random, context: *mut c_void, curve: *const mc_curve) -> mc_status;
    pub fn mc_ecdsa_verify_digest_verdict(verdict: *mut u8, signature: *const u8, public_key: *const u8, digest: *const u8, signature_bytes: usize, public_key_bytes: usize, digest_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_eddsa_verify_verdict(verdict: *mut u8, signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, curve: *const mc_curve) -> mc_status;
    pub fn mc_schnorr_verify_verdict(verdict: *mut u8, signature: *const u8, public_key: *const u8, message: *const u8, signature_bytes: usize, public_key_bytes: usize, message_bytes: usize, form: mc_schnorr_form, hash: *const mc_hash, curve: *const mc_curve) -> mc_status;
}
