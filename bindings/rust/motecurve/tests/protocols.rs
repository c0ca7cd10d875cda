//! Every protocol against answers that others computed, and refusals.

mod known;

use std::num::NonZeroUsize;

use known::{bytes, curve, rows};
use motecurve::batch::{verify_many, verify_many_extended, SignedDigest};
use motecurve::{ecdsa, ecies, ecmqv, ecqv, elgamal, kdf, schnorr, Curve, Error, Hash, PrivateKey};

const NAMES: [&str; 2] = ["secp256r1", "sect163k1"];

fn curves() -> impl Iterator<Item = Curve> {
    NAMES.into_iter().map(curve)
}

fn new_key(name: &str) -> PrivateKey {
    PrivateKey::generate(curve(name)).unwrap()
}

#[test]
fn agreement() {
    for curve in curves() {
        for row in rows(curve, "ecdh") {
            let secret = row.private_key("d").agree(&row.point("p")).unwrap();
            assert_eq!(secret.as_bytes(), row.octets("secret", curve.field_bytes()));
        }
    }
}

/// With the cofactor 2 the secret is that of twice the peer's key, which ECDH by the private key 2 gives.
#[test]
fn agreement_with_the_cofactor() {
    let curve = curve("sect163k1");
    let (own, peer) = (new_key("sect163k1"), new_key("sect163k1"));
    let with = own.agree_with_cofactor(peer.public_key()).unwrap();
    assert_ne!(with.as_bytes(), own.agree(peer.public_key()).unwrap().as_bytes());
    assert_eq!(with.as_bytes(), peer.agree_with_cofactor(own.public_key()).unwrap().as_bytes());
    let mut two = vec![0; curve.private_key_bytes()];
    two[20] = 2;
    let two = PrivateKey::from_bytes(curve, &two).unwrap();
    let x = two.agree(peer.public_key()).unwrap();
    let compressed = [&[2], x.as_bytes()].concat();
    let twice = motecurve::PublicKey::from_point(curve, &compressed).unwrap();
    assert_eq!(with.as_bytes(), own.agree(&twice).unwrap().as_bytes());
    assert_eq!(own.agree_with_cofactor(new_key("secp256r1").public_key()).unwrap_err(), Error::NotOnCurve);
}

#[test]
fn schnorr_signatures() {
    use schnorr::Form::{Optimised, Sdsa};
    for curve in curves() {
        for row in rows(curve, "schnorr-sign") {
            let (own, message) = (row.private_key("d"), row.octets("message", 32));
            let signature = [row.octets("r", 32), row.octets("s", curve.private_key_bytes())].concat();
            assert_eq!(schnorr::sign(&own, &message, Sdsa, Hash::Sha256).unwrap(), signature);
            let public = own.public_key();
            assert_eq!(schnorr::verify(public, &message, &signature, Sdsa, Hash::Sha256), Ok(()));
            let found = schnorr::verify(public, &message, &signature, Optimised, Hash::Sha256);
            assert_eq!(found, Err(Error::Signature));
        }
        let own = PrivateKey::generate(curve).unwrap();
        let random = schnorr::sign_random(&own, b"node 17", Optimised, Hash::Sha512).unwrap();
        assert_eq!(random.len(), schnorr::signature_bytes(curve, Hash::Sha512));
        assert_eq!(schnorr::verify(own.public_key(), b"node 17", &random, Optimised, Hash::Sha512), Ok(()));
        assert_ne!(random, schnorr::sign_random(&own, b"node 17", Optimised, Hash::Sha512).unwrap());
        let found = schnorr::verify(own.public_key(), b"node 17", &random[1..], Optimised, Hash::Sha512);
        assert_eq!(found, Err(Error::Length));
    }
}

#[test]
fn implicit_certificates() {
    for curve in curves() {
        for row in rows(curve, "ecqv-receive") {
            let (request, authority) = (row.private_key("k"), row.point("p"));
            let point = [row.octets("mark", 1), row.octets("cx", curve.field_bytes())].concat();
            let certificate = [row.octets("info", 32), point].concat();
            let contribution = row.octets("r", curve.private_key_bytes());
            assert_eq!(ecqv::public_key(&certificate, &authority, Hash::Sha256).unwrap(), row.point("q"));
            let issued = ecqv::Issued { certificate, contribution };
            let own = ecqv::receive(&issued, &request, &authority, Hash::Sha256).unwrap();
            assert_eq!(own.as_bytes(), row.octets("d", curve.private_key_bytes()));
            assert_eq!(own.public_key(), &row.point("q"));
        }
        let (authority, request) = (PrivateKey::generate(curve).unwrap(), PrivateKey::generate(curve).unwrap());
        let mut issued = ecqv::issue(&authority, request.public_key(), b"node 17", Hash::Sha384).unwrap();
        let own = ecqv::receive(&issued, &request, authority.public_key(), Hash::Sha384).unwrap();
        let found = ecqv::public_key(&issued.certificate, authority.public_key(), Hash::Sha384).unwrap();
        assert_eq!(&found, own.public_key());
        issued.certificate[0] ^= 1;
        let changed = ecqv::receive(&issued, &request, authority.public_key(), Hash::Sha384);
        assert_eq!(changed.unwrap_err(), Error::Certificate);
    }
    let found = ecqv::issue(&new_key(NAMES[0]), new_key(NAMES[1]).public_key(), b"", Hash::Sha256);
    assert_eq!(found.unwrap_err(), Error::NotOnCurve);
}

#[test]
fn authenticated_agreement() {
    for curve in curves() {
        for row in rows(curve, "ecmqv") {
            let (own, ephemeral) = (row.private_key("d"), row.private_key("t"));
            let secret = ecmqv::agree(&own, &ephemeral, &row.point("p"), &row.point("q")).unwrap();
            assert_eq!(secret.as_bytes(), row.octets("secret", curve.field_bytes()));
        }
    }
    let (own, other) = (new_key(NAMES[0]), new_key(NAMES[1]));
    for (ephemeral, peer, peer_ephemeral) in [(&other, &own, &own), (&own, &other, &own), (&own, &own, &other)] {
        let found = ecmqv::agree(&own, ephemeral, peer.public_key(), peer_ephemeral.public_key());
        assert_eq!(found.unwrap_err(), Error::NotOnCurve);
    }
}

#[test]
fn encryption() {
    let options = ecies::Options::default();
    for curve in curves() {
        for row in rows(curve, "ecies-encrypt") {
            let (message, ephemeral) = (row.octets("message", 32), row.private_key("k"));
            let parts = [row.point("r").as_bytes().to_vec(), row.octets("body", 32), row.octets("tag", 16)];
            let ciphertext = ecies::encrypt_given(&row.point("p"), &message, &ephemeral, &options).unwrap();
            assert_eq!(ciphertext, parts.concat());
        }
        for row in rows(curve, "ecies-decrypt") {
            let parts = [row.point("r").as_bytes().to_vec(), row.octets("body", 32), row.octets("tag", 16)];
            let message = ecies::decrypt(&row.private_key("d"), &parts.concat(), &options).unwrap();
            assert_eq!(message.as_bytes(), row.octets("message", 32));
        }
    }
}

/// Each option that is changed makes another ciphertext, whose message the same options alone give. (The tag does not
/// tell a key of 256 bits from one of 128 with a counter: HMAC's key is the same.)
#[test]
fn options_of_encryption() {
    let own = new_key("sect163k1");
    let ephemeral = new_key("sect163k1");
    let default = ecies::Options::default();
    let all = [
        default,
        ecies::Options { hash: Hash::Sha512, ..default },
        ecies::Options { kdf: ecies::Kdf::Hkdf, ..default },
        ecies::Options { cipher: ecies::Cipher::Aes192Ctr, ..default },
        ecies::Options { cipher: ecies::Cipher::Aes256Ctr, ..default },
        ecies::Options { cipher: ecies::Cipher::Xor, ..default },
        ecies::Options { cofactor: true, ..default },
        ecies::Options { compressed: true, ..default },
        ecies::Options { tag_bytes: 32, ..default },
        ecies::Options { binds_ephemeral: false, ..default },
        ecies::Options { derives_counter: true, ..default },
        ecies::Options { shared_info1: b"1", ..default },
        ecies::Options { shared_info2: b"2", ..default },
    ];
    let message = b"node 17: 21.5 degrees";
    let made = all.map(|options| ecies::encrypt_given(own.public_key(), message, &ephemeral, &options).unwrap());
    for (i, options) in all.iter().enumerate() {
        let overhead = ecies::overhead_bytes(own.curve(), options);
        assert_eq!(made[i].len(), message.len() + overhead);
        for (j, ciphertext) in made.iter().enumerate() {
            let found = ecies::decrypt(&own, ciphertext, options);
            let is_message = found.map_or(false, |found| found.as_bytes() == message);
            assert_eq!(i == j, is_message, "{options:?} {:?}", all[j]);
        }
        let ciphertext = ecies::encrypt(own.public_key(), message, options).unwrap();
        assert_eq!(ecies::decrypt(&own, &ciphertext, options).unwrap().as_bytes(), message);
        assert_eq!(ecies::decrypt(&own, &ciphertext[..overhead - 1], options).unwrap_err(), Error::Length);
    }
}

#[test]
fn refusals_of_encryption() {
    let (own, default) = (new_key("secp256r1"), ecies::Options::default());
    let mut ciphertext = ecies::encrypt(own.public_key(), b"", &default).unwrap();
    assert_eq!(ecies::decrypt(&own, &ciphertext, &default).unwrap().as_bytes(), b"");
    *ciphertext.last_mut().unwrap() ^= 1;
    assert_eq!(ecies::decrypt(&own, &ciphertext, &default).unwrap_err(), Error::Mac);
    let short = ecies::Options { tag_bytes: 7, ..default };
    assert_eq!(ecies::overhead_bytes(own.curve(), &short), 0);
    assert_eq!(ecies::encrypt(own.public_key(), b"?", &short).unwrap_err(), Error::Unsupported);
    assert_eq!(ecies::decrypt(&own, &ciphertext, &short).unwrap_err(), Error::Unsupported);
    let edwards = new_key("Ed25519");
    assert_eq!(ecies::encrypt(edwards.public_key(), b"?", &default).unwrap_err(), Error::Unsupported);
    let on_montgomery = new_key("Curve25519");
    let ciphertext = ecies::encrypt(on_montgomery.public_key(), b"letter", &default).unwrap();
    assert_eq!(ecies::decrypt(&on_montgomery, &ciphertext, &default).unwrap().as_bytes(), b"letter");
}

#[test]
fn encrypted_points() {
    for curve in curves() {
        for row in rows(curve, "elgamal-decrypt") {
            let ciphertext = [row.point("r").as_bytes(), row.point("c").as_bytes()].concat();
            assert_eq!(elgamal::decrypt_point(&row.private_key("d"), &ciphertext).unwrap(), row.point("m"));
        }
        let own = PrivateKey::generate(curve).unwrap();
        let point = PrivateKey::generate(curve).unwrap().public_key().clone();
        let ciphertext = elgamal::encrypt_point(own.public_key(), &point).unwrap();
        assert_eq!(elgamal::decrypt_point(&own, &ciphertext).unwrap(), point);
        assert_eq!(elgamal::decrypt_point(&own, &ciphertext[1..]).unwrap_err(), Error::Length);
        let full: Vec<u8> = (0..elgamal::capacity(curve).unwrap() as u8).collect();
        for message in [&b""[..], b"node 17", &full] {
            let embedded = elgamal::embed(curve, message).unwrap();
            assert_eq!(elgamal::extract(&embedded).unwrap().as_bytes(), message);
            let ciphertext = elgamal::encrypt(own.public_key(), message).unwrap();
            assert_eq!(elgamal::decrypt(&own, &ciphertext).unwrap().as_bytes(), message);
        }
        let long = [&full[..], b"?"].concat();
        assert_eq!(elgamal::encrypt(own.public_key(), &long).unwrap_err(), Error::MessageLength);
    }
    assert_eq!(elgamal::capacity(curve("secp256r1")), Ok(30));
    assert_eq!(elgamal::capacity(curve("Curve25519")), Err(Error::Unsupported));
}

/// What is hidden is hidden by the key derivation of the shared secret.
#[test]
fn hidden_messages() {
    let message = b"node 17: 21.5 degrees; node 18: 22 degrees; node 19: silent";
    for own in ["secp256r1", "Curve25519"].map(new_key) {
        for hash in [Hash::Sha256, Hash::Sha512] {
            let ciphertext = elgamal::hashed_encrypt(own.public_key(), message, hash).unwrap();
            assert_eq!(elgamal::hashed_decrypt(&own, &ciphertext, hash).unwrap().as_bytes(), message);
            let (ephemeral, hidden) = ciphertext.split_at(own.curve().public_key_bytes());
            let ephemeral = motecurve::PublicKey::from_bytes(own.curve(), ephemeral).unwrap();
            let pad = kdf::x963(&own.agree(&ephemeral).unwrap(), b"", hidden.len(), hash).unwrap();
            let shown: Vec<_> = hidden.iter().zip(pad.as_bytes()).map(|(a, b)| a ^ b).collect();
            assert_eq!(shown, message);
            assert_eq!(elgamal::hashed_decrypt(&own, &ciphertext[..30], hash).unwrap_err(), Error::Length);
        }
    }
}

/// HKDF is HMAC of HMAC (RFC 5869, 2), here written with digests alone.
#[test]
fn derived_keys() {
    fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
        let block = |mask: u8| -> Vec<u8> { (0..64).map(|i| key.get(i).unwrap_or(&0) ^ mask).collect() };
        let inner = Hash::Sha256.digest(&[&block(0x36)[..], text].concat());
        Hash::Sha256.digest(&[block(0x5c), inner].concat())
    }
    let secret = new_key("secp256r1").agree(new_key("secp256r1").public_key()).unwrap();
    let extracted = hmac(b"salt", secret.as_bytes());
    let first = hmac(&extracted, b"info\x01");
    let second = hmac(&extracted, &[&first[..], b"info\x02"].concat());
    let derived = kdf::hkdf(&secret, b"salt", b"info", 50, Hash::Sha256).unwrap();
    assert_eq!(derived.as_bytes(), &[first, second].concat()[..50]);
    assert_eq!(kdf::hkdf(&secret, b"", b"", 255 * 32 + 1, Hash::Sha256).unwrap_err(), Error::Length);
}

/// FIPS 180-4: digests of "abc" begin so (NIST, example values).
#[test]
fn digests() {
    let beginnings = [
        (Hash::Sha1, 20, "a9993e36"),
        (Hash::Sha224, 28, "23097d22"),
        (Hash::Sha256, 32, "ba7816bf"),
        (Hash::Sha384, 48, "cb00753f"),
        (Hash::Sha512, 64, "ddaf35a1"),
    ];
    for (hash, count, beginning) in beginnings {
        assert_eq!(hash.digest_bytes(), count);
        assert_eq!(hash.digest(b"abc")[..4], bytes(beginning));
    }
}

/// Signatures of a batch, each with its key and digest.
struct Signed {
    key: PrivateKey,
    digest: Vec<u8>,
    signature: Vec<u8>,
}

impl Signed {
    fn new(name: &str, number: usize, extended: bool) -> Signed {
        let (key, digest) = (new_key(name), Hash::Sha256.digest(&number.to_be_bytes()));
        let sign = if extended { PrivateKey::sign_ecdsa_digest_extended } else { PrivateKey::sign_ecdsa_digest };
        let signature = sign(&key, &digest).unwrap();
        Signed { key, digest, signature }
    }

    fn borrowed(&self) -> SignedDigest<'_> {
        SignedDigest { public_key: self.key.public_key(), digest: &self.digest, signature: &self.signature }
    }
}

#[test]
fn batches() {
    let mut signed: Vec<_> = (0..80).map(|i| Signed::new(NAMES[i % 2], i, false)).collect();
    signed[3].digest[0] ^= 1;
    signed[20].signature.pop();
    signed[41].signature.clear();
    signed[60].signature[0..32].fill(0);
    let mut expected = vec![Ok(()); signed.len()];
    expected[3] = Err(Error::Signature);
    (expected[20], expected[41], expected[60]) = (Err(Error::Length), Err(Error::Length), Err(Error::ScalarZero));
    let mut rows: Vec<_> = signed.iter().map(Signed::borrowed).collect();
    for threads in [None, NonZeroUsize::new(1), NonZeroUsize::new(3), NonZeroUsize::new(200)] {
        assert_eq!(verify_many(&rows, threads), expected);
    }
    let edwards = new_key("Ed25519");
    rows.push(SignedDigest { public_key: edwards.public_key(), digest: &[1; 32], signature: &[1; 64] });
    assert_eq!(verify_many(&rows, None).last(), Some(&Err(Error::Unsupported)));
    assert!(verify_many(&[], None).is_empty());
}

#[test]
fn batches_of_extended_signatures() {
    let mut signed: Vec<_> = (0..70).map(|i| Signed::new(NAMES[0], i, true)).collect();
    for one in &signed {
        let (public, standard) = (one.key.public_key(), &one.signature[..64]);
        assert_eq!(public.verify_ecdsa_digest(&one.digest, standard), Ok(()));
        assert_eq!(ecdsa::extend(public, &one.digest, standard).unwrap(), one.signature);
    }
    let two = NonZeroUsize::new(2);
    let all_valid = |found: Vec<Result<(), Error>>| found.iter().all(Result::is_ok);
    assert!(all_valid(verify_many_extended(&signed.iter().map(Signed::borrowed).collect::<Vec<_>>(), two)));
    assert!(!all_valid(verify_many(&signed.iter().map(Signed::borrowed).collect::<Vec<_>>(), two)));
    signed[69].digest[0] ^= 1;
    let found = verify_many_extended(&signed.iter().map(Signed::borrowed).collect::<Vec<_>>(), two);
    assert_eq!(found[69], Err(Error::Signature));
    assert!(found[..69].iter().all(Result::is_ok));
    let found = ecdsa::extend(signed[69].key.public_key(), &signed[69].digest, &signed[69].signature[..64]);
    assert_eq!(found, Err(Error::Signature));
    assert_eq!(ecdsa::extended_signature_bytes(curve("Ed25519")), Err(Error::Unsupported));
}
