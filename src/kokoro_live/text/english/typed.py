"""Signs, and the short forms of addresses, files and keys. Data only."""

SYMBOLS = {
    "≥": "greater than or equal to", "≤": "less than or equal to", "≠": "not equal to", "≈": "approximately",
    "±": "plus or minus", "×": "times", "÷": "divided by", "√": "square root of", "∞": "infinity", "π": "pi",
    "→": "to", "⇒": "implies", "←": "from", "↔": "to and from", "©": "copyright", "§": "section", "¶": "paragraph",
    "∑": "sum of", "∫": "integral of", "∂": "partial", "∈": "in", "∉": "not in", "∪": "union", "∩": "intersection",
    "∀": "for all", "∃": "there exists", "∅": "the empty set", "¬": "not", "∧": "and", "∨": "or",
    "∝": "proportional to", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "θ": "theta",
    "λ": "lambda", "μ": "mu", "µ": "micro", "σ": "sigma", "τ": "tau", "φ": "phi", "ω": "omega", "Δ": "delta",
    "Σ": "sigma", "Ω": "omega", "‰": "per mille", "℃": "degrees Celsius", "℉": "degrees Fahrenheit", "№": "number",
    "†": "", "‡": "", "°": "degrees", "™": "", "®": "", "•": "", "·": "", "■": "", "●": "", "▪": "", "►": "", "✓": "",
    "✔": "", "✗": "", "+": "plus", "=": "equals", "<": "less than", ">": "greater than", "@": "at", "&": "and",
    "%": "percent", "^": "to the power of", "~": "about", "#": "number", "|": "", "\\": "backslash", "_": " ",
    "*": "", "`": "", "₂": "two", "₃": "three", "₄": "four", "$": "dollars", "£": "pounds", "€": "euros",
    "¢": "cents", "¥": "yen",
}  # fmt: skip

DOMAINS = (
    "com|org|net|io|dev|ai|edu|gov|mil|info|biz|app|tv|me|xyz|tech|blog|cloud|online|site|uk|de|fr|es|it|eu|ca|au|jp|"
    "cn|in|br|nl|ch|se|no|fi|pl|ru|us|co|gg|fm|ly|to|be|at|ie|nz|local|test|wiki|news|page|so|sh"
)

EXTENSIONS = {
    "py": "py", "js": "J S", "ts": "T S", "jsx": "J S X", "tsx": "T S X", "json": "jason", "txt": "T X T",
    "md": "M D", "html": "H T M L", "css": "C S S", "xml": "X M L", "yml": "yaml", "yaml": "yaml", "toml": "toml",
    "csv": "C S V", "pdf": "P D F", "doc": "doc", "docx": "doc X", "xls": "X L S", "xlsx": "X L S X", "zip": "zip",
    "gz": "G Z", "tar": "tar", "exe": "E X E", "dll": "D L L", "sh": "S H", "bat": "bat", "c": "C", "h": "H",
    "cpp": "C P P", "hpp": "H P P", "rs": "R S", "go": "go", "java": "java", "rb": "R B", "php": "P H P",
    "sql": "S Q L", "log": "log", "ini": "I N I", "cfg": "C F G", "conf": "conf", "png": "P N G", "jpg": "jay peg",
    "jpeg": "jay peg", "gif": "gif", "svg": "S V G", "mp3": "M P three", "mp4": "M P four", "wav": "wave",
    "flac": "flack", "onnx": "O N N X", "npz": "N P Z", "env": "env", "lock": "lock", "ipynb": "I P Y N B",
    "dmg": "D M G", "iso": "I S O", "apk": "A P K", "deb": "deb", "pptx": "P P T X", "epub": "E pub", "rtf": "R T F",
}  # fmt: skip

KEYS = {
    "Ctrl": "Control", "Cmd": "Command", "Alt": "Alt", "Shift": "Shift", "Opt": "Option", "Esc": "Escape",
    "Del": "Delete",
}  # fmt: skip
