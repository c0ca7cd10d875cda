"""What is deployed beside the project's schemes: EDHOC over CoAP with OSCORE, DTLS with raw public keys, a hybrid with
ML-KEM. Octets come from the RFCs' formats, computations from committed records.

coap, dtls: messages, octet by octet. frames: what carries them. protocols: who computes and sends what.
rows: `./motecurve network compare --deployed`. Start with protocols."""
