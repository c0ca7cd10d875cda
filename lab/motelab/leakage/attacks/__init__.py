"""Attacks that compute a secret from traces: what they give is compared with the secret, in hand."""
