"""Fresh texts: sentences nobody has synthesised before, drawn from a large vocabulary by a seed."""

from random import Random

SUBJECTS = (
    "the old gardener|a young violinist|my neighbour|the night train|every student|our captain|the museum guide|"
    "her brother|"
    "a retired engineer|the weather service|this recipe|the city council|an honest lawyer|the second witness|"
    "his cousin|"
    "the lighthouse keeper|a travelling salesman|the whole orchestra|the new teacher|their landlord|"
    "a friendly stranger|"
    "the chief editor|the ferry|an elderly couple|the research team|the baker's daughter|a nervous pilot|"
    "the village doctor"
).split("|")
VERBS = (
    "repaired|remembered|described|painted|followed|discovered|borrowed|forgot|measured|admired|photographed|carried|"
    "delivered|explained|avoided|counted|protected|sold|rebuilt|mentioned|examined|organised|questioned|collected|moved|"
    "finished|postponed|celebrated|imagined|recognised|washed|traded|translated|guarded|opened|inspected|ignored"
).split("|")
OBJECTS = (
    "a wooden bridge|seven silver coins|the faded letter|an unusual melody|the broken clock|a basket of cherries|"
    "the harbour map|two heavy suitcases|the winter garden|a jar of honey|the missing chapter|an empty theatre|"
    "the copper kettle|a family portrait|the northern road|a quiet valley|the early edition|a box of tools|"
    "the glass ceiling|an ancient olive tree|the yellow umbrella|a simple question|the frozen lake|a crowded market|"
    "the final report|a pair of gloves|the narrow staircase|an electric bicycle|the hidden door|a small miracle"
).split("|")
PLACES = (
    "near the river|behind the station|at the edge of town|on the third floor|under a grey sky|beside the fountain|"
    "in the back of the shop|across the valley|along the canal|outside the library|above the bakery|between two hills|"
    "inside the chapel|by the kitchen window|at the end of the pier|over the mountains|in a borrowed car"
).split("|")
TIMES = (
    "on Monday morning|late last night|shortly before noon|after the long winter|during the storm|in early September|"
    "almost every evening|for the very first time|a week ago|at half past six|just in time|before anyone noticed|"
    "on the last day of summer|twice a year|without any warning|as the bells rang|while the others slept"
).split("|")
REPLIES = (
    "is here|is on|is off|is late|is ready now|has left|has arrived|will call back|said no|said yes|is not at home|"
    "is on the way|has moved|is at the door|will be late|was here|is asleep|is back|has finished|agrees|can wait|"
    "is out|was right|is busy today|starts at nine|ends at four|is in town|has your keys|knows about it|is quite well"
).split("|")
LINKS = "and|but|while|because|although|so|until|just as|even though|whenever".split("|")
REMARKS = (
    "nobody really knew why|the dog kept barking|it had started to rain|everything smelled of coffee|"
    "there was no hurry|"
    "the lights went out|people began to laugh|the price had doubled|we had seen it coming|the road was closed|"
    "most of them agreed|it felt like home|the phone would not stop ringing|something had changed|the tea was cold"
).split("|")


def sentence(random: Random, characters: int) -> str:
    """One sentence of about `characters` characters."""
    pick = random.choice
    text = f"{pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)}"
    while len(text) < characters - 18:
        kind = random.randrange(4)
        if kind == 0:
            text += f", {pick(LINKS)} {pick(SUBJECTS)} {pick(VERBS)} {pick(OBJECTS)}"
        elif kind == 1:
            text += f" {pick(PLACES)}"
        elif kind == 2:
            text += f" {pick(TIMES)}"
        else:
            text += f", {pick(LINKS)} {pick(REMARKS)}"
    return text[0].upper() + text[1:] + pick("...!?")


def brief(random: Random) -> str:
    """What an assistant answers: a few words, about 25 characters."""
    text = f"{random.choice(SUBJECTS)} {random.choice(REPLIES)}"
    return text[0].upper() + text[1:] + "."


def passage(random: Random, characters: int) -> str:
    """Sentences of ordinary length, about `characters` characters together."""
    sentences: list[str] = []
    while sum(map(len, sentences)) + len(sentences) < characters:
        sentences.append(sentence(random, random.randint(50, 150)))
    return " ".join(sentences)
