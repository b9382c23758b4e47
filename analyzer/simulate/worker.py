"""A worker process: gets a job and tasks through one pipe, plays and writes.

Started by ``processes`` as ``python -m analyzer.simulate.worker <descriptor>``.  It imports numpy,
the core and the writer only, ignores Ctrl-C (the parent decides) and ends with its pipe.
"""

from __future__ import annotations

import signal
import sys
import traceback
from multiprocessing.connection import Connection

from analyzer.errors import BotError
from analyzer.simulate.batches import Player
from analyzer.simulate.crew import Answer, CutFailed
from analyzer.simulate.crew import Task as CutTask
from analyzer.simulate.job import Start, Task, TaskFailed


def serve(pipe: Connection) -> None:
    """Do tasks until the pipe closes."""
    try:
        start: Start | None = pipe.recv()
        if start is None:
            play_cuts(pipe)
        else:
            play_pieces(pipe, start)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def play_pieces(pipe: Connection, start: Start) -> None:
    """Play parts and pieces of one job."""
    player = Player(start.job, start.largest)
    while True:
        task: Task = pipe.recv()
        try:
            for message in player.do(task):
                pipe.send(message)
        except BrokenPipeError:
            return
        except OSError as error:
            pipe.send(TaskFailed(task, "disk", error.strerror or str(error)))
        except BotError as error:
            pipe.send(TaskFailed(task, "bot", str(error)))
        except Exception:
            pipe.send(TaskFailed(task, "engine", traceback.format_exc()))


def play_cuts(pipe: Connection) -> None:
    """Play cuts of any courses, and send back what they come to."""
    while True:
        task: CutTask = pipe.recv()
        try:
            answer: Answer | CutFailed = task.play()
        except BotError as error:
            answer = CutFailed(str(error), bot=True)
        except Exception:
            answer = CutFailed(traceback.format_exc())
        pipe.send(answer)


def main() -> None:
    """Entry point of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
