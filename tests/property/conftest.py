"""Property tests take the same examples every time; GRANJA_SEARCH=N looks at N times as many new ones."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

from tests.property.examples import SEARCH

settings.register_profile(
    "suite",
    deadline=None,
    derandomize=SEARCH == 1,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("suite")
