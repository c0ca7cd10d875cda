"""Public test vectors and our answers to them.

checks: what a case is, and running many. cavp: the reader of NIST's files; cavp_checks: their cases. wycheproof: their
groups; wycheproof_keys: the keys in them; decisions: which cases that they leave open are accepted. known_answers: our
own. digests: hash functions by any spelling. files: which of these a file is.

Uses keys, library, subjects, common. Start at files."""
