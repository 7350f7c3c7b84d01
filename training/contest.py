"""Learning with discriminators: the student also learns to be taken for the teacher."""

from typing import Any

import torch
from torch import Tensor

from training.judge import hear_middle
from training.lesson import Lesson, Plan
from training.speech import Speech
from training.student import Student
from training.student.discriminators import Discriminators, Verdict, belief_loss, doubt_loss, feature_loss
from training.student.losses import Losses, weigh

CONTEST_SIZES = (2048, 1024, 512)  # shorter spectra would smooth the noise
CONTEST_WEIGHTS = {
    "log": 5.0,
    "linear": 3.0,
    "mel": 34.5,  # 15 in natural logarithms
    "wave": 0.2,
    "periods": 1.0,
    "resolutions": 0.2,
    "features": 2.0,
}
ALONE = 500  # steps in which only the discriminators learn
BETAS = (0.8, 0.99)


class Contest(Lesson):
    """A lesson with opponents, who would hear what the free path should not do."""

    is_free_path_taught = True

    def __init__(self, student: Student, speech: Speech, plan: Plan, opponents: Discriminators | None = None) -> None:
        super().__init__(student, speech, plan)
        self.losses = Losses(CONTEST_SIZES).to(self.rate.device)
        self.opponents = (opponents or Discriminators()).to(self.rate.device)
        self.optimiser_of_opponents = self.make_optimiser(self.opponents)
        for optimiser in (self.optimiser, self.optimiser_of_opponents):
            for group in optimiser.param_groups:
                group["betas"] = BETAS
        self.takes_part = torch.zeros((), device=self.rate.device)  # 0 while the opponents learn alone

    def names(self) -> list[str]:
        return [*CONTEST_WEIGHTS, "doubt"]

    def take_step(self, rate: float) -> None:
        self.takes_part.fill_(float(self.step >= ALONE))
        super().take_step(rate)

    def learn(self) -> None:
        inputs, exact = self.draw_inputs()
        steady, wave = hear_middle(self.student, inputs, self.plan.frames)
        doubt = self._doubt(wave.detach(), exact)
        fine = self.descend(self.optimiser_of_opponents, self.opponents, doubt)
        loss, parts = self.persuade(steady, wave, exact)
        fine = fine & self.descend(self.optimiser, self.student, loss * self.takes_part)
        self.update_average()
        self.count_step(fine, parts | {"doubt": doubt})

    def persuade(self, steady: Tensor, wave: Tensor, exact: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The student's loss."""
        made, real = self.opponents(wave), self._verdicts_on_real(exact)
        parts = self.losses(steady, wave, exact)
        parts["periods"], parts["resolutions"] = belief_loss(made[0]), belief_loss(made[1])
        parts["features"] = feature_loss(real[0] + real[1], made[0] + made[1])
        return weigh(parts, CONTEST_WEIGHTS), parts

    def _doubt(self, wave: Tensor, exact: Tensor) -> Tensor:
        real, made = self.opponents(exact), self.opponents(wave)
        return doubt_loss(real[0], made[0]) + doubt_loss(real[1], made[1])

    @torch.no_grad()
    def _verdicts_on_real(self, exact: Tensor) -> tuple[list[Verdict], list[Verdict]]:
        verdicts: tuple[list[Verdict], list[Verdict]] = self.opponents(exact)
        return verdicts

    def state(self) -> dict[str, Any]:
        opponents = {"weights": self.opponents.state_dict(), "optimiser": self.optimiser_of_opponents.state_dict()}
        return super().state() | {"opponents": opponents}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        if "opponents" in state:
            self.opponents.load_state_dict(state["opponents"]["weights"])
            self._restore_optimiser(self.optimiser_of_opponents, state["opponents"]["optimiser"])
