"""A number for what code does: it changes with the code, not with its comments, docstrings or lines.

What an earlier version made (graphs, cached synthesis) is found again only under the number of the code that makes it,
so nobody has to remember to raise one by hand.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from inspect import CO_OPTIMIZED
from pkgutil import iter_modules
from types import CodeType
from typing import Any

DIGEST = 8  # bytes
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # the compiler leaves no room for a docstring


@cache
def code_hash(*names: str) -> str:
    """Of modules, and of packages with all that is in them. They are read, not imported."""
    digest = hashlib.blake2b(digest_size=DIGEST)
    for module in sorted({module for name in names for module in _modules(name)}):
        digest.update(f"{module}\n{instructions(_code(module))}\n".encode())
    return digest.hexdigest()


def _modules(name: str) -> Iterator[str]:
    yield name
    folders = getattr(find_spec(name), "submodule_search_locations", None) or ()
    for module in iter_modules(folders, f"{name}."):
        yield from _modules(module.name) if module.ispkg else [module.name]


def _code(name: str) -> CodeType:
    """As Python compiled it, which it has done before in most cases."""
    loader: Any = getattr(find_spec(name), "loader", None)
    code: CodeType = loader.get_code(name)
    return code


def instructions(code: CodeType) -> str:
    """Everything that decides what the code does."""
    constants = [_constant(value) for value in _without_docstring(code)]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    parameters = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return repr((code.co_code, constants, names, parameters, code.co_exceptiontable))


def _without_docstring(code: CodeType) -> tuple[object, ...]:
    """Its constants; the compiler puts a docstring first, or after the name of a class."""
    place = 1 if "__qualname__" in code.co_names else 0
    is_function = bool(code.co_flags & CO_OPTIMIZED) and code.co_name not in COMPREHENSIONS
    has_one = is_function or "__doc__" in code.co_names
    if has_one and len(code.co_consts) > place and isinstance(code.co_consts[place], str):
        return (*code.co_consts[:place], None, *code.co_consts[place + 1 :])
    return code.co_consts


def _constant(value: object) -> str:
    if isinstance(value, CodeType):
        return instructions(value)
    if isinstance(value, frozenset):  # in another order in every process
        return f"frozenset({sorted(map(_constant, value))})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_constant, value))})"
    return repr(value)
