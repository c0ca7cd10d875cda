"""GLS254 for ARM with UMAAL: products, sums and squares in F_2^254 = F_2^127(u) (src/gls/gls.h)."""

from codegen.armv7.gls.products import multiplications
from codegen.armv7.gls.sums import sums
from codegen.armv7.kernel import Kernel
from codegen.kernel_fields import BinaryField


def quadratic_kernels(field: BinaryField) -> list[Kernel]:
    return [*multiplications(field), *sums(field)]
