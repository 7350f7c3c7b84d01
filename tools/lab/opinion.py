"""What a listener would say of a clip, guessed by DNSMOS (P.835): a network trained on human ratings, 1 to 5.

Only its weights are used, from the package `speechmos`; the package's own code needs far more than this.
"""

from importlib import resources

import numpy as np
import onnxruntime as ort

from kokoro_live.records import Samples
from lab.recogniser import RATE, resampled

LENGTH = int(9.01 * RATE)  # what the network was trained on; shorter clips are repeated
OVERALL = (-0.06766283, 1.11546468, 0.04602535)  # its authors' mapping of the raw answer to ratings


class Opinion:
    """The network, loaded."""

    def __init__(self) -> None:
        weights = resources.files("speechmos").joinpath("dnsmos_models/sig_bak_ovr.onnx").read_bytes()
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = ort.InferenceSession(weights, options)

    def overall(self, samples: Samples) -> float:
        """Of a clip; longer ones are heard in steps of a second."""
        audio = resampled(samples)
        audio = np.tile(audio, -(-LENGTH // len(audio))) if len(audio) < LENGTH else audio
        starts = range(0, len(audio) - LENGTH + 1, RATE)
        raw = [self._session.run(None, {"input_1": audio[None, s : s + LENGTH]})[0][0][2] for s in starts]
        return float(np.mean(np.polyval(OVERALL, raw)))
