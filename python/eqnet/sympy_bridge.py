"""SymPy's expressions, taken and given. SymPy is imported only when it is needed."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ._library import Error, lib, name_of, take_texts


def is_sympy(thing: Any) -> bool:
    """Whether it is one of SymPy's expressions; where SymPy was never imported, nothing is."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(thing, sympy.Basic)


def domain_of_sympy(expression: Any) -> Optional[str]:
    """A symbol alone may be of either."""
    import sympy
    from sympy.logic import boolalg

    if isinstance(expression, sympy.Symbol):
        return None
    return "boolean" if isinstance(expression, boolalg.Boolean) else "polynomial"


def note_symbols(expression: Any, symbols: Dict[str, Any]) -> None:
    """Adds an expression's symbols by their names, which are all that its text has of them."""
    import sympy

    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, sympy.Symbol) and symbols.setdefault(str(node.name), node) != node:
            raise Error(
                f"two different symbols of SymPy's have the name {node.name!r}, by which alone a text tells them apart; "
                "rename one"
            )
        stack.extend(node.args)


@lru_cache(maxsize=10000)
def is_variable(name: str, domain: str) -> bool:
    """Whether a domain reads a name as that of a variable: as one leaf, whose value a witness may choose."""
    from .verdict import equivalent

    def read(text: str) -> List[str]:
        return take_texts(lib.eqnet_print(name_of(domain), text.encode(), b"s_expression"))

    read("_")  # a domain that is not known is an error of its own
    if domain == "open":  # without operators or constants
        return True
    try:
        return read(name) == [name] and name in (equivalent(name, "_" + name, domain=domain).witness or {})
    except (Error, UnicodeEncodeError):
        return False


def check_names(names: Iterable[str], domain: str) -> None:
    for name in names:
        if "\0" in name or not is_variable(name, domain):
            raise Error(f"{domain} expressions have no variable {name!r}: it would be read as something else; rename the symbol")


def from_sympy(expression: Any) -> str:
    """The text of a SymPy expression, boolean or a polynomial with whole coefficients. eqnet.Error where there is none.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> from_sympy(x >> y), from_sympy((x + y)**2 - 3)
    ('x >> y', '-3 + (x + y)**2')
    """
    import sympy
    from sympy.logic import boolalg

    def joined(sign: str) -> Any:
        return lambda parts: sign.join(f"({part})" for part in parts)

    written: Dict[Any, Any] = {
        boolalg.And: joined(" & "),
        boolalg.Or: joined(" | "),
        boolalg.Xor: joined(" xor "),
        boolalg.Implies: joined(" -> "),
        boolalg.Not: lambda parts: f"~({parts[0]})",
        boolalg.Equivalent: lambda parts: " & ".join(f"(({parts[0]}) <-> ({part}))" for part in parts[1:]) or "1",
        boolalg.ITE: lambda parts: "ite({}, {}, {})".format(*parts),
        sympy.Add: joined(" + "),
        sympy.Mul: joined("*"),
    }

    def text(node: Any, parts: List[str]) -> str:
        if isinstance(node, sympy.Symbol):
            return str(node.name)
        if isinstance(node, (boolalg.BooleanTrue, boolalg.BooleanFalse)):
            return "true" if node else "false"
        if isinstance(node, sympy.Integer):
            return str(node)
        if isinstance(node, sympy.Pow) and isinstance(node.exp, sympy.Integer) and node.exp >= 0:
            return f"({parts[0]})**{node.exp}"
        for kind, write in written.items():
            if isinstance(node, kind):
                return str(write(parts))
        raise Error(f"{node} is neither boolean nor a polynomial with whole coefficients")

    # No recursion: children before parents.
    done: List[str] = []
    stack: List[Tuple[Any, bool]] = [(expression, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            count = len(node.args)
            parts = done[len(done) - count :] if count else []
            del done[len(done) - count :]
            done.append(text(node, parts))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.args))
    from .expression import Expression

    domain = domain_of_sympy(expression) or "polynomial"
    symbols: Dict[str, Any] = {}
    note_symbols(expression, symbols)
    check_names(symbols, domain)
    return Expression(done[0], domain).text


def to_sympy(expression: Any, *, domain: Optional[str] = None) -> Any:
    """The SymPy expression of a text or an Expression, boolean or polynomial. Nothing is simplified by it but by SymPy.

    >>> to_sympy("a & ~b -> c")
    Implies(a & ~b, c)
    >>> to_sympy("(x + y)^2 - 3")
    (x + y)**2 - 3
    """
    import sympy
    from sympy.logic import boolalg

    from .expression import Expression

    own = expression if isinstance(expression, Expression) else Expression(expression, domain)
    made: Dict[str, Any] = {
        "And": boolalg.And,
        "Or": boolalg.Or,
        "Xor": boolalg.Xor,
        "Implies": boolalg.Implies,
        "Not": boolalg.Not,
        "Ite": boolalg.ITE,
        "Majority": lambda a, b, c: boolalg.Or(boolalg.And(a, b), boolalg.And(a, c), boolalg.And(b, c)),
        "Add": lambda a, b: a + b,
        "Subtract": lambda a, b: a - b,
        "Multiply": lambda a, b: a * b,
        "Negate": lambda a: -a,
        "Power": lambda a, b: a**b,
    }

    def leaf(name: str) -> Any:
        if own.domain == "boolean" and name in ("0", "1", "true", "false", "True", "False"):
            return boolalg.true if name in ("1", "true", "True") else boolalg.false
        return sympy.Integer(name) if name.lstrip("-").isdigit() else sympy.Symbol(name)

    done: List[Any] = []
    stack: List[Tuple[Any, bool]] = [(own.tree, False)]
    while stack:
        (name, children), ready = stack.pop()
        if not children:
            done.append(leaf(name))
        elif ready:
            parts = done[len(done) - len(children) :]
            del done[len(done) - len(children) :]
            if name not in made:
                raise Error(f"SymPy has no operator for {name}")
            done.append(made[name](*parts))
        else:
            stack.append(((name, children), True))
            stack.extend((child, False) for child in reversed(children))
    return done[0]
