"""The host library, built and called from Python: host has its fields, curves and public interface, a host_<part> each
further header; native_build has the builds that are measured, field_build those of one field; host_bindings asks the
headers which members the library binds.

Uses subjects and common. Start at host: Library(word_bits)."""
