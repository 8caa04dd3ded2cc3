"""SymPy's expressions, taken and given. SymPy is imported only when it is needed."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from ._library import Error, lib, name_of, take_texts


def is_sympy(thing: Any) -> bool:
    """Whether it is one of SymPy's expressions; where SymPy was never imported, nothing is."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(thing, sympy.Basic)


def domain_of_sympy(expression: Any) -> Optional[str]:
    """A symbol alone may be of any. What polynomials do not have makes a real function."""
    import sympy
    from sympy.logic import boolalg

    if isinstance(expression, sympy.Symbol):
        return None
    if isinstance(expression, boolalg.Boolean):
        return "boolean"
    stack = [expression]
    while stack:
        node = stack.pop()
        is_power = isinstance(node, sympy.Pow) and isinstance(node.exp, sympy.Integer) and node.exp >= 0
        if not is_power and not isinstance(node, (sympy.Symbol, sympy.Integer, sympy.Add, sympy.Mul)):
            return "real"
        stack.extend(node.args)
    return "polynomial"


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

    read("x")  # a domain that is not known is an error of its own
    if domain == "open":  # without operators or constants
        return True
    try:
        if read(name) != [name]:
            return False
        verdict = equivalent(name, name + "0", domain=domain)  # another variable, where it is one
        return name in (verdict.witness or {}) or verdict.answer == "undecided"  # i, maybe the imaginary unit
    except (Error, UnicodeEncodeError):
        return False


def check_names(names: Iterable[str], domain: str) -> None:
    for name in names:
        if "\0" in name or not is_variable(name, domain):
            raise Error(f"{domain} expressions have no variable {name!r}: it would be read as something else; rename the symbol")


@dataclass(frozen=True)
class _Quotient:
    """How a node of SymPy's is written: above / below. SymPy has powers for divisions."""

    above: str
    below: str = ""

    @property
    def text(self) -> str:
        return f"({self.above})/({self.below})" if self.below else self.above


def _joined(sign: str, texts: Iterable[str]) -> str:
    return sign.join(f"({text})" for text in texts)


def _product(parts: Sequence[_Quotient]) -> _Quotient:
    above = [part.above for part in parts if part.above != "1"]
    return _Quotient(_joined("*", above) or "1", _joined("*", [part.below for part in parts if part.below]))


def _power(exponent: Any, parts: Sequence[_Quotient]) -> _Quotient:
    base = f"({parts[0].text})"
    if not exponent.is_Rational:
        return _Quotient(f"{base}**({parts[1].text})")
    size = abs(exponent)
    if exponent == -1:
        power = base
    elif (size.p, size.q) == (1, 2):
        power = f"sqrt{base}"
    else:
        power = f"{base}**{size}" if size.q == 1 else f"{base}**({size})"
    return _Quotient(power) if exponent >= 0 else _Quotient("1", power)


@lru_cache(maxsize=None)
def _written_as() -> Tuple[Dict[Any, str], Dict[Any, str], Dict[Any, str]]:
    """Signs between children, names of functions and constants, by SymPy's classes and objects.

    acot is none of the functions: SymPy's jumps at 0, and that of EqNet has values from 0 to pi.
    """
    import sympy
    from sympy.codegen import cfunctions
    from sympy.logic import boolalg

    signs = {boolalg.And: " & ", boolalg.Or: " | ", boolalg.Xor: " xor ", boolalg.Implies: " -> ", sympy.Add: " + "}
    same = "exp log sin cos tan cot sec csc asin acos atan asec acsc sinh cosh tanh coth sech csch asinh acosh atanh".split()
    functions = {getattr(sympy, name): name for name in same}
    functions.update({getattr(cfunctions, name): name for name in ("expm1", "log1p", "log2", "log10", "hypot")})
    functions.update({cfunctions.Sqrt: "sqrt", cfunctions.Cbrt: "cbrt", sympy.Abs: "abs", sympy.Min: "min", sympy.Max: "max"})
    functions.update({boolalg.Not: "~", boolalg.ITE: "ite"})
    return signs, functions, {sympy.pi: "pi", sympy.E: "e"}


def _written(node: Any, parts: Sequence[_Quotient]) -> _Quotient:
    """A node whose children (_children) are written already. The symbols are real."""
    import sympy
    from sympy.logic import boolalg

    signs, functions, constants = _written_as()
    texts = [part.text for part in parts]
    if isinstance(node, sympy.Symbol):
        return _Quotient(str(node.name))
    if isinstance(node, (boolalg.BooleanTrue, boolalg.BooleanFalse)):
        return _Quotient("true" if node else "false")
    if isinstance(node, sympy.Rational) and node.is_finite:
        return _Quotient(str(node.p), "" if node.q == 1 else str(node.q))
    if isinstance(node, sympy.Float) and node.is_finite:
        shown = sympy.Rational(str(node))  # the decimal number that one sees, not the binary one next to it
        return _Quotient(str(shown.p), "" if shown.q == 1 else str(shown.q))
    if isinstance(node, sympy.Mul):
        return _product(parts)
    if isinstance(node, sympy.Pow):
        return _power(node.exp, parts)
    if isinstance(node, sympy.Piecewise) or (isinstance(node, sympy.re) and isinstance(node.args[0], sympy.Symbol)):
        return parts[0]
    if isinstance(node, boolalg.Equivalent):
        return _Quotient(" & ".join(f"(({texts[0]}) <-> ({text}))" for text in texts[1:]) or "1")
    if isinstance(node, sympy.NumberSymbol) and node in constants:
        return _Quotient(constants[node])
    for kind, sign in signs.items():
        if isinstance(node, kind):
            return _Quotient(_joined(sign, texts))
    if type(node) in functions:
        return _Quotient(f"{functions[type(node)]}({', '.join(texts)})")
    raise Error(f"{node} is neither boolean nor a real function that EqNet knows")


def _children(node: Any) -> Sequence[Any]:
    """What is written before a node is."""
    import sympy

    if isinstance(node, sympy.Mul):
        return _with_cube_roots(node)
    if isinstance(node, sympy.Piecewise):  # as sympy.real_root makes it: its first case is that of real numbers
        first, condition = node.args[0]
        if condition.xreplace(dict.fromkeys(condition.atoms(sympy.im), sympy.S.Zero)) != sympy.true:
            raise Error(f"{node} goes by cases, for which there is no text")
        return [first]
    return [] if isinstance(node, sympy.Number) else list(node.args)


def _with_cube_roots(product: Any) -> List[Any]:
    """The factors of a product. The cube root of a real number is sign(u)*Abs(u)**(1/3) in SymPy.

    sign(u)**n * Abs(u)**r is cbrt(u)**n * Abs(u)**(r - n/3), at u = 0 too where n and r - n/3 have the same sign.
    """
    import sympy
    from sympy.codegen.cfunctions import Cbrt

    factors = [(factor, *factor.as_base_exp()) for factor in product.args]
    sizes = {base.args[0]: power for _, base, power in factors if isinstance(base, sympy.Abs)}
    roots: Dict[Any, Any] = {}
    for _, base, power in factors:
        inner = base.args[0] if isinstance(base, sympy.sign) else None
        if inner not in sizes or sum(other in (base, sympy.Abs(inner)) for _, other, _ in factors) != 2:
            continue  # nothing to go with, or more than one, as in a product that was left as it is
        if power.is_Integer and sizes[inner].is_Rational and (sizes[inner] - power / 3) * power >= 0:
            roots[inner] = power
    others = [one for one, base, _ in factors if not (isinstance(base, (sympy.sign, sympy.Abs)) and base.args[0] in roots)]
    for inner, power in roots.items():
        others.append(Cbrt(inner) ** power)
        if sizes[inner] != power / 3:
            others.append(sympy.Abs(inner) ** (sizes[inner] - power / 3))
    return others


def from_sympy(expression: Any) -> str:
    """The text of a SymPy expression, boolean or a real function. eqnet.Error where there is none.

    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> from_sympy(x >> y), from_sympy((x + y)**2 - 3)
    ('x >> y', '-3 + (x + y)**2')
    >>> from_sympy(sympy.sin(x)**2 / 2)
    'sin(x)**2 / 2'
    """
    # No recursion: children before parents.
    done: List[_Quotient] = []
    stack: List[Tuple[Any, int]] = [(expression, -1)]  # a node and the number of its children, which are done then
    while stack:
        node, count = stack.pop()
        if count >= 0:
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_written(node, parts))
        else:
            children = _children(node)
            stack.append((node, len(children)))
            stack.extend((child, -1) for child in reversed(children))
    from .expression import Expression

    domain = domain_of_sympy(expression) or "polynomial"
    symbols: Dict[str, Any] = {}
    note_symbols(expression, symbols)
    check_names(symbols, domain)
    return Expression(done[0].text, domain).text


def _cube_root(number: Any) -> Any:
    """The real one: SymPy's own of -8 is complex, and its real_root goes by cases."""
    import sympy

    third = sympy.Rational(1, 3)
    of_reals = number.xreplace({one: sympy.Dummy(real=True) for one in number.free_symbols})
    return number**third if of_reals.is_nonnegative else sympy.sign(number) * sympy.Abs(number) ** third


def to_sympy(expression: Any, *, domain: Optional[str] = None) -> Any:
    """The SymPy expression of a text or an Expression. Nothing is simplified by it but by SymPy.

    Decimals become fractions. cbrt(x) becomes sign(x)*Abs(x)**(1/3), since SymPy's own cube root of -8 is not -2.

    >>> to_sympy("a & ~b -> c")
    Implies(a & ~b, c)
    >>> to_sympy("(x + y)^2 - 3")
    (x + y)**2 - 3
    >>> to_sympy(r"\\frac{\\sin^2 x}{2} + 0.1")
    sin(x)**2/2 + 1/10
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
        "Divide": lambda a, b: a / b,
        "Sqrt": sympy.sqrt,
        "Cbrt": _cube_root,
        "Log2": lambda a: sympy.log(a, 2),
        "Log10": lambda a: sympy.log(a, 10),
        "Expm1": lambda a: sympy.exp(a) - 1,
        "Log1p": lambda a: sympy.log(a + 1),
        "Hypot": lambda a, b: sympy.sqrt(a**2 + b**2),
    }
    same = "Abs Min Max exp log sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()
    made.update({name[0].upper() + name[1:]: getattr(sympy, name) for name in same})

    def leaf(name: str) -> Any:
        if own.domain == "boolean" and name in ("0", "1", "true", "false", "True", "False"):
            return boolalg.true if name in ("1", "true", "True") else boolalg.false
        if own.domain == "real" and name in ("pi", "e"):
            return sympy.pi if name == "pi" else sympy.E
        is_number = name.lstrip("-").replace(".", "", 1 if own.domain == "real" else 0).isdigit()
        return sympy.Rational(name) if is_number else sympy.Symbol(name)

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
            try:
                done.append(made[name](*parts))
            except (TypeError, ValueError) as error:  # as of the larger one of two numbers that are not real
                raise Error(f"SymPy has no {name} of {', '.join(map(str, parts))}: {error}") from None
        else:
            stack.append(((name, children), True))
            stack.extend((child, False) for child in reversed(children))
    return done[0]
