"""Trees, bars and charts: every text stays in its place, every area where its dates are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mem.formats.bars import bars
from mem.formats.chart import page, svg
from mem.formats.lanes import Area, Lane, joined, valid_axis
from mem.formats.tree import Branch, drawn

NOW = "2026-06-30T00:00:00.000Z"
SVG = "{http://www.w3.org/2000/svg}"


def at(day: int, month: int = 6) -> str:
    return f"2026-{month:02d}-{day:02d}T00:00:00.000Z"


def lane(*areas: Area, title: str = "Rope is hemp") -> Lane:
    return Lane("n-1", title, "believed", areas)


def test_a_tree_hangs_each_line_from_its_own() -> None:
    tree = Branch("root", [Branch("a", [Branch("a1"), Branch("a2")]), Branch("b", [Branch("b1")])])
    assert drawn(tree) == ["root", "├─ a", "│  ├─ a1", "│  └─ a2", "└─ b", "   └─ b1"]


@pytest.mark.parametrize("text", ["two\nlines", "red \x1b[31m", "bell\x07", "\u2028"])
def test_no_text_breaks_out_of_a_drawing(text: str) -> None:
    area = Area(at(1), None, at(1), None)
    for line in (*drawn(Branch(text, [Branch(text)])), *bars([lane(area, title=text)], NOW, 80)):
        assert line.isprintable(), line
    ElementTree.fromstring(svg([lane(area, title=f"{text} <&>")], NOW))


def test_areas_that_claim_the_same_are_drawn_as_one() -> None:
    first, second = Area(at(1), at(5), at(1), None), Area(at(5), at(9), at(1), None)
    other = Area(at(9), None, at(1), at(9))
    apart = Area(at(20), None, at(1), at(9))
    assert joined([second, first, other]) == [Area(at(1), at(9), at(1), None), other]
    assert joined([Area(at(9), at(12), at(1), at(9)), apart])[1:] == [apart]


@pytest.mark.parametrize("width", [20, 60, 80, 200])
def test_bars_fit_the_terminal(width: int) -> None:
    lines = bars([lane(Area(at(1), at(9), at(1), None), Area(at(9), None, at(1), at(9)))], NOW, width)
    assert max(map(len, lines)) <= max(width, 57)


@pytest.mark.parametrize("width", [20, 60, 80])
def test_days_over_the_bars_never_run_into_each_other(width: int) -> None:
    begun = "2024-01-01T00:00:00.000Z"
    scale = bars([lane(Area(begun, None, begun, None))], NOW, width)[0]
    assert len(scale.split()) == (3 if width == 80 else 2)
    assert all(len(day) == len("2024-01-01") for day in scale.split())


def test_bars_show_what_goes_on_and_what_began_before() -> None:
    old = Area(at(1), None, "0001-01-01T00:00:00.000Z", "9999-12-31T00:00:00.000Z")
    known, valid = bars([lane(old)], NOW, 80)[3:5]
    assert known.endswith("─▶")
    assert "◀███" in valid


def test_a_far_date_does_not_flatten_the_rest() -> None:
    axis = valid_axis([lane(Area(at(1), None, "0001-01-01T00:00:00.000Z", None))], NOW)
    assert axis.start.year == 2026


def test_all_lies_where_its_dates_are() -> None:
    root = ElementTree.fromstring(
        svg([lane(Area(at(1), at(10), at(5), at(20)), Area(at(10), None, at(5), at(10)))], NOW)
    )
    first, second = (each for each in root.iter(f"{SVG}rect") if "c0" in each.get("class", ""))
    assert float(first.get("x", "")) == float(second.get("x", ""))
    assert float(first.get("width", "")) > float(second.get("width", ""))
    assert float(first.get("y", "")) + float(first.get("height", "")) == pytest.approx(
        float(second.get("y", "")), abs=0.2
    )
    assert [each.get("class") for each in (first, second)] == ["area c0", "open c0"]
    assert first.findtext(f"{SVG}title") == "known 2026-06-01 → 2026-06-10; valid 2026-06-05 → 2026-06-20"


def test_a_page_holds_the_same_as_a_table_and_escapes_it() -> None:
    text = page([lane(Area(at(1), None, at(1), None), title="<script>x</script>")], NOW)
    assert "<script>" not in text
    assert "<td>2026-06-01</td><td>open</td>" in text


def test_nothing_to_draw_is_said() -> None:
    assert bars([], NOW, 80) == ["nothing to draw"]
    ElementTree.fromstring(svg([], NOW))
