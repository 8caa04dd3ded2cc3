"""libeqnet, loaded once, with the signatures of eqnet.h."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, Structure, c_char_p, c_double, c_float, c_int, c_longlong, c_size_t, c_ulonglong, c_void_p
from pathlib import Path
from typing import Any, List, Optional, Sequence

C_VERSION = 5  # EQNET_C_VERSION of the header that this file was written for
SCORES = 15  # EQNET_SCORES


class Error(ValueError):
    """What the library has to say against its arguments, in the words of the command line."""

    __module__ = "eqnet"


class Decision(Structure):
    _fields_ = [
        ("verdict", c_int),
        ("method", c_char_p),
        ("domain", c_char_p),
        ("left", c_char_p),
        ("right", c_char_p),
        ("note", c_char_p),
        ("witness_count", c_size_t),
        ("names", POINTER(c_char_p)),
        ("values", POINTER(c_char_p)),
        ("condition", c_char_p),
    ]


class Terms(Structure):
    _fields_ = [("strict", c_int), ("assume", c_char_p)]


class SimplifiedStruct(Structure):
    _fields_ = [
        ("text", c_char_p),
        ("before", c_size_t),
        ("after", c_size_t),
        ("minimal", c_int),
        ("allowed", c_int),
        ("finished", c_int),
        ("method", c_char_p),
        ("verdict", c_int),
        ("step_count", c_size_t),
        ("from_", POINTER(c_char_p)),
        ("to", POINTER(c_char_p)),
        ("condition", c_char_p),
    ]


class NeighbourStruct(Structure):
    _fields_ = [
        ("row", c_size_t),
        ("text", c_char_p),
        ("class_name", c_char_p),
        ("similarity", c_double),
        ("verdict", c_int),
        ("method", c_char_p),
        ("witness", c_char_p),
    ]


class StatusStruct(Structure):
    _fields_ = [
        ("epoch", c_size_t),
        ("seconds", c_double),
        ("left", c_double),
        ("loss", c_double),
        ("accuracy", c_double),
        ("best", c_double),
        ("doing", c_char_p),
    ]


Progress = ctypes.CFUNCTYPE(c_int, POINTER(StatusStruct), c_void_p)


class Training(Structure):
    _fields_ = [
        ("kind", c_char_p),
        ("recipe", c_char_p),
        ("settings", c_char_p),
        ("seed", c_ulonglong),
        ("threads", c_size_t),
        ("epochs", c_size_t),
        ("seconds", c_double),
        ("path", c_char_p),
        ("progress", Progress),
        ("data", c_void_p),
    ]


class ScoresStruct(Structure):
    _fields_ = [("queries", c_size_t), ("score", c_double * SCORES), ("ceiling", c_double * SCORES)]


_texts, _floats, _sizes, _ints = POINTER(c_char_p), POINTER(c_float), POINTER(c_size_t), POINTER(c_int)

# What each function returns and takes, in the order of eqnet.h.
_SIGNATURES = {
    "eqnet_version": (c_int, []),
    "eqnet_error": (c_char_p, []),
    "eqnet_texts_count": (c_size_t, [c_void_p]),
    "eqnet_texts_at": (c_char_p, [c_void_p, c_size_t]),
    "eqnet_texts_close": (None, [c_void_p]),
    "eqnet_open": (c_void_p, [c_char_p]),
    "eqnet_close": (None, [c_void_p]),
    "eqnet_save": (c_int, [c_void_p, c_char_p]),
    "eqnet_model_bytes": (c_longlong, [c_void_p, c_char_p, c_size_t]),
    "eqnet_open_bytes": (c_void_p, [c_char_p, c_size_t]),
    "eqnet_dimension": (c_size_t, [c_void_p]),
    "eqnet_domain": (c_char_p, [c_void_p]),
    "eqnet_kind": (c_char_p, [c_void_p]),
    "eqnet_embed": (c_int, [c_void_p, c_char_p, c_void_p, c_size_t]),
    "eqnet_embed_packed": (c_longlong, [c_void_p, c_char_p, c_size_t, c_void_p, c_size_t, c_size_t]),
    "eqnet_leaves": (c_void_p, [c_void_p]),
    "eqnet_operators": (c_void_p, [c_void_p]),
    "eqnet_decide_on": (POINTER(Decision), [c_char_p, c_char_p, c_char_p, c_double, POINTER(Terms)]),
    "eqnet_decision_close": (None, [POINTER(Decision)]),
    "eqnet_check_on": (
        c_longlong,
        [c_char_p, _texts, _texts, c_size_t, c_double, c_size_t, POINTER(Terms), _ints, c_size_t],
    ),
    "eqnet_group": (c_longlong, [c_char_p, _texts, c_size_t, c_double, _sizes, c_size_t]),
    "eqnet_simplifier_open": (c_void_p, [c_char_p, c_char_p, c_double]),
    "eqnet_simplifier_close": (None, [c_void_p]),
    "eqnet_simplifier_run": (POINTER(SimplifiedStruct), [c_void_p, c_char_p]),
    "eqnet_simplified_close": (None, [POINTER(SimplifiedStruct)]),
    "eqnet_print": (c_void_p, [c_char_p, c_char_p, c_char_p]),
    "eqnet_guess": (c_char_p, [c_char_p]),
    "eqnet_rules": (c_void_p, [c_char_p, c_char_p, c_size_t, c_size_t]),
    "eqnet_key": (c_void_p, [c_char_p, c_char_p]),
    "eqnet_index_build": (c_void_p, [c_void_p, _texts, c_size_t, c_size_t]),
    "eqnet_index_open": (c_void_p, [c_char_p]),
    "eqnet_index_save": (c_int, [c_void_p, c_char_p]),
    "eqnet_index_close": (None, [c_void_p]),
    "eqnet_index_size": (c_size_t, [c_void_p]),
    "eqnet_nearest": (c_void_p, [c_void_p, c_char_p, c_size_t, c_double]),
    "eqnet_nearest_equivalent": (c_void_p, [c_void_p, c_char_p, c_size_t, c_double]),
    "eqnet_neighbours_close": (None, [c_void_p]),
    "eqnet_neighbours_count": (c_size_t, [c_void_p]),
    "eqnet_neighbours_at": (POINTER(NeighbourStruct), [c_void_p, c_size_t]),
    "eqnet_dataset_preset": (c_void_p, [c_char_p, c_ulonglong]),
    "eqnet_dataset_generate": (c_void_p, [c_char_p, c_char_p, c_size_t, c_size_t, c_size_t, c_ulonglong]),
    "eqnet_dataset_make": (c_void_p, [c_char_p, _texts, _texts, c_size_t, c_ulonglong]),
    "eqnet_dataset_open": (c_void_p, [c_char_p, c_char_p]),
    "eqnet_dataset_save": (c_int, [c_void_p, c_char_p, c_char_p, c_int]),
    "eqnet_dataset_close": (None, [c_void_p]),
    "eqnet_dataset_size": (c_size_t, [c_void_p]),
    "eqnet_dataset_class_count": (c_size_t, [c_void_p]),
    "eqnet_dataset_domain": (c_char_p, [c_void_p]),
    "eqnet_dataset_texts": (c_void_p, [c_void_p]),
    "eqnet_dataset_classes": (c_void_p, [c_void_p]),
    "eqnet_train": (c_void_p, [c_void_p, POINTER(Training)]),
    "eqnet_evaluate": (c_int, [c_void_p, c_void_p, c_size_t, c_size_t, POINTER(ScoresStruct), POINTER(ScoresStruct)]),
}


def _load() -> Any:
    """$EQNET_LIBRARY; else the one beside this file, as in a wheel; else the system's."""
    named = os.environ.get("EQNET_LIBRARY")
    beside = Path(__file__).parent / "lib" / "libeqnet.so.0"
    path = named or (str(beside) if beside.exists() else "libeqnet.so.0")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libeqnet cannot be loaded ({error}); install Debian's libeqnet0, or name the file in EQNET_LIBRARY"
        ) from None
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"{path} has no function {name}: it is older than this package")
        function.restype = result
        function.argtypes = arguments
    if library.eqnet_version() < C_VERSION:
        raise ImportError(f"{path} has version {library.eqnet_version()} of eqnet.h, and this package needs {C_VERSION}")
    return library


lib = _load()


def c_version() -> int:
    """The version of the library's C interface."""
    return int(lib.eqnet_version())


def failure() -> Error:
    """What went wrong in this thread's last call."""
    return Error(lib.eqnet_error().decode())


def checked(result: Any) -> Any:
    """A pointer that must not be NULL, or a number that must not be below 0."""
    if not result or (isinstance(result, int) and result < 0):
        raise failure()
    return result


def name_of(domain: Optional[str]) -> Optional[bytes]:
    return None if domain is None else path_of(domain)


def path_of(path: Any) -> bytes:
    """The bytes of a path, or of a name that may be one. C would end it at a zero character."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        raise Error(f"{path!r} is no name of a file") from None
    if b"\0" in name:
        raise Error(f"{path!r} has a zero character in it")
    return name


def array_of(texts: Sequence[bytes]) -> Any:
    return (c_char_p * len(texts))(*texts)


def operators_of(operators: Any) -> Optional[bytes]:
    """ "and,or", or a list of names."""
    if operators is None:
        return None
    return (operators if isinstance(operators, str) else ",".join(operators)).encode()


def take_texts(pointer: Any) -> List[str]:
    """The texts of a list, which is closed."""
    checked(pointer)
    try:
        return [lib.eqnet_texts_at(pointer, i).decode() for i in range(lib.eqnet_texts_count(pointer))]
    finally:
        lib.eqnet_texts_close(pointer)
