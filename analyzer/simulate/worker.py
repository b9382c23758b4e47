"""A worker process: gets a job and parts through one pipe, plays and writes them.

Started by ``pool`` as ``python -m analyzer.simulate.worker <descriptor>``.  It imports numpy,
the core and the writer only, ignores Ctrl-C (the parent decides) and ends with its pipe.
"""

from __future__ import annotations

import signal
import sys
import traceback
from multiprocessing.connection import Connection

from analyzer.simulate.batches import PartPlayer
from analyzer.simulate.job import Part, PartFailed, Start


def serve(pipe: Connection) -> None:
    """Play parts until the pipe closes."""
    try:
        start: Start = pipe.recv()
        player = PartPlayer(start.job, start.largest_part)
        while True:
            part: Part = pipe.recv()
            try:
                for event in player.play(part):
                    pipe.send(event)
            except BrokenPipeError:
                return
            except OSError as error:
                pipe.send(PartFailed(part, True, error.strerror or str(error)))
            except Exception:
                pipe.send(PartFailed(part, False, traceback.format_exc()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def main() -> None:
    """Entry point of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
