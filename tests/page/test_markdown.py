"""Discord's markdown, as elements of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.page.fake_server import FakeServer

DRAW = """async (text) => {
  const { markdown } = await import("/static/js/markdown/blocks.js");
  const box = document.createElement("div");
  box.append(...markdown(text, { names: { 11: "Anna", 12: "Spielleitung", 13: "hügel" }, me: "11" }));
  return box.innerHTML.replaceAll(' type="button"', "").replaceAll(' tabindex="0"', "");
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with FakeServer() as server:
        page = browser.new_page()
        page.goto(server.url)
        yield page
        page.close()


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**fett** und *schräg* und _schräg_", "<p><strong>fett</strong> und <em>schräg</em> und <em>schräg</em></p>"),
        ("***beides***", "<p><strong><em>beides</em></strong></p>"),
        ("__unter__ ~~weg~~", "<p><u>unter</u> <s>weg</s></p>"),
        ("**außen *innen* außen**", "<p><strong>außen <em>innen</em> außen</strong></p>"),
        ("`**code**`", "<p><code>**code**</code></p>"),
        ("eins\nzwei", "<p>eins<br>zwei</p>"),
        ("eins\n\nzwei", "<p>eins</p><p>zwei</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("snake_case_name", "<p>snake_case_name</p>"),
        (r"\*kein Stern\*", "<p>*kein Stern*</p>"),
        ("# Groß\n### Klein", '<h3 class="heading-1">Groß</h3><h5 class="heading-3">Klein</h5>'),
        ("#kein Titel", "<p>#kein Titel</p>"),
        ("**S1** geht.\n-# GR 4.1", '<p><strong>S1</strong> geht.</p><p class="small">GR 4.1</p>'),
        ("- a\n- b\n  - c\n- d", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"),
        ("3. drei\n4. vier", '<ol start="3"><li>drei</li><li>vier</li></ol>'),
        ("> Zitat\n> weiter\nEnde", "<blockquote><p>Zitat<br>weiter</p></blockquote><p>Ende</p>"),
        ("```py\nx = 1\n```", "<pre><code>x = 1</code></pre>"),
        ("<@11> <@&12>", '<p><span class="mention me">@Anna</span> <span class="mention">@Spielleitung</span></p>'),
        ("<#13>", '<p><button class="mention">#hügel</button></p>'),
        ("</partie neu:5>", '<p><button class="mention">/partie neu</button></p>'),
        ("<@99>", '<p><span class="mention">@unbekannt</span></p>'),
        (
            "[Regeln](https://example.org/a)",
            '<p><a href="https://example.org/a" target="_blank" rel="noopener noreferrer">Regeln</a></p>',
        ),
        (
            "Siehe https://example.org.",
            '<p>Siehe <a href="https://example.org" target="_blank" rel="noopener noreferrer">https://example.org</a>.</p>',
        ),
        ("[böse](javascript:alert(1))", "<p>[böse](javascript:alert(1))</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("halb **offen", "<p>halb **offen</p>"),
    ],
)  # fmt: skip
def test_markdown_becomes_elements(page: Page, text: str, html: str) -> None:
    assert page.evaluate(DRAW, text) == html


def test_a_time_is_shown_in_german(page: Page) -> None:
    assert "2024" in page.evaluate(DRAW, "<t:1704103200:D>")
    assert page.evaluate(DRAW, "<t:1704103200:D>").startswith("<p><time")


def test_a_long_run_of_signs_is_drawn_in_no_time(page: Page) -> None:
    measure = f"""async (text) => {{
      const start = performance.now();
      await ({DRAW})(text);
      return performance.now() - start;
    }}"""
    assert page.evaluate(measure, "*_~|`" * 800) < 1000
