"""Restrictions: their sentences, what can be wrong with them, and which go together."""

# ruff: noqa: E501 (exact sentences stay whole)

from __future__ import annotations

import numpy as np
import pytest

from analyzer.scenario import Bot, bots_array
from analyzer.scenario.problems import Problems
from analyzer.scenario.restriction_checks import check_contradictions
from analyzer.scenario.restriction_menu import MENU, SLOTS, Form
from analyzer.scenario.restrictions import parse_restriction, parse_restrictions, sentences
from cext import core


def canonical(text: str) -> str:
    found = Problems()
    restriction = parse_restriction(text, "here", found)
    found.raise_if_any()
    return str(restriction)


def problem(text: str) -> str:
    found = Problems()
    assert parse_restriction(text, "here", found) is None
    (sentence,) = found.sentences
    return sentence


def told_bot(text: str) -> Bot:
    return Bot(name="told", description="", policy="first", weights={}, restrictions=(canonical(text),))


@pytest.mark.parametrize("form", MENU, ids=lambda form: form.grammar)
def test_the_example_of_each_line_is_such_a_sentence(form: Form) -> None:
    found = parse_restriction(form.example, "here", Problems())
    assert found is not None
    assert (found.form, str(found)) == (form, form.example)
    assert form.meaning


@pytest.mark.parametrize("form", MENU, ids=lambda form: form.grammar)
def test_each_line_reaches_the_core(form: Form) -> None:
    row = np.zeros(1, core.BOT_DTYPE)
    for told in bots_array((told_bot(form.example),)):
        assert told["restrictions"]["any"] == 1
        assert told["restrictions"].tobytes() != row[0]["restrictions"].tobytes()


def test_every_value_of_every_slot_has_its_own_place_in_the_core() -> None:
    for form in MENU:
        slots = [SLOTS[element] for element in form.elements if element in SLOTS]
        if not slots:
            continue
        words = [
            slot.word(value)
            for slot in slots[:1]
            for value in (slot.words.values() if slot.words else range(slot.low, slot.high + 1))
        ]
        seen = set()
        for word in words:
            text = form.grammar.replace(next(part for part in form.elements if part in SLOTS), word)
            text = text.replace("ROUND", "6")
            seen.add(bots_array((told_bot(text),))[0]["restrictions"].tobytes())
        assert len(seen) == len(words), form.grammar


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  Never   PLAY Helper ", "never play helper"),
        ("rush Merchant House until round 4", "rush merchant_house until round 4"),
        ("never deliver to Village Store", "never deliver to village_store"),
        ("never play card 007", "never play card 7"),
    ],
)
def test_sentences_have_one_way_of_writing(text: str, sentence: str) -> None:
    assert canonical(text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nevr buy", "here, `nevr buy`: `nevr` begins no restriction; did you mean `never`?"),
        ("xyz", "here, `xyz`: `xyz` begins no restriction; see them all with 'granja bots --restrictions'."),
        ("never play helpr", "here, `never play helpr`: `helpr` can't follow `never play`; did you mean `helper`?"),
        ("never use helper", "here, `never use helper`: `helper` can't follow `never use`; did you mean `helpers`?"),
        ("deli not befor round 3", "here, `deli not befor round 3`: `befor` can't follow `deli not`; did you mean `before`?"),
        ("rush dely until round 3", "here, `rush dely until round 3`: `dely` can't follow `rush`; did you mean `deli`?"),
        ("never play card 0", "here, `never play card 0`: `0` is no card number; use a number from 1 to 128."),
        ("never play card Chef", "here, `never play card chef`: `chef` is no card number; use a number from 1 to 128."),
        ("rush deli until round 7", "here, `rush deli until round 7`: `7` is no round; use a number from 1 to 6."),
        ("never token 100 in round 1", "here, `never token 100 in round 1`: `100` is no number of donkeys; use a number from 0 to 99."),
        ("rush deli", "here, `rush deli`: the sentence is not complete; go on with `until`."),
        ("always token", "here, `always token`: the sentence is not complete; go on with a number of donkeys."),
        ("deli not", "here, `deli not`: the sentence is not complete; go on with `before` or `after`."),
        ("never buy roofs now", "here, `never buy roofs now`: nothing can follow `never buy roofs`; leave out `now`, or put `;` between two restrictions."),
    ],
)  # fmt: skip
def test_a_wrong_word_is_named(text: str, sentence: str) -> None:
    assert problem(text) == sentence


def test_restrictions_are_sorted_by_the_menu_and_kept_once() -> None:
    texts = ["rush deli until round 4", "never buy", "never play card 9", "Never  buy", "never play card 10"]
    assert sentences(parse_restrictions(texts, "here", Problems())) == (
        "never play card 9",
        "never play card 10",
        "never buy",
        "rush deli until round 4",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rush deli until round 4", "never deliver to deli"),
        ("rush deli until round 4", "rush deli until round 5"),
        ("rush deli until round 4", "deli not after round 3"),
        ("rush deli until round 4", "deli not before round 5"),
        ("deli not before round 4", "deli not after round 3"),
        ("deli not before round 4", "deli not before round 3"),
        ("deli not after round 4", "deli not after round 3"),
        ("always token 4 in round 2", "always token 3 in round 2"),
        ("always token 4 in round 2", "never token 4 in round 2"),
    ],
)
def test_contradictions_are_refused(one: str, other: str) -> None:
    for pair in ((one, other), (other, one)):
        found = Problems()
        told = parse_restrictions(pair, "here", found)
        check_contradictions(told, "here", found)
        first, second = sentences(told)
        assert found.sentences == [
            f"here: `{first}` and `{second}` contradict each other; leave one of them out."
        ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rush deli until round 4", "never deliver to butcher"),
        ("rush deli until round 4", "rush butcher until round 5"),
        ("rush deli until round 4", "deli not after round 4"),
        ("rush deli until round 4", "deli not before round 4"),
        ("deli not before round 3", "deli not after round 3"),
        ("deli not before round 3", "butcher not before round 4"),
        ("always token 4 in round 2", "never token 4 in round 3"),
        ("always token 4 in round 2", "never token 3 in round 2"),
        ("never token 4 in round 2", "never token 3 in round 2"),
        ("never play card 3", "never play card 4"),
        ("never deliver to deli", "never deliver to butcher"),
        ("never buy", "never buy roofs"),
    ],
)
def test_what_goes_together_is_taken(one: str, other: str) -> None:
    found = Problems()
    told = parse_restrictions((one, other), "here", found)
    check_contradictions(told, "here", found)
    assert (len(told), found.sentences) == (2, [])
