"""The host library, built and called from Python: bindings has the public functions, by the package motecurve, and
symmetric those of hash functions, HMAC and AES; host builds it and has the members of its fields; native_build has the
builds that are measured, field_build those of one field; bound_members asks the headers which members are bound.

Uses motecurve, subjects and common. Start at bindings: curve(name)."""
