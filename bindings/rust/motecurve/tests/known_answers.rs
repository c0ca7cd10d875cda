//! Known answers of the RFCs, and refusals.

mod known;

use known::{bytes, key};
use motecurve::{ecdsa, Curve, Error, ExpandedKey, Hash, PrivateKey, PublicKey};

/// RFC 6979, A.2.5.
const SCALAR: &str = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
const POINT: &str = "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
                     7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
const SIGNATURE: &str = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
                         f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";

#[test]
fn ecdsa() {
    let own = key("P-256", SCALAR);
    assert_eq!(own.public_key().as_bytes(), bytes(POINT));
    let signature = own.sign_ecdsa(b"sample").unwrap();
    assert_eq!(signature, bytes(SIGNATURE));
    assert_eq!(own.public_key().verify_ecdsa(b"sample", &signature), Ok(()));
    assert_eq!(own.public_key().verify_ecdsa(b"simple", &signature), Err(Error::Signature));
    assert_eq!(own.public_key().verify_ecdsa(b"sample", &signature[1..]), Err(Error::Length));
}

#[test]
fn digests() {
    let own = key("P-256", SCALAR);
    let digest = bytes("af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf"); // of "sample"
    assert_eq!(own.sign_ecdsa_digest(&digest).unwrap(), bytes(SIGNATURE));
    assert_eq!(own.public_key().verify_ecdsa_digest(&digest, &bytes(SIGNATURE)), Ok(()));
}

#[test]
fn other_hash_functions() {
    let own = key("P-256", SCALAR);
    let signature = own.sign_ecdsa_with_hash(b"sample", Hash::Sha512).unwrap();
    let expected = "8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00\
                    2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe";
    assert_eq!(signature, bytes(expected));
    assert_eq!(own.public_key().verify_ecdsa_with_hash(b"sample", &signature, Hash::Sha512), Ok(()));
    assert_eq!(own.public_key().verify_ecdsa(b"sample", &signature), Err(Error::Signature));
    assert_eq!(own.public_key().verify_ecdsa_digest(&Hash::Sha512.digest(b"sample"), &signature), Ok(()));
}

#[test]
fn hedged_and_checked_signatures() {
    let (own, digest) = (key("P-256", SCALAR), Hash::Sha256.digest(b"sample"));
    assert_eq!(own.sign_ecdsa_digest_checked(&digest).unwrap(), bytes(SIGNATURE));
    let ways = [
        PrivateKey::sign_ecdsa_digest_hedged,
        PrivateKey::sign_ecdsa_digest_hedged_checked,
        PrivateKey::sign_ecdsa_digest_random,
    ];
    for sign in ways {
        let (one, other) = (sign(&own, &digest).unwrap(), sign(&own, &digest).unwrap());
        assert!(one != other && one != bytes(SIGNATURE));
        assert_eq!(own.public_key().verify_ecdsa_digest(&digest, &one), Ok(()));
        assert_eq!(sign(&own, &[]).unwrap_err(), Error::DigestLength);
    }
}

/// Both numbers of the signature begin with a bit that is set, so that DER puts a zero before each (X.690, 8.3).
#[test]
fn der() {
    let (curve, signature) = (Curve::find("P-256").unwrap(), bytes(SIGNATURE));
    let encoded = ecdsa::to_der(curve, &signature).unwrap();
    let parts = [&[0x30, 0x46, 2, 0x21, 0], &signature[..32], &[2, 0x21, 0], &signature[32..]];
    assert_eq!(encoded, parts.concat());
    assert_eq!(ecdsa::from_der(curve, &encoded).unwrap(), signature);
    assert_eq!(ecdsa::from_der(curve, &[&encoded[..], &[0]].concat()), Err(Error::Trailing));
    assert_eq!(ecdsa::from_der(curve, &[0x31, 0]), Err(Error::Encoding));
    assert_eq!(ecdsa::to_der(curve, &[0; 64]), Err(Error::ScalarZero));
    let short = [&[0; 31], &[1][..], &[0; 31], &[2]].concat();
    assert_eq!(ecdsa::to_der(curve, &short).unwrap(), [0x30, 6, 2, 1, 1, 2, 1, 2]);
}

/// The s of RFC 6979 is above n/2; n - s was computed with Python.
#[test]
fn the_lower_of_two_signatures() {
    let (own, signature) = (key("P-256", SCALAR), bytes(SIGNATURE));
    let (public, digest) = (own.public_key(), Hash::Sha256.digest(b"sample"));
    let lower = ecdsa::normalise(own.curve(), &signature).unwrap();
    assert_eq!(lower[..32], signature[..32]);
    assert_eq!(lower[32..], bytes("0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9"));
    assert_eq!(public.verify_ecdsa_digest(&digest, &lower), Ok(()));
    assert_eq!(public.verify_ecdsa_digest_strict(&digest, &lower), Ok(()));
    assert_eq!(public.verify_ecdsa_digest_strict(&digest, &signature), Err(Error::HighS));
}

/// RFC 7748, 6.1.
#[test]
fn x25519() {
    let alice = key("Curve25519", "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    let bob = key("Curve25519", "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    let secret = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    assert_eq!(alice.agree(bob.public_key()).unwrap().as_bytes(), secret);
    assert_eq!(bob.agree(alice.public_key()).unwrap().as_bytes(), secret);
    assert_eq!(alice.sign_ecdsa(b"").unwrap_err(), Error::Unsupported);
}

/// RFC 8032, 7.1, test 2.
#[test]
fn ed25519() {
    let own = key("Ed25519", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    let public = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    assert_eq!(own.public_key().as_bytes(), public);
    let signature = own.sign_eddsa(&[0x72]).unwrap();
    assert_eq!(
        signature,
        bytes(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
    );
    assert_eq!(own.public_key().verify_eddsa(&[0x72], &signature), Ok(()));
    assert_eq!(own.public_key().verify_eddsa(&[0x73], &signature), Err(Error::Signature));
}

/// RFC 8032, 7.2, the first, and 7.3.
#[test]
fn ed25519_of_a_context_and_of_a_digest() {
    let own = key("Ed25519", "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6");
    let message = bytes("f726936d19c800494e3fdaff20b276a8");
    let signature = own.sign_eddsa_context(&message, b"foo").unwrap();
    let expected = "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a\
                    8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d";
    assert_eq!(signature, bytes(expected));
    assert_eq!(own.public_key().verify_eddsa_context(&message, b"foo", &signature), Ok(()));
    assert_eq!(own.public_key().verify_eddsa_context(&message, b"bar", &signature), Err(Error::Signature));
    assert_eq!(own.sign_eddsa_context(&message, &[0; 256]), Err(Error::ContextLength));
    let expanded = ExpandedKey::new(&own).unwrap();
    assert_eq!(expanded.sign(&message, b"foo").unwrap(), signature);
    assert_eq!(expanded.sign(&message, &[0; 256]), Err(Error::ContextLength));

    let own = key("Ed25519", "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42");
    let digest = Hash::Sha512.digest(b"abc");
    let signature = own.sign_eddsa_digest(&digest, b"").unwrap();
    let expected = "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41\
                    31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406";
    assert_eq!(signature, bytes(expected));
    assert_eq!(own.public_key().verify_eddsa_digest(&digest, b"", &signature), Ok(()));
    assert_eq!(own.public_key().verify_eddsa_digest(&digest, b"?", &signature), Err(Error::Signature));
    assert_eq!(own.sign_eddsa_digest(&digest[1..], b""), Err(Error::DigestLength));
}

#[test]
fn generated_keys_agree() {
    let curve = Curve::find("secp256r1").unwrap();
    let (own, other) = (PrivateKey::generate(curve).unwrap(), PrivateKey::generate(curve).unwrap());
    assert_ne!(own.as_bytes(), other.as_bytes());
    let secret = own.agree(other.public_key()).unwrap();
    assert_eq!(secret.as_bytes(), other.agree(own.public_key()).unwrap().as_bytes());
    assert_eq!(secret.as_bytes().len(), curve.field_bytes());
    let again = PrivateKey::from_bytes(curve, own.as_bytes()).unwrap();
    assert_eq!(again.public_key(), own.public_key());
}

#[test]
fn points() {
    let curve = Curve::find("secp256r1").unwrap();
    let public = PublicKey::from_bytes(curve, &bytes(POINT)).unwrap();
    let compressed = public.to_compressed().unwrap();
    assert_eq!(compressed[0], 3);
    assert_eq!(PublicKey::from_point(curve, &compressed).unwrap(), public);
    assert_eq!(PublicKey::from_point(curve, public.as_bytes()).unwrap(), public);
}

#[test]
fn refusals() {
    let curve = Curve::find("secp256r1").unwrap();
    let mut point = bytes(POINT);
    point[64] ^= 1;
    assert_eq!(PublicKey::from_bytes(curve, &point).unwrap_err(), Error::NotOnCurve);
    assert_eq!(PublicKey::from_bytes(curve, &[]).unwrap_err(), Error::Length);
    assert_eq!(PrivateKey::from_bytes(curve, &[0; 32]).unwrap_err(), Error::ScalarZero);
    assert_eq!(PrivateKey::from_bytes(curve, &[0xff; 32]).unwrap_err(), Error::ScalarRange);
    let of_another = key("Curve25519", SCALAR);
    let own = key("P-256", SCALAR);
    assert_eq!(own.agree(of_another.public_key()).unwrap_err(), Error::NotOnCurve);
    assert!(Curve::find("secp256r2").is_none() && Curve::find("P-256\0").is_none());
    assert_eq!(Error::NotOnCurve.to_string(), "no point of the curve has these coordinates, or this x");
}

#[test]
fn curves() {
    let names: Vec<_> = Curve::all().map(Curve::name).collect();
    assert!(names.contains(&"secp256r1") && names.contains(&"Ed25519"));
    let curve = Curve::find("1.2.840.10045.3.1.7").unwrap();
    assert_eq!(format!("{curve:?}"), "Curve(secp256r1)");
    assert_eq!((curve.private_key_bytes(), curve.public_key_bytes(), curve.signature_bytes()), (32, 65, 64));
    assert_eq!(Some(curve), Curve::find("P-256"));
}

#[test]
fn secrets_are_not_printed() {
    let own = key("P-256", SCALAR);
    let printed = format!("{own:?} {:?}", own.agree(own.public_key()).unwrap());
    assert!(printed.contains("Secret(32 bytes)"));
    assert!(!printed.to_lowercase().contains("c9af") && !printed.contains("201, 175"));
}

#[test]
fn keys_may_be_used_by_other_threads() {
    fn is_sent<T: Send + Sync>() {}
    is_sent::<PrivateKey>();
    is_sent::<PublicKey>();
    is_sent::<Curve>();
}
