"""Exact equivalence of two expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional

from ._arguments import read_together, seconds_of, shared_domain, terms_of
from ._html import table
from ._library import failure, lib

ANSWERS = ("different", "equivalent", "undecided")  # by eqnet_verdict


@dataclass(frozen=True)
class Verdict:
    """Whether two expressions mean the same. True in an `if` only when they do."""

    answer: str
    """'equivalent', 'different' or 'undecided'"""
    method: str
    """how it was decided, or why it was not"""
    domain: str = ""
    """that the expressions were read in"""
    witness: Optional[Dict[str, str]] = field(default=None, hash=False)  # a dict has no hash
    """different: values of the variables under which the two have different values"""
    left: str = ""
    """the first one's value there, where it is known and not too long to show"""
    right: str = ""
    """the second one's value there"""
    note: str = ""
    """what may have been misread, or was assumed of a variable that occurs nowhere"""
    condition: str = ""
    """equivalent: where one of the two has no value"""
    expressions: "tuple[str, str]" = field(default=("", ""), compare=False)

    def __bool__(self) -> bool:
        return self.answer == "equivalent"

    def __repr__(self) -> str:
        if self.answer != "different":
            where = f" where both have a value: {self.condition}" if self.condition else ""
            return f"{self.answer}{where} ({self.method})"
        at = ", ".join(f"{name} = {value}" for name, value in (self.witness or {}).items())
        where = f"at {at}" if at else "at every point"
        values = f" the first is {self.left} and the second is {self.right}" if self.left and self.right else ""
        return f"different: {where}{values}" + (f"; note: {self.note}" if self.note else "")

    def _repr_html_(self) -> str:
        rows = [("first", self.expressions[0]), ("second", self.expressions[1]), ("verdict", self.answer)]
        if self.witness:
            rows.append(("witness", ", ".join(f"{name} = {value}" for name, value in self.witness.items())))
        if self.left and self.right:
            rows.append(("values there", f"{self.left} and {self.right}"))
        if self.condition:
            rows.append(("where both have a value", self.condition))
        rows.append(("by", self.method))
        if self.note:
            rows.append(("note", self.note))
        return table(rows)


def equivalent(
    left: Any,
    right: Any,
    *,
    domain: Optional[str] = None,
    timeout: float = 10,
    strict: bool = False,
    assume: str = "",
) -> Verdict:
    """Decides exactly whether two expressions mean the same.

    domain: "boolean", "polynomial", "real" or the path of an algebra's .toml file; None: that of an eqnet.Expression or
    a SymPy expression among the two, else by the operators used.
    timeout: seconds to search before the answer is undecided.
    strict: whether real functions must also have values at the same points.
    assume: what is known of real variables, as "x > 0, 0 < y <= 1, n integer".

    >>> equivalent("a -> b", "~a | b")
    equivalent (truth table)
    >>> verdict = equivalent("a -> b", "b -> a")
    >>> verdict.witness, verdict.left, verdict.right
    ({'a': '1', 'b': '0'}, '0', '1')
    >>> equivalent("sqrt(x)^2", "x", strict=True).answer
    'different'
    >>> equivalent("sqrt(x)^2", "x", strict=True, assume="x >= 0")
    equivalent (normal form)
    >>> equivalent("sqrt(x^2)", "x", assume="x is nice")
    Traceback (most recent call last):
    ...
    eqnet.Error: assumption 'x is nice' was not understood: write x > 0, 0 < y <= 1, z != 2, n integer or m, n integer, separated by commas
    >>> equivalent("a &", "a")
    Traceback (most recent call last):
    ...
    eqnet.Error: left, column 4: found the end, expected a variable, 'false', 'true', '~' or '('
    """
    terms = terms_of(strict, assume)
    read_in, texts = read_together(shared_domain(domain, (left, right), assume), (left, right))
    decision = lib.eqnet_decide_on(read_in, texts[0], texts[1], seconds_of("timeout", timeout), terms)
    if not decision:
        raise failure()
    try:
        own = decision.contents
        count = own.witness_count
        return Verdict(
            ANSWERS[own.verdict],
            own.method.decode(),
            own.domain.decode(),
            {own.names[i].decode(): own.values[i].decode() for i in range(count)} if own.verdict == 0 else None,
            own.left.decode(),
            own.right.decode(),
            own.note.decode(),
            own.condition.decode(),
            (texts[0].decode(errors="replace"), texts[1].decode(errors="replace")),
        )
    finally:
        lib.eqnet_decision_close(decision)
