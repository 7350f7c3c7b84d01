"""Words that decide how figures beside them are read. Data only."""

MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip

SHORT_MONTHS = {name[:3]: name for name in MONTHS} | {"Sept": "September"}

WEEKDAYS = {
    **{"Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Weds": "Wednesday"},
    **{"Thu": "Thursday", "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday"},
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

PLURAL_NOUNS = frozenset(
    "people men women children feet percent dollars police cattle sheep fish miles users views followers subscribers "
    "likes downloads customers households jobs barrels copies units residents students workers voters".split()
)

NOT_PLURAL = frozenset(
    "was is has its this as us thus does yes his plus less across towards afterwards besides unless perhaps always "
    "olympics games versus sometimes gas bus class business news series elections was".split()
)
