"""Many expressions: checked in pairs, grouped, made shorter; the rules of a space."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ._arguments import listed, read_together, seconds_of, shared_domain, terms_of, whole
from ._html import table
from ._library import Error, array_of, checked, failure, lib, name_of, operators_of, take_texts
from .verdict import ANSWERS


def check(
    pairs: Iterable[Tuple[Any, Any]],
    *,
    domain: Optional[str] = None,
    timeout: float = 10,
    threads: int = 1,
    strict: bool = False,
    assume: str = "",
) -> List[str]:
    """The answer for each pair: 'equivalent', 'different', 'undecided', or 'error' where it cannot be read.

    domain: as in `equivalent`, each pair by itself. strict, assume: as in `equivalent`, the same for all pairs.

    >>> check([("a & b", "b & a"), ("a", "b"), ("x +", "x")])
    ['equivalent', 'different', 'error']
    >>> check([("sqrt(x^2)", "x"), ("sqrt(y^2)", "y")], assume="x > 0")
    ['equivalent', 'different']
    """
    waited, workers, terms = seconds_of("timeout", timeout), whole("threads", threads, 1), terms_of(strict, assume)
    answers: List[str] = []
    asked: Dict[Optional[bytes], List[Tuple[int, bytes, bytes]]] = {}  # by domain: the number of a pair and its texts
    if domain is not None or assume:
        asked[shared_domain(domain, [], assume)] = []  # which has to be one even where there is nothing to ask
    for number, pair in enumerate(listed(pairs, "pairs of expressions")):
        if isinstance(pair, str):
            raise TypeError(f"pair {number + 1} is a str; a pair of expressions is wanted, as (left, right)")
        left, right = pair
        own = shared_domain(domain, (left, right), assume)
        answers.append("error")
        try:
            own, texts = read_together(own, (left, right))
        except Error:
            continue
        asked.setdefault(own, []).append((number, texts[0], texts[1]))
    for own, some in asked.items():
        count = len(some)
        verdicts = (ctypes.c_int * count)()
        lefts, rights = array_of([one for _, one, _ in some]), array_of([other for _, _, other in some])
        if lib.eqnet_check_on(own, lefts, rights, count, waited, workers, terms, verdicts, count) < 0:
            raise failure()
        for (number, _, _), verdict in zip(some, verdicts):
            if verdict >= 0:
                answers[number] = ANSWERS[verdict]
    return answers


def group(expressions: Iterable[Any], *, domain: Optional[str] = None, timeout: float = 10) -> List[List[str]]:
    """The expressions in groups of the same meaning, in the order in which they came. Every group is proved.

    domain: as in `equivalent`, one for all.

    >>> group(["x*x + x", "x*y", "x*(x + 1)", "y*x"])
    [['x*x + x', 'x*(x + 1)'], ['x*y', 'y*x']]
    """
    all_of_them = listed(expressions)
    own, texts = read_together(shared_domain(domain, all_of_them), all_of_them)
    count = len(texts)
    numbers = (ctypes.c_size_t * count)()
    found = lib.eqnet_group(own, array_of(texts), count, seconds_of("timeout", timeout), numbers, count)
    groups: List[List[str]] = [[] for _ in range(checked_count(found))]
    for text, number in zip(texts, numbers):
        groups[number].append(text.decode(errors="replace"))
    return groups


def checked_count(result: int) -> int:
    if result < 0:
        raise failure()
    return int(result)


@dataclass(frozen=True)
class Step:
    """A part of an expression and what took its place."""

    before: str
    after: str


@dataclass(frozen=True)
class Simplified:
    """A shortest equivalent expression that was found."""

    text: str
    before: int
    """nodes of what was given"""
    after: int
    """nodes of the result"""
    minimal: bool
    """whether it is known that nothing is shorter"""
    finished: bool
    """whether the search came to its end within its time"""
    proof: str
    """how it was proved to be equivalent"""
    steps: Tuple[Step, ...] = ()
    condition: str = ""
    """where one of the two, real functions, has no value: the first is what was given"""

    def __str__(self) -> str:
        return self.text

    def __eqnet__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        known = "nothing shorter is equivalent" if self.minimal else "not known to be the shortest"
        rows = [("result", self.text), ("nodes", f"{self.after}, before {self.before}"), ("", known), ("proved by", self.proof)]
        return table(rows + ([("where both have a value", self.condition)] if self.condition else []))


class _Simplifiers:
    """One per (domain, operators, timeout): they keep tables that take a moment to make. One thread at a time."""

    def __init__(self) -> None:
        self._open: Dict[Tuple[Optional[bytes], Optional[bytes], float], int] = {}
        self._lock = threading.Lock()

    def run(self, domain: bytes, operators: Optional[bytes], timeout: float, text: bytes) -> Simplified:
        with self._lock:
            key = (domain, operators, timeout)
            if key not in self._open:
                self._open[key] = checked(lib.eqnet_simplifier_open(domain, operators, timeout))
            result = lib.eqnet_simplifier_run(self._open[key], text)
            if not result:
                raise failure()
            try:
                own = result.contents
                if not own.allowed:
                    raise Error(f"no form of {text.decode(errors='replace')!r} with these operators is known; allow more")
                steps = tuple(Step(own.from_[i].decode(), own.to[i].decode()) for i in range(own.step_count))
                return Simplified(
                    own.text.decode(),
                    own.before,
                    own.after,
                    bool(own.minimal),
                    bool(own.finished),
                    own.method.decode(),
                    steps,
                    own.condition.decode(),
                )
            finally:
                lib.eqnet_simplified_close(result)


_simplifiers = _Simplifiers()


def simplify(expression: Any, *, domain: Optional[str] = None, operators: Any = None, timeout: float = 10) -> Simplified:
    """A shortest equivalent expression, proved.

    operators: those that the result may have, as "and,or,not" or a list; None: the domain's usual ones and the
    expression's own.

    >>> simplify("a & b | a & ~b").text
    'a'
    >>> simplify("a xor b", operators="and,or,not").text
    '(a | b) & ~(a & b)'
    >>> shorter = simplify("(x^2 - 1)/(x - 1)")
    >>> shorter.text, shorter.condition
    ('x + 1', 'the first has no value where x = 1')
    """
    own, (text,) = read_together(shared_domain(domain, [expression]), [expression])
    if own is None:
        own = bytes(lib.eqnet_guess(text))
    return _simplifiers.run(own, operators_of(operators), seconds_of("timeout", timeout), text)


def key(expression: Any, *, domain: Optional[str] = None) -> Optional[str]:
    """A text that two expressions of a domain share if and only if they mean the same; None where there is none for it.

    >>> key("a & b") == key("b & a"), key("a & b") == key("a | b")
    (True, False)
    """
    own, (text,) = read_together(shared_domain(domain, [expression]), [expression])
    keys = take_texts(lib.eqnet_key(own, text))
    return keys[0] if keys else None


def rules(domain: str, max_size: int, *, operators: Any = None, variables: int = 3) -> List[str]:
    """The rewrite rules of a space, from which all its equations follow, as "left = right".

    >>> rules("boolean", 3, operators="and,not")
    ['a & b = b & a', 'a & a = a', '~~a = a']
    """
    sizes = whole("variables", variables), whole("max_size", max_size, 1)
    return take_texts(lib.eqnet_rules(name_of(domain), operators_of(operators), *sizes))
