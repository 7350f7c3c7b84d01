"""Which nouns are feminine: numbers agree with what they count. Endings tell most of it, lists the rest."""

import re

SPANISH_MASCULINE = frozenset(
    "día días mapa mapas planeta planetas problema problemas programa programas sistema sistemas tema temas idioma "
    "idiomas clima climas poema poemas gramas cometa cometas sofá sofás papa tranvía tranvías dilema dilemas esquema "
    "esquemas gorila gorilas atleta atletas artista artistas turista turistas ciclista ciclistas puma pumas".split()
)
SPANISH_FEMININE = re.compile(
    r"(?:.*(?:a|as|ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes|umbre|umbres|triz|trices|sis)|"
    r"noches?|ve(?:z|ces)|mujer(?:es)?|calles?|clases?|tardes?|partes?|leyes|ley|flor(?:es)?|fases?|nubes?|llaves?|"
    r"naves?|redes|red|sedes?|series?|gentes?|imagen|imágenes|razón|razones|torres?|cárcel(?:es)?|luz|luces|cruz|"
    r"cruces|voz|voces|manos?|fotos?|motos?|radios?|señal(?:es)?|fuentes?|frases?|muertes?|piel(?:es)?|sal|sales)"
)
PORTUGUESE_MASCULINE = SPANISH_MASCULINE | frozenset(
    "dia dias quilograma grama gramas telegrama sofás aromas sintoma sintomas diploma diplomas pijama pijamas "
    "mais as das nas às cada".split()
)
PORTUGUESE_FEMININE = re.compile(
    r"(?:.*(?:a|as|ção|ções|são|sões|dade|dades|agem|agens|tude|tudes|triz|trizes)|noites?|ve(?:z|zes)|mulher(?:es)?|"
    r"classes?|tardes?|partes?|leis?|flor(?:es)?|fases?|nuvem|nuvens|chaves?|redes?|sedes?|séries?|ordem|ordens|"
    r"razão|razões|torres?|luz|luzes|cruz|cruzes|voz|vozes|mãos?|fotos?|motos?|viagem|viagens|fontes?|mortes?|"
    r"frases?|cidades?|mães?|pele|peles|árvores?|crises?|greves?)"
)
FRENCH_MASCULINE = frozenset("musée lycée trophée génie incendie silence".split())
FRENCH_FEMININE = re.compile(
    r"(?:.*(?:tion|sion|té|ée|ette|ence|ance|ture|ie|elle|euse|trice|esse|aine|ille|ade|enne|ière|ise|ude|erie)|heure|"
    r"minute|seconde|personne|page|place|année|fois|femme|fille|voiture|semaine|livre sterling|tonne|chose|école|"
    r"église|ville|rue|route|mort|victime|maison|chambre|table|porte|pièce|lettre|ligne|langue|couronne|roupie|"
    r"équipe|entreprise|banque|boîte|carte|étape|étoile|marche|médaille|nuit|œuvre|part|fenêtre|image|île|jambe|"
    r"main|tête|bouche|oreille|note|photo|plage|planète|pomme|poule|question|robe|salle|tasse|tour|usine|vache|"
    r"vague|vie|voix|vidéo|chanson|recette|bouteille|brebis|tranche|cuillère|gousse|feuille|goutte|dose|victoire|"
    r"défaite|heures? et demie|demande|offre|plainte|loi|mesure|action|commune|région|province|marque|machine|"
    r"caméra|série|saison|épreuve|course|balle|copie|candidate|étudiante|élève)s?"
)
ITALIAN_MASCULINE = frozenset("problema programma sistema tema clima poema cinema papa artista turista".split())
ITALIAN_FEMININE = re.compile(
    r"(?:.*(?:a|zione|sione|tà|tù|trice|udine)|notte|mano|parte|classe|legge|foto|moto|radio|auto|fase|voce|luce|"
    r"croce|chiave|nave|rete|sede|serie|torre|gente|fonte|frase|morte|pelle|arte|carne|neve|stazione|tazze|ore|volte|fette|mele|uova|settimane|bottiglie|giornate)"
)
SPANISH_NO_NOUNS = frozenset(
    "de y a o en por con que al del e u el la los las es son fue era está para sin si no ni pero como más menos mil "
    "está están ha han se le les lo su sus un una según hasta desde entre sobre cuando tras".split()
)
PORTUGUESE_NO_NOUNS = frozenset(
    "de e a o ou em por com que ao do da no na os as dos das nos nas é são foi era está para sem se não nem mas como "
    "mais menos mil até desde entre sobre quando às aos pelo pela um uma".split()
)
FRENCH_NO_NOUNS = frozenset(
    "de et à ou en par avec que au du des les le la est sont fut était pour sans si ne ni mais comme plus moins mille "
    "dans sur sous chez dont où un une se ce il elle on a ont aux".split()
)
ITALIAN_NO_NOUNS = frozenset(
    "di e a o in per con che al del della il lo la i gli le è sono fu era da dal nel su ma come più meno mila ed non "
    "si se ha hanno un una alle dalle".split()
)


def spanish(noun: str) -> bool:
    """Personas are, días are not."""
    return noun not in SPANISH_MASCULINE and SPANISH_FEMININE.fullmatch(noun) is not None


def portuguese(noun: str) -> bool:
    """Pessoas are, dias are not."""
    return noun not in PORTUGUESE_MASCULINE and PORTUGUESE_FEMININE.fullmatch(noun) is not None


def french(noun: str) -> bool:
    """Personnes are, jours are not."""
    return noun.removesuffix("s") not in FRENCH_MASCULINE and FRENCH_FEMININE.fullmatch(noun) is not None


def italian(noun: str) -> bool:
    """Volta is, giorno is not."""
    return noun not in ITALIAN_MASCULINE and ITALIAN_FEMININE.fullmatch(noun) is not None
