"""What short forms, signs and units stand for. Data only."""

MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
SHORT_MONTHS = {name[:3]: name for name in MONTHS} | {"Sept": "September"}
WEEKDAYS = {
    **{"Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Weds": "Wednesday"},
    **{"Thu": "Thursday", "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday"},
}

# sign or code → one, many, one hundredth, many hundredths
CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "Rs.": ("rupee", "rupees", "paisa", "paise"),
    "Rs": ("rupee", "rupees", "paisa", "paise"),
    "₱": ("peso", "pesos", "centavo", "centavos"),
    "₫": ("dong", "dong", "", ""),
    "฿": ("baht", "baht", "satang", "satang"),
    "₦": ("naira", "naira", "kobo", "kobo"),
    "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "S$": ("Singapore dollar", "Singapore dollars", "cent", "cents"),
    "Mex$": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "MXN": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "NZD": ("New Zealand dollar", "New Zealand dollars", "cent", "cents"),
    "SGD": ("Singapore dollar", "Singapore dollars", "cent", "cents"),
    "HKD": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"),
    "KRW": ("won", "won", "jeon", "jeon"),
    "BRL": ("real", "reais", "centavo", "centavos"),
    "ZAR": ("rand", "rand", "cent", "cents"),
    "ETH": ("ether", "ether", "", ""),
    "CZK": ("Czech koruna", "Czech korunas", "", ""),
    "HUF": ("forint", "forints", "", ""),
    "TRY": ("lira", "lira", "kurus", "kurus"),
    "₩": ("won", "won", "jeon", "jeon"),
    "₽": ("ruble", "rubles", "kopek", "kopeks"),
    "₿": ("bitcoin", "bitcoin", "", ""),
    "₺": ("lira", "lira", "kurus", "kurus"),
    "₪": ("shekel", "shekels", "agora", "agorot"),
    "US$": ("U S dollar", "U S dollars", "cent", "cents"),
    "A$": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "C$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "NZ$": ("New Zealand dollar", "New Zealand dollars", "cent", "cents"),
    "HK$": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"),
    "R$": ("real", "reais", "centavo", "centavos"),
    "USD": ("U S dollar", "U S dollars", "cent", "cents"),
    "EUR": ("euro", "euros", "cent", "cents"),
    "GBP": ("pound", "pounds", "penny", "pence"),
    "JPY": ("yen", "yen", "sen", "sen"),
    "CHF": ("Swiss franc", "Swiss francs", "rappen", "rappen"),
    "CAD": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "AUD": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "CNY": ("yuan", "yuan", "fen", "fen"),
    "RMB": ("yuan", "yuan", "fen", "fen"),
    "INR": ("rupee", "rupees", "paisa", "paise"),
    "SEK": ("Swedish krona", "Swedish kronor", "öre", "öre"),
    "NOK": ("Norwegian krone", "Norwegian kroner", "øre", "øre"),
    "DKK": ("Danish krone", "Danish kroner", "øre", "øre"),
    "PLN": ("zloty", "zloty", "grosz", "groszy"),
    "BTC": ("bitcoin", "bitcoin", "", ""),
}
MAGNITUDES = {
    **{"k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "mm": "million"},
    **{"MM": "million", "b": "billion", "B": "billion", "bn": "billion", "Bn": "billion", "t": "trillion"},
    **{
        "T": "trillion",
        "tn": "trillion",
        "trn": "trillion",
        "mln": "million",
        "bln": "billion",
        "Mio.": "million",
        "Mio": "million",
        "Mrd.": "billion",
        "Mrd": "billion",
        "thousand": "thousand",
        "million": "million",
        "billion": "billion",
    },
    **{
        "trillion": "trillion",
        "mil": "million",
        "mio": "million",
        "hundred": "hundred",
        "lakh": "lakh",
        "crore": "crore",
    },
}

# unit → its name; see `plural_unit`
UNITS = {
    **{"km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "µm": "micrometer"},
    **{"μm": "micrometer", "nm": "nanometer", "mi": "mile", "yd": "yard", "ft": "foot", "kg": "kilogram"},
    **{"g": "gram", "mg": "milligram", "µg": "microgram", "mcg": "microgram", "lb": "pound", "lbs": "pound"},
    **{"oz": "ounce", "t": "ton", "l": "liter", "L": "liter", "ml": "milliliter"},
    **{"mL": "milliliter", "cl": "centiliter", "dl": "deciliter", "gal": "gallon", "pt": "pint"},
    **{"qt": "quart", "tsp": "teaspoon", "tbsp": "tablespoon", "mph": "mile per hour"},
    **{"kph": "kilometer per hour", "km/h": "kilometer per hour", "kmh": "kilometer per hour"},
    **{"m/s": "meter per second", "s": "second", "sec": "second", "secs": "second", "ms": "millisecond"},
    **{"µs": "microsecond", "ns": "nanosecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour"},
    **{"hrs": "hour", "wk": "week", "wks": "week", "yr": "year", "yrs": "year", "Hz": "hertz"},
    **{"kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "W": "watt", "kW": "kilowatt", "V": "volt"},
    **{"MW": "megawatt", "GW": "gigawatt", "kWh": "kilowatt hour", "Wh": "watt hour", "mAh": "milliamp hour"},
    **{"mA": "milliamp", "mV": "millivolt", "kV": "kilovolt", "Ω": "ohm", "J": "joule", "kJ": "kilojoule"},
    **{"kcal": "kilocalorie", "cal": "calorie", "Pa": "pascal", "kPa": "kilopascal", "hPa": "hectopascal"},
    **{"psi": "P S I", "rpm": "R P M", "dB": "decibel", "N": "newton", "B": "byte", "KB": "kilobyte"},
    **{"kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte"},
    **{"KiB": "kibibyte", "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte"},
    **{"kbps": "kilobit per second", "Kbps": "kilobit per second", "Mbps": "megabit per second"},
    **{"Gbps": "gigabit per second", "Mbit": "megabit", "px": "pixel", "fps": "frame per second"},
    **{"dpi": "D P I", "ppm": "part per million", "ha": "hectare", "ac": "acre", "cc": "C C"},
    **{"hp": "horsepower", "m²": "square meter", "m2": "square meter", "km²": "square kilometer"},
    **{"km2": "square kilometer", "cm²": "square centimeter", "ft²": "square foot", "m³": "cubic meter"},
    **{"m3": "cubic meter", "sqm": "square meter", "cm³": "cubic centimeter", "sqft": "square foot"},
    **{"sq ft": "square foot", "sq m": "square meter", "sq mi": "square mile"},
    **{"mmHg": "millimeter of mercury", "in": "inch", "bpm": "beat per minute", "mol": "mole", "bps": "basis point"},
}
UNITS |= {
    **{"fl oz": "fluid ounce", "fl. oz": "fluid ounce", "pk": "pack", "pts": "point", "mo": "month", "mos": "month"},
    **{"lbf": "pound"},
    **{"m/s²": "meter per second squared", "m/s2": "meter per second squared", "g/cm³": "gram per cubic centimeter"},
    **{"g/cm3": "gram per cubic centimeter", "kg/m³": "kilogram per cubic meter", "g/mol": "gram per mole"},
    **{"mEq": "milliequivalent", "mmol": "millimole", "µmol": "micromole", "μmol": "micromole", "nmol": "nanomole"},
    **{
        "µL": "microliter",
        "μL": "microliter",
        "µl": "microliter",
        "dL": "deciliter",
        "mM": "millimolar",
        "µM": "micromolar",
    },
    **{
        "ng": "nanogram",
        "pg": "picogram",
        "IU": "international unit",
        "mSv": "millisievert",
        "Gy": "gray",
        "nT": "nanotesla",
    },
    **{
        "mOsm": "milliosmole",
        "ppb": "part per billion",
        "bbl": "barrel",
        "sf": "square foot",
        "tab": "tablet",
        "tabs": "tablet",
        "caps": "capsule",
        "lx": "lux",
        "lm": "lumen",
        "dBA": "decibel",
        "Ah": "amp hour",
    },
    **{"mm³": "cubic millimeter", "mm²": "square millimeter", "mm2": "square millimeter", "cm2": "square centimeter"},
    **{"sq. ft": "square foot", "sq. m": "square meter", "sq. mi": "square mile", "sq. in": "square inch"},
    **{
        "sq in": "square inch",
        "cu. ft": "cubic foot",
        "cu ft": "cubic foot",
        "ft-lb": "foot pound",
        "ft-lbs": "foot pound",
    },
    **{
        "qts": "quart",
        "tsps": "teaspoon",
        "tbsps": "tablespoon",
        "Tbsp": "tablespoon",
        "gals": "gallon",
        "pkg": "package",
    },
    **{"pkgs": "package", "doz": "dozen", "pcs": "piece", "yds": "yard", "spd": "speed", "ct": "count", "gr": "gram", "grs": "gram", "mtrs": "meter", "bu": "bushel", "kn": "knot", "mpg": "mile per gallon"},
    **{
        "reps": "rep",
        "rebs": "rebound",
        "asts": "assist",
        "nmi": "nautical mile",
        "ly": "light year",
        "eV": "electron volt",
    },
    **{"keV": "kiloelectron volt", "MeV": "megaelectron volt", "GeV": "gigaelectron volt", "TWh": "terawatt hour"},
    **{
        "MWh": "megawatt hour",
        "GWh": "gigawatt hour",
        "mbar": "millibar",
        "atm": "atmosphere",
        "inHg": "inch of mercury",
        "kip": "kip",
    },
    **{"mol": "mole", "kΩ": "kiloohm", "MΩ": "megaohm", "Gb": "gigabit", "Mb": "megabit", "kts": "knot", "kt": "knot"},
}
UNCHANGED = frozenset("hertz kilohertz megahertz gigahertz horsepower dozen lux millimolar micromolar".split())
CLOSE_ONLY = frozenset("in t N J pt ac".split())  # after a space these are more likely words
PER = {
    **{"nt": "night", "bbl": "barrel", "ea": "each", "sf": "square foot"},
    **{"s": "second", "sec": "second", "min": "minute", "h": "hour", "hr": "hour", "hour": "hour", "day": "day"},
    **{"d": "day", "wk": "week", "week": "week", "mo": "month", "month": "month", "yr": "year", "year": "year"},
    **{"y": "year", "kg": "kilogram", "g": "gram", "lb": "pound", "oz": "ounce", "l": "liter", "L": "liter"},
    **{"ml": "milliliter", "mL": "milliliter", "dl": "deciliter", "dL": "deciliter", "km": "kilometer", "m": "meter"},
    **{"mi": "mile", "gal": "gallon", "GB": "gigabyte", "MB": "megabyte", "kWh": "kilowatt hour", "person": "person"},
    **{
        "night": "night",
        "user": "user",
        "seat": "seat",
        "unit": "unit",
        "item": "item",
        "page": "page",
        "share": "share",
    },
    **{"cell": "cell", "dose": "dose", "mole": "mole", "mol": "mole", "serving": "serving", "cup": "cup", "cc": "C C"},
    **{
        "minute": "minute",
        "second": "second",
        "m²": "square meter",
        "m2": "square meter",
        "hrs": "hour",
        "wks": "week",
    },
    **{"mm³": "cubic millimeter", "cm²": "square centimeter", "cm³": "cubic centimeter", "nm": "nanometer"},
    **{
        "µL": "microliter",
        "cap": "cap",
        "tab": "tablet",
        "100g": "hundred grams",
        "m²": "square meter",
        "m³": "cubic meter",
        "token": "token",
    },
    **{"sq ft": "square foot", "ft": "foot", "hectare": "hectare", "ha": "hectare", "acre": "acre", "head": "head"},
}

# before a name
TITLES = {
    **{"Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Drs": "Doctors", "Prof": "Professor"},
    **{"Gen": "General", "Col": "Colonel", "Maj": "Major", "Capt": "Captain", "Cpt": "Captain", "Lt": "Lieutenant"},
    **{
        "Sgt": "Sergeant",
        "Cpl": "Corporal",
        "Pvt": "Private",
        "Adm": "Admiral",
        "Cmdr": "Commander",
        "Rev": "Reverend",
    },
    **{"Fr": "Father", "Hon": "Honorable", "Gov": "Governor", "Sen": "Senator", "Rep": "Representative"},
    **{"Pres": "President", "Supt": "Superintendent", "Insp": "Inspector", "Messrs": "Messers", "Mme": "Madame"},
    **{"Mlle": "Mademoiselle", "Mt": "Mount", "St": "Saint", "Sts": "Saints", "Ft": "Fort"},
}
# after a name
STREETS = {
    **{"St": "Street", "Ave": "Avenue", "Av": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Dr": "Drive", "Ln": "Lane"},
    **{"Ct": "Court", "Pl": "Place", "Sq": "Square", "Hwy": "Highway", "Pkwy": "Parkway", "Ter": "Terrace"},
    **{"Cir": "Circle", "Apt": "Apartment", "Ste": "Suite", "Bldg": "Building", "Fwy": "Freeway"},
}
STREET_ENDINGS = "St|Ave|Blvd|Rd|Dr|Ln|Ct|Pl|Ter|Cir|Pkwy|Hwy|Sq|Street|Avenue|Road|Drive|Lane|Boulevard|Court|Place|Terrace|Circle|Parkway|Highway|Square|Way|Trail|Loop"  # a pattern
# anywhere, with a full stop; the key is lower case
ABBREVIATIONS = {
    **{"e.g": "for example", "i.e": "that is", "etc": "et cetera", "vs": "versus", "viz": "namely", "cf": "compare"},
    **{"approx": "approximately", "dept": "department", "est": "estimated", "inc": "Incorporated"},
    **{"ltd": "Limited", "co": "Company", "corp": "Corporation", "bros": "Brothers", "assn": "Association"},
    **{"jr": "Junior", "sr": "Senior", "esq": "Esquire", "univ": "University", "govt": "government"},
    **{"avg": "average", "max": "maximum", "min": "minimum", "misc": "miscellaneous", "incl": "including"},
    **{"excl": "excluding", "temp": "temperature", "tel": "telephone", "ext": "extension", "ibid": "ibidem"},
    **{
        "a.k.a": "also known as",
        "et al": "et al",
        "orig": "originally",
        "resp": "respectively",
        "intl": "international",
    },
    **{"natl": "national", "bldg": "building", "hrs": "hours", "mins": "minutes", "yrs": "years"},
    **{"wks": "weeks", "mos": "months", "lbs": "pounds", "ep": "episode"},
    **{
        "tsp": "teaspoons",
        "qty": "quantity",
        "acct": "account",
        "appt": "appointment",
        "ed": "edition",
        "eds": "editors",
    },
    **{
        "ea": "each",
        "pls": "please",
        "avail": "available",
        "utils": "utilities",
        "vis": "visibility",
        "pop": "population",
        "dkt": "docket",
        "trk": "track",
        "dep": "departs",
        "arr": "arrives",
        "div": "dividend",
        "sta": "Station",
        "prod": "produced",
        "msg": "message",
        "msgs": "messages",
        "nts": "nights",
        "mkt": "market",
        "precip": "precipitation",
        "p.a": "per annum",
        "d.p": "decimal places",
        "hum": "humidity",
        "utd": "united",
        "apt": "apartment",
        "btwn": "between",
        "mtg": "meeting",
        "mtgs": "meetings",
        "wknd": "weekend",
        "nr": "near",
        "mo": "month",
        "const": "Constitution",
        "attn": "attention",
        "asst": "assistant",
        "mgr": "manager",
        "mfg": "manufacturing",
        "dir": "director",
    },
    **{
        "wm": "William",
        "chas": "Charles",
        "geo": "George",
        "thos": "Thomas",
        "brig": "Brigadier",
        "assoc": "associate",
    },
    **{"regs": "regulations", "reg": "regulation", "agg": "aggregate", "ref": "reference", "refs": "references"},
    **{"pkg": "package", "doz": "dozen", "qt": "quart", "pts": "points", "ctr": "center", "hosp": "hospital"},
    **{"bef": "before", "aft": "after", "req": "required", "tbsp": "tablespoons"},
    **{"bal": "balance", "amt": "amount", "pd": "paid", "exp": "expires", "fwd": "forward", "attys": "attorneys"},
    **{"prof": "professor", "capt": "captain", "ret": "retired", "elev": "elevation"},
    **{"lic": "license", "prev": "previous", "sched": "scheduled"},
    **{"mktg": "marketing", "acctg": "accounting", "mgmt": "management"},
    **{"trans": "translated by", "anon": "anonymous", "p.s": "P S", "r.s.v.p": "R S V P", "q.v": "see"},
}
# before a figure
BEFORE_NUMBERS = {
    **{"no": "number", "nos": "numbers", "nr": "number", "p": "page", "pp": "pages", "pg": "page", "vol": "volume"},
    **{"vols": "volumes", "ch": "chapter", "chap": "chapter", "sec": "section", "fig": "figure", "figs": "figures"},
    **{"eq": "equation", "eqs": "equations", "art": "article", "par": "paragraph", "para": "paragraph", "c": "circa"},
    **{"ca": "circa", "op": "opus", "pt": "part", "tab": "table", "ver": "version", "rev": "revision", "v": "version"},
    **{
        "ex": "example",
        "ep": "episode",
        "eps": "episodes",
        "ln": "line",
        "ll": "lines",
        "apt": "apartment",
        "rm": "room",
        "ste": "suite",
        "fl": "floor",
        "hwy": "highway",
        "rte": "route",
        "n": "note",
        "r": "reigned",
        "m": "married",
        "bk": "book",
        "cl": "clause",
        "vv": "verses",
        "mod": "module",
        "cat": "category",
        "b": "born",
    },
    **{"d": "died", "est": "established"},
}
DOSAGES = {
    **{"b.i.d.": "twice a day", "BID": "twice a day", "t.i.d.": "three times a day", "TID": "three times a day"},
    **{
        "q.i.d.": "four times a day",
        "QID": "four times a day",
        "q.d.": "every day",
        "qd": "every day",
        "qhs": "at bedtime",
    },
    **{"p.r.n.": "as needed", "PRN": "as needed", "prn": "as needed", "q.h.s.": "at bedtime", "h.s.": "at bedtime"},
    **{"a.c.": "before meals", "p.c.": "after meals", "Rx": "prescription"},
}
SLANG = {
    **{"w/": "with", "w/o": "without", "b/c": "because", "n/a": "not applicable", "N/A": "not applicable"},
    **{"and/or": "and or", "c/o": "care of", "a/c": "A C", "A/C": "A C", "he/she": "he or she", "she/he": "she or he"},
    **{
        "his/her": "his or her",
        "him/her": "him or her",
        "s/he": "he or she",
        "yes/no": "yes or no",
        "aka": "also known as",
    },
    **{"24/7": "twenty-four seven", "50/50": "fifty fifty", "20/20": "twenty twenty", "9/11": "nine eleven"},
    **{
        "pls": "please",
        "plz": "please",
        "thx": "thanks",
        "thnx": "thanks",
        "tysm": "thank you so much",
        "nvm": "never mind",
    },
    **{"brb": "be right back", "gtg": "got to go", "g2g": "got to go", "ttyl": "talk to you later", "omw": "on my way"},
    **{
        "gr8": "great",
        "l8r": "later",
        "b4": "before",
        "2nite": "tonight",
        "2day": "today",
        "tmrw": "tomorrow",
        "tmr": "tomorrow",
    },
    **{
        "ppl": "people",
        "abt": "about",
        "msg": "message",
        "ofc": "of course",
        "fwiw": "for what it's worth",
        "np": "no problem",
    },
    **{
        "iirc": "if I recall correctly",
        "rn": "right now",
        "ur": "your",
        "jk": "just kidding",
        "w/d": "washer dryer",
        "W/D": "washer dryer",
    },
    **{
        "Pls": "please",
        "Thx": "thanks",
        "OBO": "or best offer", "obo": "or best offer", "w/in": "within",
        "w/out": "without",
        "p/u": "pick up",
        "d/t": "due to",
        "tl;dr": "T L D R",
        "TL;DR": "T L D R",
        "hrs/wk": "hours per week",
        "mins/day": "minutes per day",
        "24x7": "twenty-four seven",
    },
    **{
        "c/w": "compared with",
        "s/o": "shout out",
        "r/o": "rule out",
        "h/o": "history of",
        "c/o": "care of",
        "N.B.": "N B",
    },
    **{"on/off": "on off", "either/or": "either or", "w/e": "whatever", "h/t": "hat tip", "A/B": "A B", "I/O": "I O"},
    **{"CI/CD": "C I C D", "TCP/IP": "T C P I P", "7/24": "seven twenty-four"},
    **{"C++": "C plus plus", "C#": "C sharp", "F#": "F sharp", "Notepad++": "Notepad plus plus", ".NET": "dot net"},
    **{"R&D": "R and D", "Q&A": "Q and A", "B&B": "B and B", "P&L": "P and L", "M&A": "M and A", "AT&T": "A T and T"},
    **{"btw": "by the way", "imo": "in my opinion", "imho": "in my humble opinion", "idk": "I don't know"},
    **{"afaik": "as far as I know", "tbh": "to be honest", "YoY": "year over year", "YTD": "year to date"},
    **{
        "MoM": "month over month",
        "QoQ": "quarter over quarter",
        "401(k)": "four oh one K",
        "403(b)": "four oh three B",
    },
    **{"H&M": "H and M", "M&S": "M and S", "S&P": "S and P", "A&E": "A and E", "D&D": "D and D", "P&G": "P and G"},
}

STATES = {
    **{"AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado"},
    **{"CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho"},
    **{"IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana"},
    **{"ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota"},
    **{"MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada"},
    **{"NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina"},
    **{"ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania"},
    **{"RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas"},
    **{"UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia"},
    **{"WI": "Wisconsin", "WY": "Wyoming", "DC": "D C"},
}

OLD_STATES = {
    **{"Ala": "Alabama", "Ariz": "Arizona", "Ark": "Arkansas", "Calif": "California", "Colo": "Colorado"},
    **{
        "Conn": "Connecticut",
        "Del": "Delaware",
        "Fla": "Florida",
        "Ga": "Georgia",
        "Ill": "Illinois",
        "Ind": "Indiana",
    },
    **{
        "Kan": "Kansas",
        "Ky": "Kentucky",
        "La": "Louisiana",
        "Mass": "Massachusetts",
        "Md": "Maryland",
        "Mich": "Michigan",
    },
    **{
        "Minn": "Minnesota",
        "Miss": "Mississippi",
        "Mont": "Montana",
        "Neb": "Nebraska",
        "Nev": "Nevada",
        "Okla": "Oklahoma",
    },
    **{
        "Ore": "Oregon",
        "Pa": "Pennsylvania",
        "Penn": "Pennsylvania",
        "Tenn": "Tennessee",
        "Tex": "Texas",
        "Va": "Virginia",
    },
    **{"Vt": "Vermont", "Wash": "Washington", "Wis": "Wisconsin", "Wyo": "Wyoming", "Ont": "Ontario", "Que": "Quebec"},
}

# a numeral after one of these is read "the Eighth"
RULERS = frozenset(
    "Henry Elizabeth Louis George Charles Edward William James Richard Mary Paul Benedict Pius Catherine Peter "
    "Nicholas Alexander Frederick Philip Philippe Ferdinand Francis Leo Gregory Ivan Napoleon Ramses Ptolemy Xerxes "
    "Darius Victoria Margaret Christian Gustav Oscar Harald Haakon Albert Leopold Joseph Franz Wilhelm Friedrich "
    "Otto Konrad Sigismund Boniface Clement Innocent Urban Julius Sixtus Adrian Alfonso Carlos Felipe Juan Umberto "
    "Vittorio Mehmed Murad Selim Suleiman Abdul Thutmose Amenhotep Cleopatra Antiochus Baldwin Bohemond Robert David "
    "Kenneth Constantine Justinian Theodosius Leopold Maximilian Rudolf Stephen Pedro Joao Manuel Alphonse "
    "Rama Hassan Mohammed Abdullah Hussein Faisal Elector Pope King Queen Emperor Tsar".split()
)
FIRST_NAMES = frozenset(
    "James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark "
    "Donald Steven Paul Andrew Joshua Kenneth Kevin Brian George Edward Ronald Timothy Jason Jeffrey Ryan Jacob Gary "
    "Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Frank Alexander Raymond "
    "Patrick Jack Dennis Jerry Tyler Aaron Jose Adam Henry Nathan Douglas Zachary Peter Kyle Walter Ethan Jeremy "
    "Harold Keith Christian Roger Noah Gerald Carl Terry Sean Austin Arthur Lawrence Jesse Dylan Bryan Joe Jordan "
    "Billy Bruce Albert Willie Gabriel Logan Alan Juan Wayne Roy Ralph Randy Eugene Vincent Russell Elijah Louis "
    "Bobby Philip Johnny Thurston Cornelius Winthrop Theodore Franklin Howard".split()
)
NUMBERED = frozenset(
    "Chapter Part Act Scene Book Volume Phase Type Class Stage Level Grade Article Section Appendix Title Figure Table "
    "War Bowl Rocky Fantasy Tier Mark Model Episode Season Series Group Category Unit Module Corps Apollo Titan "
    "Saturn Schedule Annex Canto Sonata Symphony Round Step Quest Wars Region Zone Vatican Trek Grand".split()
)
ROOMS = frozenset(
    "Train Bus Gate Locker Channel Studio Office Form Rm Room Flight Boeing Airbus Suite Apartment Peugeot Area Porsche Ferrari".split()
)
# short forms that look like words but are said letter by letter
SPELLED = frozenset("LED LEDs LAX DOB NaCl KCl NaOH OOO OCD ASL HOA COO COPD DOE".split())
# letters and words in one, which front ends read as a word or not at all
MIXED = {
    **{"IPv": "I P V", "doi": "D O I", "MAGA": "Maga", "RESTful": "restful", "SpO": "S P O", "SaO": "S A O"},
    **{"HbA": "H B A", "eGFR": "E G F R"},
    **{"kWp": "kilowatt peak", "eSIM": "E sim"},
    **{
        "Attn": "Attention",
        "ATTN": "Attention",
        "int'l": "international",
        "Int'l": "International",
        "gov't": "government",
    },
    **{"Gov't": "Government", "nat'l": "national", "Nat'l": "National", "dep't": "department", "Dep't": "Department"},
    **{
        "cont'd": "continued",
        "ass'n": "association",
        "Ass'n": "Association",
        "sec'y": "secretary",
        "eng'g": "engineering",
    },
}
GRAPHICS = frozenset("RTX GTX RX Ryzen Core Xeon Form".split())  # their numbers are read in pairs
DEALS = frozenset(
    "market cap startup company industry business firm deal contract bill loan grant project program programme fund budget settlement investment jackpot prize fine fee "
    "gift verdict bond plan package award purchase acquisition takeover campaign lawsuit coupon discount bonus mansion "
    "home house mortgage lottery bailout ransom salary donation stake merger valuation payout scholarship endowment "
    "upgrade renovation facility factory debt shortfall surplus".split()
)

PRODUCTS = frozenset(
    "python node java ios android macos windows ubuntu debian fedora php ruby rust go swift kotlin scala django rails "
    "react angular vue postgres postgresql mysql redis docker kubernetes chrome firefox safari version release "
    "typescript numpy pandas pytorch tensorflow cuda linux kernel npm gcc llvm clang http openssl git bluetooth usb "
    "claude gemini llama gpt grok mistral qwen deepseek sonnet opus haiku hdmi wifi kokoro".split()
)

SYMBOLS = {
    **{"≥": "greater than or equal to", "≤": "less than or equal to", "≠": "not equal to", "≈": "approximately"},
    **{"±": "plus or minus", "×": "times", "÷": "divided by", "√": "square root of", "∞": "infinity", "π": "pi"},
    **{"→": "to", "⇒": "implies", "←": "from", "↔": "to and from", "©": "copyright", "§": "section", "¶": "paragraph"},
    **{"∑": "sum of", "∫": "integral of", "∂": "partial", "∈": "in", "∉": "not in", "∪": "union", "∩": "intersection"},
    **{
        "∀": "for all",
        "∃": "there exists",
        "∅": "the empty set",
        "¬": "not",
        "∧": "and",
        "∨": "or",
        "∝": "proportional to",
    },
    **{"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "θ": "theta", "λ": "lambda", "μ": "mu"},
    **{"µ": "micro", "σ": "sigma", "τ": "tau", "φ": "phi", "ω": "omega", "Δ": "delta", "Σ": "sigma", "Ω": "omega"},
    **{
        "‰": "per mille",
        "℃": "degrees Celsius",
        "℉": "degrees Fahrenheit",
        "№": "number",
        "†": "",
        "‡": "",
        "°": "degrees",
    },
    **{"™": "", "®": "", "•": "", "·": "", "■": "", "●": "", "▪": "", "►": "", "✓": "", "✔": "", "✗": ""},
    **{"+": "plus", "=": "equals", "<": "less than", ">": "greater than", "@": "at", "&": "and", "%": "percent"},
    **{"^": "to the power of", "~": "about", "#": "number", "|": "", "\\": "backslash", "_": " ", "*": "", "`": ""},
    **{"₂": "two", "₃": "three", "₄": "four", "$": "dollars", "£": "pounds", "€": "euros", "¢": "cents", "¥": "yen"},
}
SUPERSCRIPTS = {"¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9", "⁰": "0"}
VULGAR = {
    **{"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5)},
    **{"⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅐": (1, 7)},
    **{"⅑": (1, 9), "⅒": (1, 10)},
}

DOMAINS = (
    "com|org|net|io|dev|ai|edu|gov|mil|info|biz|app|tv|me|xyz|tech|blog|cloud|online|site|uk|de|fr|es|it|eu|ca|au|jp|"
    "cn|in|br|nl|ch|se|no|fi|pl|ru|us|co|gg|fm|ly|to|be|at|ie|nz|local|test|wiki|news|page|so|sh"
)
EXTENSIONS = {
    **{"py": "py", "js": "J S", "ts": "T S", "jsx": "J S X", "tsx": "T S X", "json": "jason", "txt": "T X T"},
    **{"md": "M D", "html": "H T M L", "css": "C S S", "xml": "X M L", "yml": "yaml", "yaml": "yaml", "toml": "toml"},
    **{"csv": "C S V", "pdf": "P D F", "doc": "doc", "docx": "doc X", "xls": "X L S", "xlsx": "X L S X", "zip": "zip"},
    **{"gz": "G Z", "tar": "tar", "exe": "E X E", "dll": "D L L", "sh": "S H", "bat": "bat", "c": "C", "h": "H"},
    **{"cpp": "C P P", "hpp": "H P P", "rs": "R S", "go": "go", "java": "java", "rb": "R B", "php": "P H P"},
    **{"sql": "S Q L", "log": "log", "ini": "I N I", "cfg": "C F G", "conf": "conf", "png": "P N G", "jpg": "jay peg"},
    **{"jpeg": "jay peg", "gif": "gif", "svg": "S V G", "mp3": "M P three", "mp4": "M P four", "wav": "wave"},
    **{"flac": "flack", "onnx": "O N N X", "npz": "N P Z", "env": "env", "lock": "lock", "ipynb": "I P Y N B"},
    **{
        "dmg": "D M G",
        "iso": "I S O",
        "apk": "A P K",
        "deb": "deb",
        "pptx": "P P T X",
        "epub": "E pub",
        "rtf": "R T F",
    },
}
COMPASS = {
    **{"N": "North", "S": "South", "E": "East", "W": "West", "NE": "northeast", "NW": "northwest"},
    **{"SE": "southeast", "SW": "southwest", "NNE": "north-northeast", "NNW": "north-northwest"},
    **{"ENE": "east-northeast", "ESE": "east-southeast", "WNW": "west-northwest", "WSW": "west-southwest"},
    **{"SSE": "south-southeast", "SSW": "south-southwest"},
}
KEYS = {
    "Ctrl": "Control",
    "Cmd": "Command",
    "Alt": "Alt",
    "Shift": "Shift",
    "Opt": "Option",
    "Esc": "Escape",
    "Del": "Delete",
}
PLURAL_NOUNS = frozenset(
    "people men women children feet percent dollars police cattle sheep fish miles users views followers subscribers "
    "likes downloads customers households jobs barrels copies units residents students workers voters".split()
)
NOT_PLURAL = frozenset(
    "was is has its this as us thus does yes his plus less across towards afterwards besides unless perhaps always "
    "olympics games versus sometimes gas bus class business news series elections was".split()
)
