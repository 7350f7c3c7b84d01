"""Currencies, magnitudes and units, and what they stand for. Data only."""

# sign or code → one, many, one hundredth, many hundredths
CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"), "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"), "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"), "Rs.": ("rupee", "rupees", "paisa", "paise"),
    "Rs": ("rupee", "rupees", "paisa", "paise"), "₱": ("peso", "pesos", "centavo", "centavos"),
    "₫": ("dong", "dong", "", ""), "฿": ("baht", "baht", "satang", "satang"), "₦": ("naira", "naira", "kobo", "kobo"),
    "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "S$": ("Singapore dollar", "Singapore dollars", "cent", "cents"),
    "Mex$": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "MXN": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "NZD": ("New Zealand dollar", "New Zealand dollars", "cent", "cents"),
    "SGD": ("Singapore dollar", "Singapore dollars", "cent", "cents"),
    "HKD": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"), "KRW": ("won", "won", "jeon", "jeon"),
    "BRL": ("real", "reais", "centavo", "centavos"), "ZAR": ("rand", "rand", "cent", "cents"),
    "ETH": ("ether", "ether", "", ""), "CZK": ("Czech koruna", "Czech korunas", "", ""),
    "HUF": ("forint", "forints", "", ""), "TRY": ("lira", "lira", "kurus", "kurus"),
    "₩": ("won", "won", "jeon", "jeon"), "₽": ("ruble", "rubles", "kopek", "kopeks"),
    "₿": ("bitcoin", "bitcoin", "", ""), "₺": ("lira", "lira", "kurus", "kurus"),
    "₪": ("shekel", "shekels", "agora", "agorot"), "US$": ("U S dollar", "U S dollars", "cent", "cents"),
    "A$": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "C$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "NZ$": ("New Zealand dollar", "New Zealand dollars", "cent", "cents"),
    "HK$": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"), "R$": ("real", "reais", "centavo", "centavos"),
    "USD": ("U S dollar", "U S dollars", "cent", "cents"), "EUR": ("euro", "euros", "cent", "cents"),
    "GBP": ("pound", "pounds", "penny", "pence"), "JPY": ("yen", "yen", "sen", "sen"),
    "CHF": ("Swiss franc", "Swiss francs", "rappen", "rappen"),
    "CAD": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "AUD": ("Australian dollar", "Australian dollars", "cent", "cents"), "CNY": ("yuan", "yuan", "fen", "fen"),
    "RMB": ("yuan", "yuan", "fen", "fen"), "INR": ("rupee", "rupees", "paisa", "paise"),
    "SEK": ("Swedish krona", "Swedish kronor", "öre", "öre"),
    "NOK": ("Norwegian krone", "Norwegian kroner", "øre", "øre"),
    "DKK": ("Danish krone", "Danish kroner", "øre", "øre"), "PLN": ("zloty", "zloty", "grosz", "groszy"),
    "BTC": ("bitcoin", "bitcoin", "", ""),
}  # fmt: skip

MAGNITUDES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "mm": "million",
    "MM": "million", "b": "billion", "B": "billion", "bn": "billion", "Bn": "billion", "t": "trillion",
    "T": "trillion", "tn": "trillion", "trn": "trillion", "mln": "million", "bln": "billion", "Mio.": "million",
    "Mio": "million", "Mrd.": "billion", "Mrd": "billion", "thousand": "thousand", "million": "million",
    "billion": "billion", "trillion": "trillion", "mil": "million", "mio": "million", "hundred": "hundred",
    "lakh": "lakh", "crore": "crore",
}  # fmt: skip

# unit → its name; see `plural_unit`
UNITS = {
    "in²": "square inch", "in2": "square inch", "yd²": "square yard", "mi²": "square mile", "ft³": "cubic foot", "in³": "cubic inch",
    "km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "µm": "micrometer", "μm": "micrometer",
    "nm": "nanometer", "mi": "mile", "yd": "yard", "ft": "foot", "kg": "kilogram", "g": "gram", "mg": "milligram",
    "µg": "microgram", "mcg": "microgram", "lb": "pound", "lbs": "pound", "oz": "ounce", "t": "ton", "l": "liter",
    "L": "liter", "ml": "milliliter", "mL": "milliliter", "cl": "centiliter", "dl": "deciliter", "gal": "gallon",
    "pt": "pint", "qt": "quart", "tsp": "teaspoon", "tbsp": "tablespoon", "mph": "mile per hour",
    "kph": "kilometer per hour", "km/h": "kilometer per hour", "kmh": "kilometer per hour", "m/s": "meter per second",
    "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond", "ns": "nanosecond",
    "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "wk": "week", "wks": "week",
    "yr": "year", "yrs": "year", "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz",
    "W": "watt", "kW": "kilowatt", "V": "volt", "MW": "megawatt", "GW": "gigawatt", "kWh": "kilowatt hour",
    "Wh": "watt hour", "mAh": "milliamp hour", "mA": "milliamp", "mV": "millivolt", "kV": "kilovolt", "Ω": "ohm",
    "J": "joule", "kJ": "kilojoule", "kcal": "kilocalorie", "cal": "calorie", "Pa": "pascal", "kPa": "kilopascal",
    "hPa": "hectopascal", "psi": "P S I", "rpm": "R P M", "dB": "decibel", "N": "newton", "B": "byte",
    "KB": "kilobyte", "kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte",
    "KiB": "kibibyte", "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte", "kbps": "kilobit per second",
    "Kbps": "kilobit per second", "Mbps": "megabit per second", "Gbps": "gigabit per second", "Mbit": "megabit",
    "px": "pixel", "fps": "frame per second", "dpi": "D P I", "ppm": "part per million", "ha": "hectare",
    "cc": "C C", "hp": "horsepower", "m²": "square meter", "m2": "square meter",
    "km²": "square kilometer", "km2": "square kilometer", "cm²": "square centimeter", "ft²": "square foot",
    "m³": "cubic meter", "m3": "cubic meter", "sqm": "square meter", "cm³": "cubic centimeter", "sqft": "square foot",
    "sq ft": "square foot", "sq m": "square meter", "sq mi": "square mile", "mmHg": "millimeter of mercury",
    "in": "inch", "bpm": "beat per minute", "mol": "mole", "bps": "basis point", "fl oz": "fluid ounce",
    "fl. oz": "fluid ounce", "pk": "pack", "pts": "point", "mo": "month", "mos": "month", "lbf": "pound",
    "m/s²": "meter per second squared", "m/s2": "meter per second squared", "g/cm³": "gram per cubic centimeter",
    "g/cm3": "gram per cubic centimeter", "kg/m³": "kilogram per cubic meter", "g/mol": "gram per mole",
    "mEq": "milliequivalent", "mmol": "millimole", "µmol": "micromole", "μmol": "micromole", "nmol": "nanomole",
    "µL": "microliter", "μL": "microliter", "µl": "microliter", "dL": "deciliter", "mM": "millimolar",
    "µM": "micromolar", "ng": "nanogram", "pg": "picogram", "IU": "international unit", "mSv": "millisievert",
    "Gy": "gray", "nT": "nanotesla", "mOsm": "milliosmole", "ppb": "part per billion", "bbl": "barrel",
    "sf": "square foot", "tab": "tablet", "tabs": "tablet", "caps": "capsule", "lx": "lux", "lm": "lumen",
    "dBA": "decibel", "Ah": "amp hour", "mm³": "cubic millimeter", "mm²": "square millimeter",
    "mm2": "square millimeter", "cm2": "square centimeter", "sq. ft": "square foot", "sq. m": "square meter",
    "sq. mi": "square mile", "sq. in": "square inch", "sq in": "square inch", "cu. ft": "cubic foot",
    "cu ft": "cubic foot", "ft-lb": "foot pound", "ft-lbs": "foot pound", "qts": "quart", "tsps": "teaspoon",
    "tbsps": "tablespoon", "Tbsp": "tablespoon", "gals": "gallon", "pkg": "package", "pkgs": "package",
    "doz": "dozen", "pcs": "piece", "yds": "yard", "spd": "speed", "ct": "count", "gr": "gram", "grs": "gram",
    "mtrs": "meter", "bu": "bushel", "kn": "knot", "mpg": "mile per gallon", "reps": "rep", "rebs": "rebound",
    "asts": "assist", "nmi": "nautical mile", "ly": "light year", "eV": "electron volt", "keV": "kiloelectron volt",
    "MeV": "megaelectron volt", "GeV": "gigaelectron volt", "TWh": "terawatt hour", "MWh": "megawatt hour",
    "GWh": "gigawatt hour", "mbar": "millibar", "atm": "atmosphere", "inHg": "inch of mercury", "kip": "kip",
    "kΩ": "kiloohm", "MΩ": "megaohm", "Gb": "gigabit", "Mb": "megabit", "kts": "knot", "kt": "knot",
}  # fmt: skip

UNCHANGED = frozenset("hertz kilohertz megahertz gigahertz horsepower dozen lux millimolar micromolar".split())

CLOSE_ONLY = frozenset("in t N J pt ac".split())  # after a space these are more likely words

PER = {
    "nt": "night", "bbl": "barrel", "ea": "each", "sf": "square foot", "s": "second", "sec": "second",
    "min": "minute", "h": "hour", "hr": "hour", "hour": "hour", "day": "day", "d": "day", "wk": "week",
    "week": "week", "mo": "month", "month": "month", "yr": "year", "year": "year", "y": "year", "kg": "kilogram",
    "g": "gram", "lb": "pound", "oz": "ounce", "l": "liter", "L": "liter", "ml": "milliliter", "mL": "milliliter",
    "dl": "deciliter", "dL": "deciliter", "km": "kilometer", "m": "meter", "mi": "mile", "gal": "gallon",
    "GB": "gigabyte", "MB": "megabyte", "kWh": "kilowatt hour", "person": "person", "night": "night", "user": "user",
    "seat": "seat", "unit": "unit", "item": "item", "page": "page", "share": "share", "cell": "cell", "dose": "dose",
    "mole": "mole", "mol": "mole", "serving": "serving", "cup": "cup", "cc": "C C", "minute": "minute",
    "second": "second", "m²": "square meter", "m2": "square meter", "hrs": "hour", "wks": "week",
    "mm³": "cubic millimeter", "cm²": "square centimeter", "cm³": "cubic centimeter", "nm": "nanometer",
    "µL": "microliter", "cap": "cap", "tab": "tablet", "100g": "hundred grams", "m³": "cubic meter", "token": "token",
    "sq ft": "square foot", "ft": "foot", "hectare": "hectare", "ha": "hectare", "acre": "acre", "head": "head",
}  # fmt: skip

SUPERSCRIPTS = {
    "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8", "⁹": "9", "⁰": "0",
}  # fmt: skip

VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅐": (1, 7),
    "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
