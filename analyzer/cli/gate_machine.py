"""A gate's result for machines: JUnit's XML, which CI viewers read, and JSON."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as Xml

from analyzer.analysis.gate import Checked, GateResult
from analyzer.cli.gate_words import changes, headline, same_games, sentence, unseen, verdict

# Signs that no XML may hold, not even escaped.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_junit(result: GateResult, path: str) -> str:
    """One test case a metric.  No times: the same result is the same file."""
    counts = {"tests": str(len(result.checked)), "failures": str(len(result.failed)), "errors": "0"}
    root = Xml.Element("testsuites", {"name": "granja gate", **counts})
    suite = Xml.SubElement(root, "testsuite", {"name": _clean(result.now.scenario), **counts, "skipped": "0"})
    properties = Xml.SubElement(suite, "properties")
    facts = {
        "baseline": path,
        "seed": result.now.seed,
        "games": result.now.games,
        "blocks": result.now.blocks,
        "engine": result.now.engine,
    }
    for name, value in facts.items():
        Xml.SubElement(properties, "property", {"name": name, "value": _clean(str(value))})
    for each in result.checked:
        _add_case(suite, each, result)
    said = [headline(result, path), verdict(result), same_games(result), unseen(result)]
    said += [f"Changed since the baseline: {change}." for change in changes(result.baseline, result.now)]
    Xml.SubElement(suite, "system-out").text = _clean("\n".join(filter(None, said)))
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=False).join(
        ('<?xml version="1.0" encoding="UTF-8"?>\n', "\n")
    )


def _add_case(suite: Xml.Element, checked: Checked, result: GateResult) -> None:
    tracked = checked.tracked
    names = {"classname": f"gate.{result.now.scenario}", "name": tracked.key}
    case = Xml.SubElement(suite, "testcase", {name: _clean(text) for name, text in names.items()})
    told = _clean(sentence(checked, result.known))
    if checked.failed:
        Xml.SubElement(case, "failure", {"message": told, "type": checked.state}).text = told
    else:
        Xml.SubElement(case, "system-out").text = told


def _clean(text: str) -> str:
    return _NO_XML.sub("?", text)


def gate_json(result: GateResult, path: str) -> dict[str, Any]:
    """Everything, for programs."""
    now = result.now
    return {
        "passed": not result.failed,
        "baseline": path,
        "scenario": now.scenario,
        "seed": now.seed,
        "games": now.games,
        "blocks": now.blocks,
        "engine": now.engine,
        "same_games": result.same_games,
        "changes": changes(result.baseline, now),
        "metrics": [_metric(each) for each in result.checked],
    }


def _metric(checked: Checked) -> dict[str, Any]:
    tracked = checked.tracked
    low, high = checked.bounds
    return {
        "key": tracked.key,
        "name": tracked.name,
        "unit": tracked.unit,
        "state": checked.state,
        "baseline": tracked.value,
        "low": low,
        "high": high,
        "target": tracked.target is not None,
        "now": checked.value,
        "difference": checked.difference,
    }
