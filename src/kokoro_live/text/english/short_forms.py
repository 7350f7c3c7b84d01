"""What short forms of words and names stand for. Data only."""

# before a name
TITLES = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Drs": "Doctors", "Prof": "Professor",
    "Gen": "General", "Col": "Colonel", "Maj": "Major", "Capt": "Captain", "Cpt": "Captain", "Lt": "Lieutenant",
    "Sgt": "Sergeant", "Cpl": "Corporal", "Pvt": "Private", "Adm": "Admiral", "Cmdr": "Commander", "Rev": "Reverend",
    "Fr": "Father", "Hon": "Honorable", "Gov": "Governor", "Sen": "Senator", "Rep": "Representative",
    "Pres": "President", "Supt": "Superintendent", "Insp": "Inspector", "Messrs": "Messers", "Mme": "Madame",
    "Mlle": "Mademoiselle", "Mt": "Mount", "St": "Saint", "Sts": "Saints", "Ft": "Fort",
}  # fmt: skip

# after a name
STREETS = {
    "St": "Street", "Ave": "Avenue", "Av": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Dr": "Drive", "Ln": "Lane",
    "Ct": "Court", "Pl": "Place", "Sq": "Square", "Hwy": "Highway", "Pkwy": "Parkway", "Ter": "Terrace",
    "Cir": "Circle", "Apt": "Apartment", "Ste": "Suite", "Bldg": "Building", "Fwy": "Freeway",
}  # fmt: skip

STREET_ENDINGS = "St|Ave|Blvd|Rd|Dr|Ln|Ct|Pl|Ter|Cir|Pkwy|Hwy|Sq|Street|Avenue|Road|Drive|Lane|Boulevard|Court|Place|Terrace|Circle|Parkway|Highway|Square|Way|Trail|Loop"  # a pattern

# anywhere, with a full stop; the key is lower case
ABBREVIATIONS = {
    "eff": "effective", "rm": "room", "wt": "weight", "ht": "height", "mvmt": "movement", "opt": "option", "subsec": "subsection",
    "med": "medium", "encl": "enclosed", "exc": "except", "flt": "flight", "subtot": "subtotal", "esp": "especially",
    "e.g": "for example", "i.e": "that is", "etc": "et cetera", "vs": "versus", "viz": "namely", "cf": "compare",
    "approx": "approximately", "dept": "department", "est": "estimated", "inc": "Incorporated", "ltd": "Limited",
    "co": "Company", "corp": "Corporation", "bros": "Brothers", "assn": "Association", "jr": "Junior", "sr": "Senior",
    "esq": "Esquire", "univ": "University", "govt": "government", "avg": "average", "max": "maximum",
    "min": "minimum", "misc": "miscellaneous", "incl": "including", "excl": "excluding", "temp": "temperature",
    "tel": "telephone", "ext": "extension", "ibid": "ibidem", "a.k.a": "also known as", "et al": "et al",
    "orig": "originally", "resp": "respectively", "intl": "international", "natl": "national", "bldg": "building",
    "hrs": "hours", "mins": "minutes", "yrs": "years", "wks": "weeks", "mos": "months", "lbs": "pounds",
    "ep": "episode", "tsp": "teaspoons", "qty": "quantity", "acct": "account", "appt": "appointment", "ed": "edition",
    "eds": "editors", "ea": "each", "pls": "please", "avail": "available", "utils": "utilities", "vis": "visibility",
    "pop": "population", "dkt": "docket", "trk": "track", "dep": "departs", "arr": "arrives", "div": "dividend",
    "sta": "Station", "prod": "produced", "msg": "message", "msgs": "messages", "nts": "nights", "mkt": "market",
    "precip": "precipitation", "p.a": "per annum", "d.p": "decimal places", "hum": "humidity", "utd": "united",
    "apt": "apartment", "btwn": "between", "mtg": "meeting", "mtgs": "meetings", "wknd": "weekend", "nr": "near",
    "mo": "month", "const": "Constitution", "attn": "attention", "asst": "assistant", "mgr": "manager",
    "mfg": "manufacturing", "dir": "director", "wm": "William", "chas": "Charles", "geo": "George", "thos": "Thomas",
    "brig": "Brigadier", "assoc": "associate", "regs": "regulations", "reg": "regulation", "agg": "aggregate",
    "ref": "reference", "refs": "references", "pkg": "package", "doz": "dozen", "qt": "quart", "pts": "points",
    "ctr": "center", "hosp": "hospital", "bef": "before", "aft": "after", "req": "required", "tbsp": "tablespoons",
    "bal": "balance", "amt": "amount", "exp": "expires", "fwd": "forward", "attys": "attorneys",
    "prof": "professor", "capt": "captain", "ret": "retired", "elev": "elevation", "lic": "license",
    "prev": "previous", "sched": "scheduled", "mktg": "marketing", "acctg": "accounting", "mgmt": "management",
    "trans": "translated by", "anon": "anonymous", "p.s": "P S", "r.s.v.p": "R S V P", "q.v": "see",
}  # fmt: skip

# before a figure
BEFORE_NUMBERS = {
    "mvmt": "movement", "opt": "option",
    "wt": "weight", "ht": "height",
    "no": "number", "nos": "numbers", "nr": "number", "p": "page", "pp": "pages", "pg": "page", "vol": "volume",
    "vols": "volumes", "ch": "chapter", "chap": "chapter", "sec": "section", "fig": "figure", "figs": "figures",
    "eq": "equation", "eqs": "equations", "art": "article", "par": "paragraph", "para": "paragraph", "c": "circa",
    "ca": "circa", "op": "opus", "pt": "part", "tab": "table", "ver": "version", "rev": "revision", "v": "version",
    "ex": "example", "ep": "episode", "eps": "episodes", "ln": "line", "ll": "lines", "apt": "apartment",
    "rm": "room", "ste": "suite", "fl": "floor", "hwy": "highway", "rte": "route", "n": "note", "r": "reigned",
    "m": "married", "bk": "book", "cl": "clause", "vv": "verses", "mod": "module", "cat": "category", "b": "born",
    "d": "died", "est": "established",
}  # fmt: skip

DOSAGES = {
    "b.i.d.": "twice a day", "BID": "twice a day", "t.i.d.": "three times a day", "TID": "three times a day",
    "q.i.d.": "four times a day", "QID": "four times a day", "q.d.": "every day", "qd": "every day",
    "qhs": "at bedtime", "p.r.n.": "as needed", "PRN": "as needed", "prn": "as needed", "q.h.s.": "at bedtime",
    "h.s.": "at bedtime", "a.c.": "before meals", "p.c.": "after meals", "Rx": "prescription",
}  # fmt: skip

SLANG = {
    "Utd": "United",
    "p/w": "password", "q/q": "quarter over quarter", "m/m": "month over month", "y/y": "year over year", "k/o": "kick off",
    "w/": "with", "w/o": "without", "b/c": "because", "n/a": "not applicable", "N/A": "not applicable",
    "and/or": "and or", "c/o": "care of", "a/c": "A C", "A/C": "A C", "he/she": "he or she", "she/he": "she or he",
    "his/her": "his or her", "him/her": "him or her", "s/he": "he or she", "yes/no": "yes or no",
    "aka": "also known as", "24/7": "twenty-four seven", "50/50": "fifty fifty", "20/20": "twenty twenty",
    "9/11": "nine eleven", "pls": "please", "plz": "please", "thx": "thanks", "thnx": "thanks",
    "tysm": "thank you so much", "nvm": "never mind", "brb": "be right back", "gtg": "got to go", "g2g": "got to go",
    "ttyl": "talk to you later", "omw": "on my way", "gr8": "great", "l8r": "later", "b4": "before",
    "2nite": "tonight", "2day": "today", "tmrw": "tomorrow", "tmr": "tomorrow", "ppl": "people", "abt": "about",
    "msg": "message", "ofc": "of course", "fwiw": "for what it's worth", "np": "no problem",
    "iirc": "if I recall correctly", "rn": "right now", "ur": "your", "jk": "just kidding", "w/d": "washer dryer",
    "W/D": "washer dryer", "Pls": "please", "Thx": "thanks", "OBO": "or best offer", "obo": "or best offer",
    "w/in": "within", "w/out": "without", "p/u": "pick up", "d/t": "due to", "tl;dr": "T L D R", "TL;DR": "T L D R",
    "hrs/wk": "hours per week", "mins/day": "minutes per day", "24x7": "twenty-four seven", "c/w": "compared with",
    "s/o": "shout out", "r/o": "rule out", "h/o": "history of", "N.B.": "N B", "on/off": "on off",
    "either/or": "either or", "w/e": "whatever", "h/t": "hat tip", "A/B": "A B", "I/O": "I O", "CI/CD": "C I C D",
    "TCP/IP": "T C P I P", "7/24": "seven twenty-four", "C++": "C plus plus", "C#": "C sharp", "F#": "F sharp",
    "Notepad++": "Notepad plus plus", ".NET": "dot net", "R&D": "R and D", "Q&A": "Q and A", "B&B": "B and B",
    "P&L": "P and L", "M&A": "M and A", "AT&T": "A T and T", "btw": "by the way", "imo": "in my opinion",
    "imho": "in my humble opinion", "idk": "I don't know", "afaik": "as far as I know", "tbh": "to be honest",
    "YoY": "year over year", "YTD": "year to date", "MoM": "month over month", "QoQ": "quarter over quarter",
    "401(k)": "four oh one K", "403(b)": "four oh three B", "H&M": "H and M", "M&S": "M and S", "S&P": "S and P",
    "A&E": "A and E", "D&D": "D and D", "P&G": "P and G",
}  # fmt: skip

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio",
    "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "DC": "D C",
}  # fmt: skip

OLD_STATES = {
    "N.C": "North Carolina", "S.C": "South Carolina", "N.Y": "New York", "N.J": "New Jersey", "N.H": "New Hampshire",
    "N.M": "New Mexico", "N.D": "North Dakota", "S.D": "South Dakota", "W.Va": "West Virginia", "R.I": "Rhode Island",
    "Ala": "Alabama", "Ariz": "Arizona", "Ark": "Arkansas", "Calif": "California", "Colo": "Colorado",
    "Conn": "Connecticut", "Del": "Delaware", "Fla": "Florida", "Ga": "Georgia", "Ill": "Illinois", "Ind": "Indiana",
    "Kan": "Kansas", "Ky": "Kentucky", "La": "Louisiana", "Mass": "Massachusetts", "Md": "Maryland",
    "Mich": "Michigan", "Minn": "Minnesota", "Miss": "Mississippi", "Mo": "Missouri", "Me": "Maine", "N.Mex": "New Mexico", "Mont": "Montana", "Neb": "Nebraska",
    "Nev": "Nevada", "Okla": "Oklahoma", "Ore": "Oregon", "Pa": "Pennsylvania", "Penn": "Pennsylvania",
    "Tenn": "Tennessee", "Tex": "Texas", "Va": "Virginia", "Vt": "Vermont", "Wash": "Washington", "Wis": "Wisconsin",
    "Wyo": "Wyoming", "Ont": "Ontario", "Que": "Quebec",
}  # fmt: skip

# short forms that look like words but are said letter by letter
SPELLED = frozenset("LED LEDs LAX DOB NaCl KCl NaOH OOO OCD ASL HOA COO COPD DOE".split())

# letters and words in one, which front ends read as a word or not at all
MIXED = {
    "IPv": "I P V", "doi": "D O I", "MAGA": "Maga", "RESTful": "restful", "SpO": "S P O", "SaO": "S A O",
    "HbA": "H B A", "eGFR": "E G F R", "kWp": "kilowatt peak", "eSIM": "E sim", "Attn": "Attention",
    "ATTN": "Attention", "int'l": "international", "Int'l": "International", "gov't": "government",
    "Gov't": "Government", "nat'l": "national", "Nat'l": "National", "dep't": "department", "Dep't": "Department",
    "cont'd": "continued", "ass'n": "association", "Ass'n": "Association", "sec'y": "secretary",
    "eng'g": "engineering",
}  # fmt: skip

COMPASS = {
    "N": "North", "S": "South", "E": "East", "W": "West", "NE": "northeast", "NW": "northwest", "SE": "southeast",
    "SW": "southwest", "NNE": "north-northeast", "NNW": "north-northwest", "ENE": "east-northeast",
    "ESE": "east-southeast", "WNW": "west-northwest", "WSW": "west-southwest", "SSE": "south-southeast",
    "SSW": "south-southwest",
}  # fmt: skip
