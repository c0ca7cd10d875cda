"""Public test vectors and our answers to them.

checks: a case, and running many. cavp: the reader of NIST's files; cavp_checks: their cases. wycheproof: their
groups; wycheproof_keys: the keys in them; decisions: which of the cases that they leave open are accepted.
known_answers: our own. digests: hash functions by any spelling. files: the kind of a file.

Uses keys, library, subjects, common. Start at files."""
