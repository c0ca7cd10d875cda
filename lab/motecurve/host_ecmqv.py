"""ECMQV of the host library on octet strings."""

from motecurve.host import PublicInterface, Status


class EcmqvInterface(PublicInterface):
    """The functions of include/motecurve/ecmqv.h."""

    def ecmqv(self, private_keys: tuple[bytes, bytes], public_keys: tuple[bytes, ...], curve: str):
        """Status and shared secret of the own private keys, static and ephemeral, and of public keys: the own ephemeral
        one, the peer's static and its ephemeral one. The lengths passed are those of the first of each."""
        output, sizes = self._output(curve, "field"), (len(private_keys[0]), len(public_keys[0]))
        status: Status = self._call("mc_ecmqv", output, *private_keys, *public_keys, *sizes, curve=curve)
        return status, output.raw
