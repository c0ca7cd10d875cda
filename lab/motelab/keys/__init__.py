"""Keys and signatures as other programs exchange them. The arithmetic is the C library's; here are the files.

model: keys and what is done with them. signatures: ECDSA or EdDSA, by the key. files: key files, which the package
motecurve reads and writes; parameters: the curves in them. streams: reading and writing. options: what the commands
share.

Uses library, subjects, common. Start at model."""
