"""How far apart floors can be. A floor f = floor(L / M) is L / M less something from 0 to (M - 1) / M. With the floors
in L estimated in the same way, f is a rational form of digits plus an error in known bounds. Two floors of nearly the
same number have nearly proportional forms, so f - r g has few values for some whole r, where f and g have many."""

from fractions import Fraction

from motelab.prove.domains.polynomials import Polynomial, Variables, plus

Form = dict[tuple[int, ...], Fraction]
Estimate = tuple[Form, Fraction, Fraction]  # a form of digits, and bounds of what is added to it


class Estimates:
    """Estimates of the floors of one execution."""

    def __init__(self, variables: Variables):
        self.variables = variables
        self.kept: dict[int, Estimate] = {}

    def of(self, p: Polynomial) -> Estimate:
        total: Form = {}
        low = high = Fraction(0)
        for m, c in p.items():
            one = self.variables.all[m[0]] if len(m) == 1 else None
            if one is None or one.definition is None:
                add(total, {m: Fraction(1)}, c)
                continue
            form, least, most = self.of_variable(m[0])
            add(total, form, c)
            low += c * (least if c > 0 else most)
            high += c * (most if c > 0 else least)
        return total, low, high

    def of_variable(self, v: int) -> Estimate:
        if v not in self.kept:
            one = self.variables.all[v]
            form, low, high = self.of(one.definition)
            if one.base:
                form = {m: c / one.base for m, c in form.items()}
                low, high = (low - one.base + 1) / one.base, high / one.base
            self.kept[v] = form, low, high
        return self.kept[v]

    def bounds(self, p: Polynomial) -> tuple[int, int]:
        """The least and the greatest whole number that p can be."""
        form, low, high = self.of(p)
        for m, c in form.items():
            most = 1
            for v in m:
                most *= self.variables.all[v].high
            if c > 0:
                high += c * most
            else:
                low += c * most
        least, most = self.variables.interval(p)
        return max(least, -((-low.numerator) // low.denominator)), min(most, high.numerator // high.denominator)

    def width(self, p: Polynomial) -> int:
        low, high = self.bounds(p)
        return high - low

    def narrow(self, floors: list[int]) -> list[Polynomial]:
        """For each floor, itself less whole multiples of earlier ones, such that it has few values. All floors are
        whole if and only if all these are."""
        found = []
        for place, f in enumerate(floors):
            best = {(f,): 1}
            width = self.width(best)
            while width > 1:
                others = [plus(best, {(g,): 1}, -r) for g in floors[:place] if (r := self.ratio(best, g))]
                other = min(others, key=self.width, default=best)
                if self.width(other) >= width:
                    break
                best, width = other, self.width(other)
            found.append(best)
        return found

    def ratio(self, p: Polynomial, g: int) -> int:
        """The whole number of times that g goes into p."""
        form, other = self.of(p)[0], self.of_variable(g)[0]
        shared = [m for m in other if m and m in form]
        if not shared:
            return 0
        top = max(shared, key=lambda m: abs(form[m]) * self.variables.all[m[0]].high)
        return round(form[top] / other[top])


def add(total: Form, form: Form, factor: int) -> None:
    for m, c in form.items():
        value = total.get(m, 0) + c * factor
        if value:
            total[m] = value
        else:
            del total[m]
