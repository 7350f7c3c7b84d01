"""python -m kokoro_live"""

import sys

from kokoro_live.cli import main

sys.exit(main())
