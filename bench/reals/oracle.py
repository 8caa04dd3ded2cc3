"""Values of expressions about real numbers, written another way than the program: Python's own parser, exact fractions
as far as they go, else mpmath with 160 digits. A value is a Fraction, an mpf, None where there is none, and UNKNOWN
where rounding hides whether there is one."""

import ast
from fractions import Fraction

import mpmath
from mpmath import mp, mpf

mp.dps = 160
UNKNOWN = "unknown"
TINY = mpf(10) ** -100
HUGE = mpf(10) ** 30


def exact(value):
    return isinstance(value, Fraction)


def real(value):
    return mpf(value.numerator) / value.denominator if exact(value) else value


def sign(value):
    """-1, 0, 1 or UNKNOWN."""
    if exact(value):
        return (value > 0) - (value < 0)
    if abs(value) < TINY:
        return UNKNOWN
    return 1 if value > 0 else -1


def root_of(value, n):
    """The exact n-th root of a fraction that is not negative, if it has one."""
    parts = []
    for part in (value.numerator, value.denominator):
        guess = int(mpmath.nint(mpmath.root(mpf(part), n)))
        if guess**n != part:
            return None
        parts.append(guess)
    return Fraction(*parts)


def root(value, n):
    found = sign(value)
    if found in (UNKNOWN, 0):
        return found if found else Fraction(0)
    if exact(value) and value.numerator.bit_length() + value.denominator.bit_length() < 300:
        whole = root_of(value, n)
        if whole is not None:
            return whole
    return mpmath.root(real(value), n)


def power(a, b, constant):
    """constant: whether the exponent is a rational constant by how it is written."""
    if constant and exact(b) and b.denominator == 1:
        if b == 0:
            return Fraction(1)
        if b < 0 and sign(a) == 0:
            return None
        if b < 0 and sign(a) == UNKNOWN:
            return UNKNOWN
        if exact(a) and abs(b) < 60 and a.numerator.bit_length() + a.denominator.bit_length() < 300:
            return a ** int(b)
        return mpmath.power(real(a), int(b))
    found = sign(a)
    if found == UNKNOWN:
        return UNKNOWN
    if found < 0:
        return None
    if found == 0:
        return Fraction(0) if constant and sign(b) == 1 else None
    if constant and exact(b):
        base = root(a, b.denominator)
        return power(base, Fraction(b.numerator), True) if base != UNKNOWN else UNKNOWN
    return mpmath.exp(real(b) * mpmath.log(real(a)))


def positive(function):
    def apply(a):
        found = sign(a)
        if found == UNKNOWN:
            return UNKNOWN
        if found <= 0:
            return None
        return Fraction(0) if exact(a) and a == 1 else function(real(a))

    return apply


def not_negative(a):
    found = sign(a)
    if found == UNKNOWN:
        return UNKNOWN
    return root(a, 2) if found >= 0 else None


def cube_root(a):
    found = sign(a)
    if found == UNKNOWN:
        return mpf(0)
    result = root(abs(a), 3)
    return -result if found < 0 else result


def within_one(function, least, most=None):
    """Of numbers from -1, or from what else is least, to 1."""

    def apply(a):
        if exact(a):
            if not least <= a <= 1:
                return None
        else:
            if abs(a - 1) < TINY or abs(a - least) < TINY:
                return UNKNOWN
            if not least < a < 1:
                return None
        return Fraction(0) if exact(a) and a == 0 and function is not mpmath.acos else function(real(a))

    return apply


def entire(function, at_zero):
    def apply(a):
        if exact(a) and a == 0:
            return Fraction(at_zero)
        if abs(real(a)) > 10000:
            return UNKNOWN
        return function(real(a))

    return apply


def tangent(a):
    if exact(a):
        return Fraction(0) if a == 0 else mpmath.tan(real(a))
    if abs(mpmath.cos(a)) < TINY:
        return UNKNOWN
    return mpmath.tan(a)


def order(pick):
    def apply(a, b):
        if exact(a) and exact(b):
            return pick(a, b)
        return pick(real(a), real(b))

    return apply


def above_one(a):
    if exact(a):
        if a < 1:
            return None
        return Fraction(0) if a == 1 else mpmath.acosh(real(a))
    if abs(a - 1) < TINY:
        return UNKNOWN
    return mpmath.acosh(a) if a > 1 else None


def open_one(a):
    if exact(a):
        if not -1 < a < 1:
            return None
        return Fraction(0) if a == 0 else mpmath.atanh(real(a))
    if abs(abs(a) - 1) < TINY:
        return UNKNOWN
    return mpmath.atanh(a) if abs(a) < 1 else None


FUNCTIONS = {
    "sqrt": not_negative,
    "cbrt": cube_root,
    "abs": abs,
    "exp": entire(mpmath.exp, 1),
    "log": positive(mpmath.log),
    "log2": positive(lambda a: mpmath.log(a) / mpmath.log(2)),
    "log10": positive(lambda a: mpmath.log(a) / mpmath.log(10)),
    "sin": entire(mpmath.sin, 0),
    "cos": entire(mpmath.cos, 1),
    "tan": tangent,
    "asin": within_one(mpmath.asin, -1),
    "acos": within_one(mpmath.acos, -1),
    "atan": lambda a: Fraction(0) if exact(a) and a == 0 else mpmath.atan(real(a)),
    "sinh": entire(mpmath.sinh, 0),
    "cosh": entire(mpmath.cosh, 1),
    "tanh": entire(mpmath.tanh, 0),
    "asinh": lambda a: Fraction(0) if exact(a) and a == 0 else mpmath.asinh(real(a)),
    "acosh": above_one,
    "atanh": open_one,
    "min": order(min),
    "max": order(max),
}


def both(a, b, operation):
    if exact(a) and exact(b):
        result = operation(a, b)
        return result if result.numerator.bit_length() < 5000 else real(result)
    return operation(real(a), real(b))


def is_constant(node):
    """A rational constant by how it is written: by + - * / ^ abs min max of numbers."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and part.func.id not in ("abs", "min", "max"):
            return False
        if isinstance(part, ast.Name) and part.id not in ("abs", "min", "max"):
            return False
    return True


class Expression:
    """Of a text in the program's plain style, which is Python's too."""

    def __init__(self, text):
        self.text = text
        self.tree = ast.parse(text.replace("^", "**"), mode="eval").body

    def variables(self):
        known = set(FUNCTIONS) | {"pi", "e"}
        return sorted({n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name)} - known)

    def at(self, point):
        return self._value(self.tree, point)

    def _value(self, node, point):
        if isinstance(node, ast.Constant):
            return Fraction(str(node.value))
        if isinstance(node, ast.Name):
            if node.id == "pi":
                return mp.pi + 0
            if node.id == "e":
                return mp.e + 0
            return point[node.id]
        if isinstance(node, ast.UnaryOp):
            value = self._value(node.operand, point)
            return value if value is None or value == UNKNOWN or isinstance(node.op, ast.UAdd) else -value
        children = node.args if isinstance(node, ast.Call) else [node.left, node.right]
        values = [self._value(child, point) for child in children]
        if any(value is None for value in values):
            return None
        if any(isinstance(value, str) for value in values):
            return UNKNOWN
        if isinstance(node, ast.Call):
            result = FUNCTIONS[node.func.id](*values)
        elif isinstance(node.op, ast.Pow):
            result = power(*values, is_constant(node.right))
        elif isinstance(node.op, ast.Div):
            found = sign(values[1])
            result = None if found == 0 else UNKNOWN if found == UNKNOWN else both(*values, lambda a, b: a / b)
        else:
            operation = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b}
            result = both(*values, operation[type(node.op)])
        if isinstance(result, mpf) and (abs(result) > HUGE or not mpmath.isfinite(result)):
            return UNKNOWN
        return result


def differ(a, b):
    """Whether two values surely differ."""
    if exact(a) and exact(b):
        return a != b
    a, b = real(a), real(b)
    return abs(a - b) > mpf(10) ** -100 * max(1, abs(a), abs(b))
