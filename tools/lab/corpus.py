"""Texts for calibration and evaluation, made here: nine languages, one word to ten seconds, drawn by a seed."""

import json
from functools import cache
from importlib import resources
from random import Random

from bench import texts

# Each language: openings, middles, endings that combine freely, and links that join two such clauses.
CLAUSES = {
    "es": (
        "mi hermana|el viejo pescador|la profesora de música|un vecino amable|el tren de la noche|nuestra abuela|"
        "cada estudiante|el director del museo|una niña curiosa|los jugadores",
        "encontró una llave dorada|preparó sopa de pescado|olvidó el paraguas azul|cruzó la plaza vacía|vendió dos cuadros|"
        "cantó una canción muy antigua|escribió cinco cartas largas|esperó bajo la lluvia|abrió la ventana rota|compró queso fresco",
        "cerca del río|el jueves por la tarde|sin decir nada|en la estación del norte|con mucha paciencia|al final del verano|"
        "delante de todo el mundo|a las siete y media|por primera vez|junto a la chimenea",
        ", pero|, y|, porque|; después|, mientras",
    ),
    "fr-fr": (
        "ma voisine|le vieux jardinier|un garçon timide|la directrice du théâtre|notre équipe|le train de nuit|mon oncle|"
        "chaque élève|une chanteuse célèbre|le facteur",
        "a trouvé une clé dorée|prépare une soupe aux légumes|a oublié son parapluie bleu|traverse la place déserte|"
        "a vendu deux tableaux|chantait une vieille chanson|écrira cinq longues lettres|attendait sous la pluie|"
        "a ouvert la fenêtre cassée|achète du fromage frais",
        "près de la rivière|jeudi après-midi|sans rien dire|à la gare du Nord|avec beaucoup de patience|à la fin de l'été|"
        "devant tout le monde|vers sept heures et demie|pour la première fois|au coin du feu",
        ", mais|, et|, parce que|; ensuite|, pendant que",
    ),
    "it": (
        "mia sorella|il vecchio pescatore|la maestra di musica|un vicino gentile|il treno della notte|nostra nonna|"
        "ogni studente|il direttore del museo|una bambina curiosa|il giudice",
        "ha trovato una chiave dorata|prepara la zuppa di pesce|ha dimenticato l'ombrello blu|attraversa la piazza vuota|"
        "ha venduto due quadri|cantava una vecchia canzone|scrisse cinque lunghe lettere|aspettava sotto la pioggia|"
        "apre la finestra rotta|compra del formaggio fresco",
        "vicino al fiume|giovedì pomeriggio|senza dire niente|alla stazione del nord|con molta pazienza|alla fine dell'estate|"
        "davanti a tutti|alle sette e mezza|per la prima volta|accanto al camino",
        ", ma|, e|, perché|; poi|, mentre",
    ),
    "pt-br": (
        "minha irmã|o velho pescador|a professora de música|um vizinho gentil|o trem da noite|nossa avó|cada estudante|"
        "o diretor do museu|uma menina curiosa|os jogadores",
        "encontrou uma chave dourada|preparou sopa de peixe|esqueceu o guarda-chuva azul|atravessou a praça vazia|"
        "vendeu dois quadros|cantou uma canção muito antiga|escreveu cinco cartas longas|esperou debaixo da chuva|"
        "abriu a janela quebrada|comprou queijo fresco",
        "perto do rio|na quinta-feira à tarde|sem dizer nada|na estação do norte|com muita paciência|no fim do verão|"
        "na frente de todos|às sete e meia|pela primeira vez|ao lado da lareira",
        ", mas|, e|, porque|; depois|, enquanto",
    ),
    "hi": (
        "मेरी बहन ने|बूढ़े मछुआरे ने|संगीत की अध्यापिका ने|एक दयालु पड़ोसी ने|हमारी दादी ने|हर छात्र ने|डॉक्टर साहब ने|छोटी लड़की ने",
        "सुनहरी चाबी ढूँढी|मछली का सूप बनाया|नीला छाता खो दिया|दो तस्वीरें बेचीं|पुराना गीत गाया|पाँच लंबी चिट्ठियाँ लिखीं|"
        "टूटी खिड़की खोली|ताज़ा पनीर खरीदा",
        "नदी के पास|गुरुवार की शाम को|बिना कुछ कहे|स्टेशन के बाहर|बहुत धैर्य से|सबके सामने|साढ़े सात बजे|पहली बार",
        ", लेकिन|, और|, क्योंकि|, फिर",
    ),
    "ja": (
        "私の姉は|年取った漁師は|音楽の先生は|親切な隣の人は|夜行列車は|おばあさんは|学生たちは|小さな女の子は",
        "金色の鍵を見つけて|魚のスープを作って|青い傘を忘れて|広場を横切って|絵を二枚売って|古い歌を歌って|長い手紙を五通書いて|"
        "雨の中で待って",
        "とても喜びました|静かに笑いました|家に帰りました|何も言いませんでした|すぐに眠りました|友達に電話しました",
        "。それから、|。しかし、|。そして、",
    ),
    "zh": (
        "我的姐姐|那位老渔夫|音乐老师|热情的邻居|我们的奶奶|每个学生|博物馆的馆长|一个好奇的女孩",
        "找到了一把金色的钥匙|做了一锅鱼汤|忘记了蓝色的雨伞|穿过了空荡荡的广场|卖掉了两幅画|唱了一首老歌|写了五封长信|买了新鲜的奶酪",
        "，大家都很高兴|，什么也没说|，然后就回家了|，那是星期四下午|，这是第一次|，天很快就黑了",
        "。后来，|。但是|。因为",
    ),
}  # fmt: skip
SHORT = {
    "en": "No.|Yes!|Hi|Stop!|Okay.|Thanks.|Really?|Good morning.|Hello there!|Never mind.|Wait, what?|Seven.|Fire!|Ready|"
    "Of course.|Sorry?|Come in!|Not yet.|Well…|Exactly.|Hm, maybe.|Two.|Tea, please.|Oh!|Left|Right here.|Got it.|Why not?",
    "es": "No.|¡Sí!|Hola|Gracias.|¿Por qué?|Buenos días.|Claro.|¡Espera!|Siete.|Vamos",
    "fr-fr": "Non.|Oui !|Bonjour|Merci.|Pourquoi ?|D'accord.|Attends !|Sept.|Allons-y|Voilà.",
    "it": "No.|Sì!|Ciao|Grazie.|Perché?|Buongiorno.|Certo.|Aspetta!|Sette.|Andiamo",
    "pt-br": "Não.|Sim!|Olá|Obrigada.|Por quê?|Bom dia.|Claro.|Espera!|Sete.|Vamos",
    "hi": "नहीं।|हाँ!|नमस्ते|धन्यवाद।|क्यों?|रुको!|सात।|चलो",
    "ja": "いいえ。|はい！|こんにちは|ありがとう。|なぜ？|待って！|七。|おはよう",
    "zh": "不。|是的！|你好|谢谢。|为什么？|等等！|七。|早上好",
}  # fmt: skip
UNSPACED = ("ja", "zh")
# As people write, by hand: the generated sentences above all follow a few patterns
NATURAL = (
    "I was about to call you, actually, but then the kettle boiled over and I forgot.",
    "Could you send me the slides before lunch? I'd like to read them on the train.",
    "Step three: whisk the eggs until they are pale, then fold in the flour a spoonful at a time.",
    "Honestly, it's not the rain I mind; it's the wind that comes with it.",
    "The function returns early when the list is empty, so the loop below never runs.",
    "She laughed, shook her head, and said she would rather walk.",
    "Your parcel has been delivered to the neighbour at number twelve.",
    "In the nineteenth century, most of these mills were driven by water.",
    "What do you mean, there's no more coffee?",
    "Turn left at the roundabout, then keep going until you see the old cinema.",
    "Although the study was small, its results have been repeated twice since.",
    "Ha ha ha, that is the best excuse I have heard all week!",
    "Reminder: your dentist appointment is tomorrow at a quarter past nine.",
    "He never wrote the letter, and she never asked him why.",
    "Version two fixes the crash on start-up and makes the search a little faster.",
    "Breathe in slowly through your nose, hold it for a moment, and let it go.",
    "Nobody tells you how quiet a house becomes when the children have left.",
    "If the light blinks red, unplug the router and count to thirty.",
    "Shh! They're asleep, all six of them, in a cardboard box.",
    "The committee will meet on Thursday, unless, of course, somebody objects.",
    "Photosynthesis turns light, water and carbon dioxide into sugar and oxygen.",
    "We ran out of road somewhere past the second village and had to turn back.",
    "Okay, here's the thing: I can't promise it, but I'll try.",
    "Thank you for waiting; a member of our team will be with you shortly.",
    "Yes. No. Maybe. Ask me again when I've slept.",
    "The bakery closes at six, the butcher at half past, and the pub whenever it likes.",
    "Mathematics, he used to say, is the art of giving the same name to different things.",
    "Look at that, a heron, right there by the bridge.",
    "Please keep your seat belt fastened until the captain has switched off the sign.",
    "So we waited, and waited, and in the end we simply went home.",
    "It smelled of wet dog, floor polish and very old books.",
    "Good morning, everyone, and welcome back to another rather muddy episode.",
)


GLUE = "the|a|of|and|to|in|with|for|on|was|is|but|they|we|from|that|his|her|my|no|as|very|some|over|after".split("|")
NUMBERS = 0.25  # share of clauses that carry a number


@cache
def _ordinary_words() -> frozenset[str]:
    tables = (texts.SUBJECTS, texts.VERBS, texts.OBJECTS, texts.PLACES, texts.TIMES, texts.LINKS, texts.REMARKS)
    return frozenset(word for table in tables for phrase in table for word in phrase.lower().split())


def understandable(text: str) -> bool:
    """Whether it is English that a recogniser can be expected to know: half of our sentences are rare words at random,
    of which it gets four in ten wrong whoever reads them."""
    return all(word.strip(",.!?").lower() in _ordinary_words() for word in text.split())


def sentence(random: Random, language: str, characters: int) -> str:
    """One sentence of about `characters` characters (a third of that in Chinese and Japanese)."""
    if language.startswith("en"):
        return random.choice((texts.sentence, any_words))(random, characters)
    openings, middles, endings, links = (part.split("|") for part in CLAUSES[language])
    space = "" if language in UNSPACED else " "
    wanted = characters / 3 if language in UNSPACED else characters
    text = ""
    while not text or len(text) < wanted - 15:
        clause = [random.choice(openings), random.choice(middles)]
        if random.random() < 0.7:
            # Hindi puts the adverbial first, after the subject
            clause.insert(1 if language == "hi" else 2, random.choice(endings))
        if random.random() < NUMBERS and language not in UNSPACED:
            clause.append(str(random.randrange(2, 2100)))
        text += (random.choice(links) + space if text else "") + space.join(clause)
    mark = {"ja": "。", "zh": "。", "hi": "।"}.get(language, random.choice("...!?"))
    return text[0].upper() + text[1:] + mark


def any_words(random: Random, characters: int) -> str:
    """Words from all over the dictionary, glued together: no sense, but every sound in every neighbourhood."""
    text = ""
    while len(text) < characters - 8:
        word = random.choice(_dictionary())
        text += " " * bool(text) + (f"{random.choice(GLUE)} " if random.random() < 0.6 else "") + word
        text += random.choice((",", ";", " –")) if random.random() < 0.08 else ""
    return text[0].upper() + text[1:].rstrip(",;– ") + random.choice("...!?")


@cache
def _dictionary() -> list[str]:
    """Misaki's own word list (Apache-2.0)."""
    words = json.loads(resources.files("misaki.data").joinpath("us_gold.json").read_text(encoding="utf-8"))
    return sorted(
        word for word in words if word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 13
    )


def short(random: Random, language: str) -> str:
    """A word or an interjection."""
    return random.choice(SHORT["en" if language.startswith("en") else language].split("|"))
