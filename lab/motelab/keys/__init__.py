"""Keys and signatures as other programs exchange them. The arithmetic is the C library's; here are the files.

model: keys and what is done with them. signatures: ECDSA or EdDSA, by the key. structures, parameters, encryption, pem:
the parts of key files. files: whole files. streams: reading and writing them. options: what the commands share.

Uses library, subjects, common. Start at model."""
