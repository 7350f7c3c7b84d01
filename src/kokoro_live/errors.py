"""Every error a user can meet, in one tree. The message says what to do; `code` is what programs read.

KokoroError
├── RequestError            the caller's mistake
│   ├── NothingToSay        no speakable character in the text
│   ├── UnknownVoice        no such voice, or a blend that cannot be read
│   ├── UnknownModel        no such model
│   ├── UnknownLanguage     no such language, or its front end is not installed
│   ├── BadSpeed            speed is not a number from 0.25 to 4
│   ├── LexiconError        a pronunciation that cannot be read
│   └── BadOption           any other option out of range
├── SetupError              the machine is not ready
│   ├── ConfigError         a setting is unknown or malformed
│   ├── MissingPackage      a library is not here
│   ├── AssetError          a model or voice file is missing, damaged or cannot be fetched
│   ├── BuildError          the derived graphs cannot be made
│   │   └── UnknownGraph    the base model is put together in another way than we know
│   └── NoSoundDevice       there is nothing to play on
├── Refused                 not now
│   ├── QueueFull           too many requests are under way
│   ├── TooLate             there was no room in time
│   ├── Loading             the model is not ready yet
│   └── ShuttingDown        the server is about to end
├── ReadingError            the text could not be prepared
├── SynthesisError          the model failed or made something that is not speech
└── Cancelled               somebody asked for the work to stop
"""

import sys


class KokoroError(Exception):
    """Root of all our errors."""

    code = "internal_error"
    exit_status = 1


class RequestError(KokoroError):
    """The request cannot be served as it stands."""

    code = "invalid_value"
    exit_status = 2
    param: str | None = None  # the field that is wrong

    def __init__(self, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param or self.param


class NothingToSay(RequestError):
    """There is no speakable character in the text."""

    code = "empty_input"
    param = "input"


class BadMarkup(RequestError):
    """A mark in the text that cannot be followed: the message says which, where, and what can."""

    code = "invalid_ssml"
    param = "input"


class UnknownVoice(RequestError):
    """No such voice, or a blend that cannot be read."""

    code = "voice_not_found"
    param = "voice"


class UnknownModel(RequestError):
    """No such model."""

    code = "model_not_found"
    param = "model"


class UnknownLanguage(RequestError):
    """No such language, or its front end is not installed."""

    code = "unsupported_language"
    param = "language"


class BadSpeed(RequestError):
    """Speed is not a number from 0.25 to 4."""

    param = "speed"


class LexiconError(RequestError):
    """A pronunciation, or a file of them, cannot be read."""

    param = "lexicon"


class BadOption(RequestError):
    """An option is out of range."""


class SetupError(KokoroError):
    """The machine is not ready. Its message may name folders: it is for the one who set the machine up."""

    code = "not_ready"
    exit_status = 3
    may_pass = False  # by itself: what was missing may be back, a disk or a network
    for_clients = "The server is not set up; its log says why."


class ConfigError(SetupError):
    """A setting is unknown or malformed."""

    code = "bad_configuration"


class MissingPackage(SetupError):
    """A library is not here; the command that brings it is one for this very installation."""

    code = "package_missing"

    def __init__(self, needed_for: str, package: str) -> None:
        super().__init__(f"{needed_for} needs {package}. Run: {self.command(package)}")

    @staticmethod
    def command(package: str) -> str:
        """What installs it beside us."""
        return f"{sys.executable} -m pip install {package}"


class AssetError(SetupError):
    """A model or voice file is missing, damaged or cannot be fetched."""

    code = "model_missing"
    may_pass = True
    for_clients = "A model file is missing or cannot be fetched; the server's log says which."


class BuildError(SetupError):
    """The derived graphs cannot be made from this base model."""

    code = "build_failed"
    for_clients = "The model's graphs cannot be built; the server's log says why."


class UnknownGraph(BuildError):
    """The base model is put together in another way than this version knows."""

    def __init__(self, part: str) -> None:
        super().__init__(f"This version does not know the base model's {part}. Run: kokoro-live models fetch")


class NoSoundDevice(SetupError):
    """There is nothing to play on."""

    code = "no_sound_device"
    exit_status = 4


class Refused(KokoroError):
    """The server cannot take the request now."""

    code = "overloaded"
    retry_after: int | None = None  # seconds

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class QueueFull(Refused):
    """Too many requests are under way."""

    code = "queue_full"


class TooLate(Refused):
    """There was no room, or no sound, in time."""

    code = "deadline_exceeded"


class Loading(Refused):
    """The model is not ready yet."""

    code = "model_loading"


class ShuttingDown(Refused):
    """The server is about to end."""

    code = "shutting_down"


class ReadingError(KokoroError):
    """The text could not be prepared: a mistake of ours. Others are not concerned."""

    code = "reading_failed"
    exit_status = 5


class SynthesisError(KokoroError):
    """The model failed, or made something that is not speech."""

    code = "synthesis_failed"
    exit_status = 5


class Cancelled(KokoroError):
    """Somebody asked for the work to stop."""

    code = "cancelled"
    exit_status = 130


class Unreadable(KokoroError):
    """What another server sent is not audio of its kind."""
