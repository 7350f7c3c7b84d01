"""A text that is nothing but one sign: what somebody wants to hear who sends it."""

from kokoro_live.traced_text import TracedText

SIGNS = "& % + = @ # $ € £ © ° < > / \\ * ~ ^ | _".split()
NAMES = {
    "en": "and,percent,plus,equals,at,hash,dollar,euro,pound,copyright,degrees,less than,greater than,slash,backslash,"
    "asterisk,tilde,caret,vertical bar,underscore",
    "es": "y,por ciento,más,igual,arroba,almohadilla,dólar,euro,libra,copyright,grados,menor que,mayor que,barra,"
    "barra invertida,asterisco,tilde,acento circunflejo,barra vertical,guion bajo",
    "fr": "et,pour cent,plus,égale,arobase,dièse,dollar,euro,livre,copyright,degrés,inférieur à,supérieur à,barre oblique,"
    "barre oblique inverse,astérisque,tilde,accent circonflexe,barre verticale,tiret bas",
    "it": "e,per cento,più,uguale,chiocciola,cancelletto,dollaro,euro,sterlina,copyright,gradi,minore di,maggiore di,"
    "barra,barra inversa,asterisco,tilde,accento circonflesso,barra verticale,trattino basso",
    "pt": "e,por cento,mais,igual,arroba,cerquilha,dólar,euro,libra,copyright,graus,menor que,maior que,barra,"
    "barra invertida,asterisco,til,acento circunflexo,barra vertical,sublinhado",
    "hi": "और,प्रतिशत,जमा,बराबर,ऐट,हैश,डॉलर,यूरो,पाउंड,कॉपीराइट,डिग्री,से कम,से अधिक,स्लैश,बैकस्लैश,तारा,टिल्ड,कैरेट,पाइप,अंडरस्कोर",
    "ja": "アンド,パーセント,プラス,イコール,アットマーク,シャープ,ドル,ユーロ,ポンド,コピーライト,度,小なり,大なり,スラッシュ,バックスラッシュ,"
    "アスタリスク,チルダ,ハット,縦棒,アンダーバー",
    "zh": "和,百分号,加号,等号,艾特,井号,美元,欧元,英镑,版权,度,小于,大于,斜杠,反斜杠,星号,波浪号,脱字符,竖线,下划线",
}


def sign_named(text: TracedText, language: str) -> TracedText:
    """The sign's name, if the text is one sign and nothing else."""
    bare = text.stripped()
    if len(bare) != 1 or bare.text not in SIGNS:
        return text
    names = NAMES.get(language.partition("-")[0], NAMES["en"]).split(",")
    return bare.rewritten(0, 1, names[SIGNS.index(bare.text)])
