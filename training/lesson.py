"""One step of learning, and how it is made quick on a GPU."""

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training.judge import hear_middle
from training.speech import Speech
from training.student import Inputs, Student
from training.student.losses import WEIGHTS, Losses, weigh

WAYS = ("eager", "graph", "compiled graph")
WARM_UP, TIMED = 3, 20  # steps


@dataclass(frozen=True)
class Plan:
    """How much is taught in a step, and how strongly."""

    batch: int = 96
    frames: int = 80  # of a crop
    rate: float = 6e-4
    betas: tuple[float, float] = (0.9, 0.98)
    decay: float = 0.01  # of weights
    averaged: float = 0.999  # of the weights that are judged, what a step leaves as it was
    longest_gradient: float = 1.0


def silence_free_path(student: Student) -> None:
    """Without opponents it would take the noise's place.

    By any loss that compares magnitudes, a spectrum that stays the same is nearer to the teacher's noise than other
    noise is; but it hums at the rate of the frames.
    """
    for values in student.free.parameters():
        values.requires_grad_(False).zero_()


class Lesson:
    """Teaches a student by pairs of its own sound and the teacher's.

    A step whose loss or gradient is not finite changes nothing and is counted. Nothing waits for the device, so that
    the whole step can be captured as a graph: its tensors stay where they are, and crops are chosen outside of it.
    """

    is_free_path_taught = False

    def __init__(self, student: Student, speech: Speech, plan: Plan) -> None:
        device = speech.f0.device
        if not self.is_free_path_taught:
            silence_free_path(student)
        self.plan, self.speech, self.student = plan, speech, student.to(device).train()
        self.average = copy.deepcopy(self.student).eval().requires_grad_(False)
        self.losses = Losses().to(device)
        self.rate = torch.tensor(0.0, device=device)
        self.optimiser = self.make_optimiser(self.student)
        self.rows, self.firsts = (torch.zeros(plan.batch, dtype=torch.long, device=device) for _ in range(2))
        self.sums = {name: torch.zeros((), device=device) for name in self.names()}
        self.skipped = torch.zeros((), device=device)
        self.step, self.step_of_sums = 0, 0
        self._compute: Callable[[Inputs, Tensor], tuple[Tensor, dict[str, Tensor]]] = self.compute_loss
        self._run: Callable[[], None] = self.learn

    def names(self) -> list[str]:
        """What is summed up for the log."""
        return list(WEIGHTS)

    def make_optimiser(self, taught: torch.nn.Module) -> torch.optim.AdamW:
        """AdamW, whose rate is a tensor that a captured graph reads anew in each step."""
        on_gpu = self.rate.device.type == "cuda"
        return torch.optim.AdamW(
            taught.parameters(),
            lr=self.rate,
            betas=self.plan.betas,
            weight_decay=self.plan.decay,
            fused=True,
            capturable=on_gpu,
        )

    def take_step(self, rate: float) -> None:
        rows, firsts = self.speech.draw_crops(self.plan.batch, self.plan.frames)
        self.rows.copy_(rows)
        self.firsts.copy_(firsts)
        self.rate.fill_(rate)
        self._run()
        self.step += 1

    def learn(self) -> None:
        """A step on the crops that `rows` and `firsts` name."""
        inputs, exact = self.draw_inputs()
        loss, parts = self._compute(inputs, exact)
        fine = self.descend(self.optimiser, self.student, loss)
        self.update_average()
        self.count_step(fine, parts)

    def draw_inputs(self) -> tuple[Inputs, Tensor]:
        return self.speech.crop(self.rows, self.firsts, self.plan.frames, self.student.shape.context)

    def compute_loss(self, inputs: Inputs, exact: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        steady, wave = hear_middle(self.student, inputs, self.plan.frames)
        parts = self.losses(steady, wave, exact)
        return weigh(parts, WEIGHTS), parts

    def descend(self, optimiser: torch.optim.AdamW, taught: torch.nn.Module, loss: Tensor) -> Tensor:
        """One step of the optimiser, unless something is not finite; returns whether all was."""
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        length = torch.nn.utils.clip_grad_norm_(taught.parameters(), self.plan.longest_gradient)
        fine = torch.isfinite(length) & torch.isfinite(loss.detach())
        optimiser.found_inf = (~fine).float()  # type: ignore[attr-defined]  # as torch.amp's scaler says it
        optimiser.step()
        return fine

    def update_average(self) -> None:
        kept, new = ([values.detach() for values in each.parameters()] for each in (self.average, self.student))
        torch._foreach_lerp_(kept, new, 1 - self.plan.averaged)

    def count_step(self, fine: Tensor, parts: dict[str, Tensor]) -> None:
        for name, value in parts.items():
            self.sums[name] += value.detach().masked_fill(~fine, 0.0)
        self.skipped += (~fine).float()

    def read_sums(self) -> dict[str, float]:
        """Means of the loss's parts since they were last read, and how many steps were skipped in all."""
        steps = max(1, self.step - self.step_of_sums)
        means = {name: round(float(value) / steps, 4) for name, value in self.sums.items()}
        for value in self.sums.values():
            value.zero_()
        self.step_of_sums = self.step
        return means | {"skipped": int(self.skipped)}

    def choose_way(self, ways: tuple[str, ...], rate: float) -> dict[str, float | str]:
        """Tries ways to run a step and keeps the quickest; tells the milliseconds of each, or why it failed."""
        torch.backends.cudnn.benchmark = True
        found: dict[str, float | str] = {}
        runs: dict[str, Callable[[], None]] = {}
        for way in ways:
            try:
                self._run = self._prepare(way)
                found[way] = self._time_steps(rate)
                runs[way] = self._run
            except Exception as error:  # a compiler may fail in any way; another way is left then
                found[way] = f"{type(error).__name__}: {str(error)[:200]}"
        if not runs:
            raise RuntimeError(f"No way to run a step works: {found}")
        best = min(runs, key=lambda way: float(found[way]))
        self._run = runs[best]
        torch.backends.cudnn.benchmark = best == "eager"  # a graph keeps what it was captured with
        return found

    def _prepare(self, way: str) -> Callable[[], None]:
        self._compute = torch.compile(self.compute_loss) if way == "compiled graph" else self.compute_loss
        return self.learn if way == "eager" else self._capture()

    def _capture(self) -> Callable[[], None]:
        """The step as a graph: one launch in place of thousands."""
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(WARM_UP):
                self.learn()
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.learn()
        return graph.replay

    def _time_steps(self, rate: float) -> float:
        for _ in range(WARM_UP):
            self.take_step(rate)
        self._wait()
        start = time.perf_counter()
        for _ in range(TIMED):
            self.take_step(rate)
        self._wait()
        return round((time.perf_counter() - start) / TIMED * 1000, 2)

    def _wait(self) -> None:
        if self.rate.device.type == "cuda":
            torch.cuda.synchronize()

    def state(self) -> dict[str, Any]:
        """All that the next step depends on, but for the speech."""
        state: dict[str, Any] = {
            "student": self.student.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "random": torch.get_rng_state(),
        }
        if self.rate.device.type == "cuda":
            state["random of the GPU"] = torch.cuda.get_rng_state()
        return state

    def restore(self, state: dict[str, Any]) -> None:
        self.student.load_state_dict(state["student"])
        self.average.load_state_dict(state["average"])
        self._restore_optimiser(self.optimiser, state["optimiser"])
        self.step = self.step_of_sums = state["step"]
        torch.set_rng_state(state["random"])
        if "random of the GPU" in state and self.rate.device.type == "cuda":
            torch.cuda.set_rng_state(state["random of the GPU"])

    def _restore_optimiser(self, optimiser: torch.optim.AdamW, state: dict[str, Any]) -> None:
        optimiser.load_state_dict(state)
        for group in optimiser.param_groups:
            group["lr"] = self.rate  # loading puts a copy in its place

    def save(self, path: Path) -> None:
        """Written aside first, so that an end in the middle leaves the older file whole."""
        aside = path.with_suffix(".part")
        torch.save(self.state(), aside)
        aside.replace(path)
