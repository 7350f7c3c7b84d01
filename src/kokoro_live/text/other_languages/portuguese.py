"""How the Portuguese of Brazil says things."""

import re

from kokoro_live.text.other_languages import genders, numerals
from kokoro_live.text.other_languages.habits import Clock, Habits, Noun, nouns

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", (
    "a bê cê dê é efe gê agá i jota cá ele eme ene o pê quê erre esse tê u vê dáblio xis ípsilon zê"
).split(), strict=True))  # fmt: skip
REGNAL = 10  # up to here kings, popes, centuries and chapters are ordinal
LABELS = frozenset(
    "página número volume linha grupo nível fase sala andar porta plataforma voo tipo anexo quarto apartamento apto casa "
    "seção versão classe ano rua ônibus lição canal bloco lote quadra as os".split()
)
WOMEN = frozenset("Isabel Elizabeth Elisabeth Beatriz Inês Raquel Leonor".split())
COUNTED = frozenset("tomo volume tipo fase nível".split())


def _of(noun: str) -> str:
    return f"de {noun}"


def _per(noun: Noun) -> str:
    return f"por {noun[0]}"


def _clock(clock: Clock) -> str:
    words = numerals.portuguese(clock.hour, "f")
    if clock.minute:
        words += f" e {numerals.portuguese(clock.minute)}"
    elif not clock.half:
        words += " hora" if clock.hour < 2 else " horas"
    if clock.second:
        words += f" e {numerals.portuguese(clock.second)} segundos"
    if clock.half:
        words += " da manhã" if clock.half == "a" else " da tarde" if clock.hour % 12 < 6 else " da noite"
    return words


def _roman(match: re.Match[str], number: int) -> str | None:
    head, roman = match["head"], match["roman"]
    if not head:
        return _before_noun(match, number)
    if head.lower() in COUNTED:
        return numerals.portuguese(number)
    known = head.lower() in (
        "século",
        "séculos",
        "séc.",
        "capítulo",
        "ato",
        "artigo",
        "parte",
        "título",
        "livro",
        "canto",
        "cap.",
    )
    if not known and (not head[0].isupper() or roman in ("C", "L") or head.lower() in genders.PORTUGUESE_NO_NOUNS):
        return None
    gender = "f" if (head.endswith("a") and not known) or head in WOMEN or head.lower() == "parte" else ""
    return numerals.portuguese_ordinal(number, gender) if number <= REGNAL else numerals.portuguese(number)


def _before_noun(match: re.Match[str], number: int) -> str | None:
    noun = match["noun"]
    before = match.string[max(0, match.start() - 4) : match.start()].lower()
    after_article = before.endswith((" a ", " o ", "da ", "do ", "na ", "no ")) or before in ("a ", "o ")
    if not (noun[0].isupper() or after_article) or match["roman"] in ("C", "L"):
        return None
    return numerals.portuguese_ordinal(number, "f" if genders.portuguese(noun.lower()) else "m")


UNITS = nouns(
    "km quilômetro quilômetros m; m metro metros m; cm centímetro centímetros m; mm milímetro milímetros m; µm micrômetro micrômetros m; "
    "km²,km2 quilômetro_quadrado quilômetros_quadrados m; m²,m2 metro_quadrado metros_quadrados m; cm²,cm2 centímetro_quadrado centímetros_quadrados m; "
    "m³,m3 metro_cúbico metros_cúbicos m; cm³,cm3 centímetro_cúbico centímetros_cúbicos m; kg quilo quilos m; g grama gramas m; "
    "mg miligrama miligramas m; µg,mcg micrograma microgramas m; t tonelada toneladas f; l,L litro litros m; ml,mL mililitro mililitros m; "
    "cl centilitro centilitros m; dl,dL decilitro decilitros m; s segundo segundos m; min minuto minutos m; h hora horas f; ms milissegundo milissegundos m; "
    "°,º grau graus m; °C,℃,ºC grau_Celsius graus_Celsius m; °F,ºF grau_Fahrenheit graus_Fahrenheit m; kWh quilowatt-hora quilowatts-hora m; "
    "kW quilowatt quilowatts m; W watt watts m; MW megawatt megawatts m; GW gigawatt gigawatts m; V volt volts m; A ampere amperes m; "
    "mAh miliampere-hora miliamperes-hora m; Hz hertz hertz m; kHz quilohertz quilohertz m; MHz megahertz megahertz m; GHz gigahertz gigahertz m; "
    "GB gigabyte gigabytes m; MB megabyte megabytes m; kB,KB quilobyte quilobytes m; TB terabyte terabytes m; Mbps megabit_por_segundo megabits_por_segundo m; "
    "ha hectare hectares m; cv cavalo cavalos m; dB decibel decibéis m; kcal quilocaloria quilocalorias f; hPa hectopascal hectopascais m; "
    "bar bar bares m; px pixel pixels m; rpm rotação_por_minuto rotações_por_minuto f"
)
PORTUGUESE = Habits(
    cardinal=numerals.portuguese, ordinal=numerals.portuguese_ordinal, feminine=genders.portuguese, agreement=lambda noun: "f" if genders.portuguese(noun) else "m",
    is_noun=lambda word: word not in genders.PORTUGUESE_NO_NOUNS, of=_of, per=_per, clock=_clock, roman=_roman,
    months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    date="{day} de {month} de {year}", first_day="primeiro", day_words="[Dd]ia|[Ee]m|[Nn]o dia|[Dd]e|[Aa]té|[Aa]o",
    currencies=nouns("R$,BRL real reais m; US$,USD,$,U$ dólar dólares m; €,EUR euro euros m; £,GBP libra libras f; ¥,JPY iene ienes m; CHF franco_suíço francos_suíços m"),
    cents=nouns("R$,BRL,US$,USD,$,U$ centavo centavos m; €,EUR centavo centavos m; £ pêni pence m"), amount="{whole} e {part} {cents}",
    magnitudes={"mi": ("milhão", "milhões"), "milhão": ("milhão", "milhão"), "milhões": ("milhões", "milhões"), "bi": ("bilhão", "bilhões"),
                "bilhão": ("bilhão", "bilhão"), "bilhões": ("bilhões", "bilhões"), "tri": ("trilhão", "trilhões"), "trilhão": ("trilhão", "trilhão"),
                "trilhões": ("trilhões", "trilhões"), "mil": ("mil", "mil"), "k": ("mil", "mil"), "M": ("milhão", "milhões")},
    units=UNITS,
    abbreviations={
        "sex.": "sexta", "sáb.": "sábado", "abr.": "abril", "ago.": "agosto", "out.": "outubro",
        "nov.": "novembro",
        "Sr.": "senhor", "Sra.": "senhora", "Srta.": "senhorita", "Srs.": "senhores", "Sras.": "senhoras", "Dr.": "doutor", "Dra.": "doutora", "Exmo.": "excelentíssimo",
        "Exma.": "excelentíssima", "Ilmo.": "ilustríssimo", "Prof.": "professor", "Profa.": "professora", "Prof.ª": "professora", "Profª": "professora", "Profª.": "professora",
        "Eng.": "engenheiro", "D.": "dom", "Sto.": "santo", "Sta.": "santa", "etc.": "et cetera", "p. ex.": "por exemplo", "p.ex.": "por exemplo", "ex.": "exemplo",
        "por ex.": "por exemplo", "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "av.": "avenida", "r.": "rua", "pça.": "praça", "al.": "alameda",
        "rod.": "rodovia", "trav.": "travessa", "nº": "número", "Nº": "número", "n.º": "número", "n°": "número", "N°": "número", "núm.": "número", "tel.": "telefone",
        "cel.": "celular", "art.": "artigo", "arts.": "artigos", "cap.": "capítulo", "vol.": "volume", "fig.": "figura", "ed.": "edição", "obs.": "observação", "aprox.": "aproximadamente",
        "a.C.": "antes de Cristo", "a. C.": "antes de Cristo", "d.C.": "depois de Cristo", "d. C.": "depois de Cristo", "Ltda.": "limitada", "Ltda": "limitada", "Cia.": "companhia",
        "S.A.": "esse a", "S/A": "esse a", "séc.": "século", "máx.": "máximo", "mín.": "mínimo", "apto.": "apartamento", "ap.": "apartamento", "bl.": "bloco",
        "V. Exa.": "vossa excelência", "V. Sa.": "vossa senhoria", "jan.": "janeiro", "fev.": "fevereiro", "seg.": "segunda", "depto.": "departamento", "dept.": "departamento",
        "gov.": "governador", "hab.": "habitantes", "inc.": "inciso", "c/": "com ", "s/n": "sem número", "vs.": "versus", "vs": "versus", "x.": "x", "tb.": "também", "Jr.": "júnior",
    },
    symbols={"²": "ao quadrado", "³": "ao cubo", "&": "e", "+": "mais", "=": "igual a", "×": "vezes", "÷": "dividido por", "≥": "maior ou igual a", "≤": "menor ou igual a", "±": "mais ou menos",
             "≈": "aproximadamente", "<": "menor que", ">": "maior que", "@": "arroba", "#": "número", "§": "parágrafo", "%": "por cento",
             "€": "euros", "°": "graus", "/": "barra", "≠": "diferente de", "√": "raiz de"},
    letters=LETTERS, initials=frozenset("IBGE USP BCE TVA DNI DNA STF".split()),
    ordinal_ends={"º": "", "°": "", "ª": "f", "o": "", "a": "f", ".º": "", ".ª": "f", "os": "s", "as": "fs", "ºs": "s", "ªs": "fs"},
    fractions={2: ("meio", "meios"), 3: ("terço", "terços"), 4: ("quarto", "quartos"), 5: ("quinto", "quintos"), 6: ("sexto", "sextos"),
               7: ("sétimo", "sétimos"), 8: ("oitavo", "oitavos"), 9: ("nono", "nonos")},
    halves={"meio": "meia"},
    web={"@": "arroba", ".": "ponto", "-": "hífen", "_": "underline", "/": "barra", ":": "dois pontos", "?": "interrogação",
         "=": "igual", "&": "e", "%": "por cento", "#": "hashtag", "+": "mais"},
    phone=re.compile(r"(?<![\w.,])(?:\+55 ?)?(?:\(?0?\d\d\)? ?)?(?:9 ?\d{4}|(?!20\d\d-20)[2-5]\d{3})-\d{4}(?!\d)|(?<![\w.,])0800[ -]?\d{3}[ -]?\d{4}(?!\d)"),
    phone_groups=lambda text: ", ".join(" ".join(numerals.portuguese(int(char)) for char in part) for part in re.findall(r"\d+", text)),
    labels=LABELS, minus="menos", plus="mais", plus_minus="mais ou menos", percent="por cento", permille="por mil", comma="vírgula", point="ponto",
    and_="e", thousand="mil", hours_and="e", per_hundred="por", over="por", out_of="de", versus="a",
)  # fmt: skip
