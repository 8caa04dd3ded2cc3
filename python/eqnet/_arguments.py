"""What users give: expressions and the domain that they are of, lists, numbers."""

from __future__ import annotations

import operator
import os
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._library import Error, Terms, lib, name_of


def encoded(text: Any) -> bytes:
    """The bytes of an expression: a str, or anything with a meaning as text, such as a SymPy expression."""
    if not isinstance(text, str):
        from .sympy_bridge import is_sympy, from_sympy

        if is_sympy(text):
            text = from_sympy(text)
        elif hasattr(text, "__eqnet__"):
            text = text.__eqnet__()
        else:
            raise TypeError(f"an expression is a str, an eqnet.Expression or a SymPy expression, not {type(text).__name__}")
    return _bytes_of(text, "an expression")


def _bytes_of(text: str, what: str) -> bytes:
    if "\0" in text:
        raise Error(f"{what} has a zero character in it")
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise Error(f"{what} has {text[error.start]!r} in it, which is no character") from None


def terms_of(strict: bool, assume: str) -> Terms:
    if not isinstance(assume, str):
        raise TypeError(f"assume is a str such as 'x > 0, n integer', not {type(assume).__name__}")
    return Terms(1 if strict else 0, _bytes_of(assume, "assume"))


def own_domain(expression: Any) -> Optional[str]:
    """The domain that an expression says it is of. A str says nothing, and nor does a symbol of SymPy's alone."""
    if isinstance(expression, str):
        return None
    from .expression import Expression
    from .sympy_bridge import domain_of_sympy, is_sympy

    if isinstance(expression, Expression):
        return expression.domain
    return domain_of_sympy(expression) if is_sympy(expression) else None


def shared_domain(domain: Optional[str], expressions: Sequence[Any], assume: str = "") -> Optional[bytes]:
    """`domain`, else the one that the expressions say they are of, else None: the library goes by their operators.

    A polynomial of SymPy's is a real function too, beside others or where something is assumed.
    """
    if domain is not None:
        return name_of(domain)
    from .sympy_bridge import is_sympy

    found: List[str] = []
    may_be_real = True
    for one in expressions:
        own = own_domain(one)
        if own == "polynomial" and not is_sympy(one):
            may_be_real = False
        if own is None or own in found:
            continue
        if not any(os.path.realpath(own) == os.path.realpath(other) for other in found):  # two ways to write one path
            found.append(own)
    if found == ["polynomial"] and may_be_real and (assume or any(map(_is_real_text, expressions))):
        found = ["real"]
    if sorted(found) == ["polynomial", "real"] and may_be_real:
        found = ["real"]
    if len(found) > 1:
        raise Error(f"expressions of two domains, {found[0]} and {found[1]}, are given; say with domain= which to read them in")
    if not found and assume:
        return b"real"  # as the library chooses, too
    return name_of(found[0] if found else None)


def _is_real_text(expression: Any) -> bool:
    try:
        return isinstance(expression, str) and bool(lib.eqnet_guess(encoded(expression)) == b"real")
    except Error:
        return False  # whoever reads it says so


def read_together(domain: Optional[bytes], expressions: Sequence[Any]) -> Tuple[Optional[bytes], List[bytes]]:
    """The domain and the texts of expressions in which a name means one thing. domain: of shared_domain."""
    texts = [encoded(one) for one in expressions]
    if all(isinstance(one, str) for one in expressions):
        return domain, texts
    from .sympy_bridge import check_names, is_sympy, note_symbols

    symbols: Dict[str, Any] = {}
    for one in expressions:
        if is_sympy(one):
            note_symbols(one, symbols)
    if symbols:
        domain = domain if domain is not None else bytes(lib.eqnet_guess(b"\n".join(texts)))
        check_names(symbols, os.fsdecode(domain))
    return domain, texts


def listed(things: Any, what: str = "expressions") -> List[Any]:
    """The members of a list. One text would be taken for a list of its letters."""
    if isinstance(things, (str, bytes)) or hasattr(things, "__eqnet__"):
        raise TypeError(f"a list of {what} is wanted, not one {type(things).__name__}")
    return list(things)


def pointer_of(thing: Any, kind: type) -> Any:
    """What the library knows an object by. Of another kind it would be taken for one of these, and memory with it."""
    if not isinstance(thing, kind):
        raise TypeError(f"an eqnet.{kind.__name__} is wanted, not {type(thing).__name__}")
    return getattr(thing, "_pointer")


def whole(name: str, value: Any, least: int = 0) -> int:
    """A number that C's size_t can hold; ctypes would wrap others around."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
    if not least <= number < 2**64:
        raise ValueError(f"{name} is {number}, and must be at least {least}" + (" and below 2**64" if number > 0 else ""))
    return number


def seconds_of(name: str, value: Any) -> float:
    number = float(value)
    if not number >= 0:  # NaN is neither
        raise ValueError(f"{name} is {number}, and must be at least 0 seconds")
    return number
