"""English words that are several tokens ("don't" is "do" and "n't"), and those whose marks belong to them ("Mr.")."""

from itertools import product

SUBJECTS = "i you he she it we they"
ASKING = "who what when where why how there that this these those"
HAVING = "i you we they who what when where why how there these those"
BEING = "you we they who what when where why how there these those"
IS = "he she it who what when where why how there that this"
NEGATED = "ca could do does did had may might must need ought sha should wo would ai are is was were have has dare"
WITH_HAVE = "could might must should would"
WORDS_OF_THEIR_OWN = "Ill ill Its its Hell hell Shell shell Shed shed were Were Well well Whore whore".split()
WHOLE = """
' \\") '' C++ and/or w/o 's 'S ‘s ‘S ’s ’S 're ’re 'd ’d ll 'll ’ll em 'em ’em nuff 'nuff ’nuff
'Cause 'cause 'cos 'Cos 'coz 'Coz 'cuz 'Cuz 'bout ’Cause ’cause ’cos ’Cos ’coz ’Coz ’cuz ’Cuz ’bout
ma'am Ma'am o'clock O'clock ma’am Ma’am o’clock O’clock a.m. p.m. e.g. E.g. E.G. i.e. I.e. I.E. vs. v.s. co. Co. Ph.D.
Mt. Ak. Ala. Apr. Ariz. Ark. Aug. Calif. Colo. Conn. Dec. Del. Feb. Fla. Ga. Ia. Id. Ill. Ind. Jan. Jul. Jun. Kan. Kans.
Ky. La. Mar. Mass. Mich. Minn. Miss. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nebr. Nev. Nov. Oct. Okla. Ore. Pa. S.C. Sep.
Sept. Tenn. Va. Wash. Wis. Adm. Bros. Corp. D.C. Dr. Gen. Gov. Inc. Jr. Ltd. Md. Messrs. Mo. Mont. Mr. Mrs. Ms. Prof.
Rep. Rev. Sen. St. — ä. ö. ü.
:) :-) :)) :-)) (: (-: (; (-; ): )-: =) (= =( =] [= :] :-] :( :-( :'( :'-( :') :/ :-/ :D :-D =D 8D 8) :* :-* :3 :0 :> :} :x :X xD XD
;) ;-) ;D ;-D :P :-P :p :-p :o :O :-o :-O :| :-| =| =/ <3 </3 ^_^ -_- o_O O_o o_o O_O 0_0 0.0 o.o O.O
""".split()
CUT_SHORT = "doin goin nothin nuthin ol somethin lovin havin".split()
MORE = {
    "y'all": "y' all", "yall": "y all", "how'd'y": "how 'd 'y", "How'd'y": "How 'd 'y", "not've": "not 've",
    "notve": "not ve", "Not've": "Not 've", "Notve": "Not ve", "cannot": "can not", "Cannot": "Can not",
    "gonna": "gon na", "Gonna": "Gon na", "gotta": "got ta", "Gotta": "Got ta", "let's": "let 's", "Let's": "Let 's",
    "c'mon": "c'm on", "C'mon": "C'm on", "i'ma": "i 'm a", "I'ma": "I 'm a", "ima": "i m a", "Ima": "I m a",
}  # fmt: skip


def _contracted() -> dict[str, tuple[str, ...]]:
    """Every word with what it is made of."""
    forms: dict[str, tuple[str, ...]] = {}
    for words, endings in (
        ("i", "'m"), (f"{SUBJECTS} {ASKING}", "'ll 'll've 'd 'd've"), (f"{HAVING} {WITH_HAVE}", "'ve"), (BEING, "'re"),
        (IS, "'s"), (NEGATED, "n't n't've"),
    ):  # fmt: skip
        for word, ending in product(words.split(), endings.split()):
            for spelled in (word, word.title()):
                pieces = (spelled, *_endings(ending))
                forms["".join(pieces)] = pieces
                bare = tuple(piece.replace("'", "") for piece in pieces)
                forms["".join(bare)] = bare
    forms.update({word: tuple(parts.split()) for word, parts in MORE.items()})
    forms.update({"ca" + end: ("ca", *parts) for end, parts in (("n't", ("n't",)), ("nt", ("nt",)))})
    for hour, half in product(range(1, 13), ("a.m.", "am", "p.m.", "pm")):
        forms[f"{hour}{half}"] = (str(hour), half)
    return forms


def _endings(ending: str) -> list[str]:
    """ "n't've" as "n't" and "'ve"."""
    return [ending] if ending.count("'") == 1 else [ending[: ending.rindex("'")], ending[ending.rindex("'") :]]


def _all() -> dict[str, tuple[str, ...]]:
    forms = {word: parts for word, parts in _contracted().items() if word not in WORDS_OF_THEIR_OWN}
    forms.update({word: (word,) for word in WHOLE})
    forms.update({f"{letter}.": (f"{letter}.",) for letter in "abcdefghijklmnopqrstuvwxyz"})
    for word in CUT_SHORT:
        for spelled in (word, word.title()):
            forms.update({spelled: (spelled,), f"{spelled}'": (f"{spelled}'",)})
    curly = {word.replace("'", "’"): tuple(part.replace("'", "’") for part in parts) for word, parts in forms.items()}
    return curly | forms


PARTS = _all()
