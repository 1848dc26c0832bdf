"""The site in a real browser: pages open, games are played, by mouse and by keyboard, on a phone and at night."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsing import (
    NEXT,
    REVIEWED,
    TABLE,
    Watched,
    is_over,
    move,
    play_out,
    sit_down,
    step_through,
    turn,
)

from zerosum.web.lessons import LESSONS

BLANK = '<svg xmlns="http://www.w3.org/2000/svg"/>'
PHONE = {"width": 360, "height": 740}


def test_moving_a_slider_changes_the_answer_and_the_address(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/matches?matches=8")
    watched.page.get_by_label("matches, slider").fill("9")
    watched.page.wait_for_selector("#settings .setting >> text=/^9$/")
    watched.page.wait_for_function("() => location.search.includes('matches=9')")


def test_a_slider_moves_along_the_formula(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    page.wait_for_selector('.pieces .on math[alttext="-b^2/(6(b + 2))"]')
    assert page.locator(".pieces .on mfrac > *").all_text_contents() == ["b2", "6(b+2)"]
    page.get_by_label("bet, slider").fill("1.5")
    page.wait_for_selector('.pieces .on math[alttext="b(b - 2)/(6(b + 2))"]')


def test_a_region_of_the_map_says_its_formula(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/two-bets")
    page.click("#map summary")
    page.wait_for_selector("#map .area")
    told = page.locator("#map .map-output")
    assert "Formula 2" in told.inner_text()
    page.locator("#map .area").first.focus()
    page.keyboard.press("Enter")
    assert "Formula 1" in told.inner_text()
    page.get_by_label("low, slider").fill("1.5")
    page.wait_for_function("() => document.querySelector('.map-output').textContent.includes('Formula 2')")


def test_a_position_is_walked_to_and_back(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/jujitsu?cards=3")
    watched.page.wait_for_selector("#walk table button")
    watched.page.locator("#walk table button").first.click()
    watched.page.wait_for_function("() => document.querySelectorAll('#trail button').length === 2")
    assert "walk=" in watched.page.url
    assert watched.page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    watched.page.select_option("#play select", "col")
    assert "side=col" in watched.page.url
    watched.page.reload()
    watched.page.wait_for_function("() => document.querySelectorAll('#trail button').length === 2")
    assert watched.page.input_value("#play select") == "col"
    watched.page.locator("#trail button").first.click()
    watched.page.wait_for_function("() => document.querySelectorAll('#trail button').length === 1")


def test_explore_follows_the_form_and_an_address_leads_there(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/pursuit?turns=2&walk=0.0.0")
    page.wait_for_selector("#walk table button")
    page.wait_for_function("() => document.querySelector('#explore').getBoundingClientRect().top < 200")
    page.locator("input[name=hunter]").fill("7")
    page.wait_for_selector("#status .trouble")
    assert "hunter cannot start at node 7" in page.inner_text("#status")
    assert page.locator("#answer .value").count()  # the answer before it stays
    page.wait_for_selector("#walk[inert]")
    page.locator("input[name=hunter]").fill("2")
    page.wait_for_selector("#walk:not([inert]) table button")
    watched.trouble.clear()  # the refused request, as the browser logs it


def test_a_way_that_fails_leads_nowhere_else(watched: Watched, address: str) -> None:
    """A way that is none leads to the start without another entry in the history; nothing that fails undoes a step."""
    page, late = watched.page, []
    page.goto(f"{address}/games/jujitsu?cards=3&walk=9.9.9")
    page.wait_for_function("() => !location.search.includes('walk')")
    steps = page.locator("#walk table button")
    steps.first.wait_for()
    assert page.evaluate("history.length") == 2  # the empty page and this one
    page.route("**/walk/drawn?*", lambda asked: asked.continue_() if late else late.append(asked))
    steps.first.click()
    steps.last.click()
    page.wait_for_function("() => document.querySelectorAll('#trail button').length === 2")
    there = page.url
    late[0].fulfill(status=400, json={"detail": "late"})
    page.route("**/walk/drawn?*", lambda asked: asked.abort())
    with page.expect_event("requestfailed"):
        page.reload()
    page.wait_for_function("() => document.querySelector('#walk').textContent.includes('not responding')")
    assert page.url == there
    assert all(said.startswith("Failed to load resource") for said in watched.trouble)
    watched.trouble.clear()


def test_a_link_within_the_page_and_the_way_back_do_not_load_it_again(watched: Watched, address: str) -> None:
    page, loads = watched.page, []
    page.goto(f"{address}/games/jujitsu?cards=3")
    page.locator("#walk table button").first.wait_for()
    page.on("framenavigated", lambda _: loads.append(page.evaluate("performance.timeOrigin")))
    born = page.evaluate("performance.timeOrigin")
    page.click("#position summary, #solution details summary >> nth=0")
    for tab in ("Play", "Rules"):
        page.click(f".tabs >> text={tab}")
        page.wait_for_function(f"() => location.hash === '#{tab.lower()}'")
    page.locator("#walk table button").first.dispatch_event("click")
    page.wait_for_function("() => location.search.includes('walk=')")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('#trail button').length === 1")
    page.go_back()
    page.wait_for_function("() => location.hash === '#play'")
    assert page.locator("#solution details[open]").count()
    assert page.evaluate("performance.timeOrigin") == born


DRAG = """async slider => {
  const shown = new Set();
  const settings = document.querySelector('#settings');
  const look = new MutationObserver(() => shown.add(settings.textContent));
  look.observe(settings, { childList: true, characterData: true, subtree: true });
  const least = Number(slider.min), most = Number(slider.max), step = Number(slider.step);
  for (let k = 0; shown.size < 10 && k < 3000; k += 1) { // the hand never rests
    slider.value = least + step * (k % Math.round((most - least) / step));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(go => setTimeout(go, 16));
  }
  return shown.size;
}"""


def test_a_slider_that_is_dragged_shows_answer_after_answer(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?bet=1")
    page.wait_for_selector("#answer .value")
    assert page.get_by_label("bet, slider").evaluate(DRAG) == 10


def test_when_the_site_is_gone_the_answer_stays_and_it_says_so(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/matches?matches=8")
    page.wait_for_selector("#answer .value")
    assert page.evaluate("typeof document.querySelector('#parameters').matches") == "function"
    page.route("**/api/**", lambda asked: asked.abort())
    page.get_by_label("matches, slider").fill("9")
    page.wait_for_selector("#status .trouble")
    assert "not responding" in page.inner_text("#status")
    assert page.locator("#answer .value").count()
    watched.trouble.clear()  # the lost requests, as the browser logs them


def test_hidden_cards_are_walked_through_by_choosing_for_chance(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    for said in ("Q to A", "J to B", "check", "bet", "call"):
        page.locator("#walk .ways, #views .ways-on").get_by_role("button", name=said).last.click()
        page.locator("#trail").get_by_role("button", name=said).wait_for()
    assert page.inner_text("#walk .value") == "payoff 2 to A"


def test_a_walk_with_open_hands_shows_the_decision_that_it_has_come_to(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?walk=0.0.0/0.0.1/0.0.0#explore")  # A has J, B has K, A has checked
    page.wait_for_selector("#views h3 >> text=After check, B to act")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='K']")
    page.locator("#views .ways-on").get_by_role("button", name="bet").click()
    page.wait_for_selector("#views h3 >> text=After check, bet, A to act")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='J']")
    assert page.locator("#trail button").count() == 5
    page.go_back()
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='K']")


@pytest.mark.parametrize("name", ["nakai", "gleason", "red-dog", "two-phase-relance", "matches", "goofspiel"])
def test_solutions_that_were_figures_are_drawn_and_answer_to_a_touch(
    watched: Watched, address: str, name: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/{name}")
    page.wait_for_selector("#walk > *")  # then nothing is drawn anew under the pointer
    page.locator("#views svg").first.wait_for()
    assert page.locator("#views img").count() == 0
    told = "() => document.querySelector('#views').textContent"
    first = page.evaluate(told)
    if page.locator("#views .curve-plot").count():
        box = page.locator("#views .curve-plot").first.bounding_box()
        page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 30)
    else:
        page.locator("#views svg [role=button]:not(.chosen)").last.click()
    page.wait_for_function(f"before => ({told})() !== before", arg=first)


def test_decisions_are_clicked_through_and_a_slider_keeps_the_place(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?bet=1")
    assert "J, A bets one time in three" in page.inner_text("#explanation")
    page.locator("#views").get_by_role("button", name="Which other strategies are optimal?").click()
    page.wait_for_selector("#views >> text=bet 0% to 33.3%")
    assert "Computing" not in page.inner_text("#views"), "the work has an end that is seen"
    page.locator("#views .ways-on").get_by_role("button", name="bet").click()
    page.wait_for_selector("#views h3 >> text=After bet, B to act")
    page.locator("#views .hand-column").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='J']")
    page.get_by_label("bet, slider").fill("2")
    page.wait_for_function("() => document.querySelector('#settings').textContent.includes('Bet 2')")
    assert page.locator("#views h3 >> text=After bet, B to act").count()
    assert page.locator("#views .hand-column.chosen[aria-label^='J']").count()


def test_a_move_is_locked_by_its_slider_and_the_way_back_restores_the_solution(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?bet=1")
    views = page.locator("#views")
    views.locator(".ways-on").get_by_role("button", name="check").click()
    page.wait_for_selector("#views h3 >> text=After check, B to act")
    views.locator(".hand-column[aria-label^='J']").click()
    slider = page.get_by_label("how often B with J plays bet")
    slider.press("End")
    page.wait_for_selector("#answer .value strong >> text=/^1\\/6$/")
    assert "The value becomes 1/6 to A. This costs B 2/9." in page.inner_text("#locks [role=status]")
    assert page.evaluate("document.activeElement.getAttribute('aria-valuetext')") == "100%"
    table = page.locator("#locks").get_by_role("link", name="Play against this").get_attribute("href")
    assert "side=row" in table
    assert "lock%28col%3A+J%2C+check%3A+bet+1%29" in table
    assert (
        views.locator(".hand-column .lock-mark").count() == 1
    )  # the locked jack; queen and king check as before
    page.locator("#locks").get_by_role("button", name="start: J; K").click()
    page.wait_for_selector("#views .hand-column[aria-label='K: check always (changed)']")
    page.locator("#locks").get_by_role("button", name="Reset").click()
    page.wait_for_selector("#answer .value strong >> text=−1/18")
    assert views.locator(".hand-column .lock-mark").count() == 0
    page.goto(f"{address}/games/two-bets")
    page.wait_for_selector("#views .stackbar")
    assert page.locator("#locks:visible").count() == 0


def test_decision_and_controls_share_a_screen_and_a_slider_has_its_chart_beside_it_on_a_phone(
    browser: Any, address: str
) -> None:
    seen = Watched(browser, address, viewport={"width": 1280, "height": 800})
    page, top = seen.page, "name => document.querySelector(name).getBoundingClientRect().top"
    page.goto(f"{address}/games/kuhn")
    page.locator("#views .columns").wait_for()
    assert page.evaluate(top, "#views .columns") < 800
    assert page.evaluate(top, "#locks input") < 800
    page.get_by_label("bet, slider").wait_for()
    page.set_viewport_size(PHONE)
    page.get_by_label("bet, slider").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#line svg').getBoundingClientRect().bottom > 100")
    seen.context.close()
    assert not seen.trouble


def test_the_grid_of_a_river_says_what_hands_do_and_earn(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/river?oop=KK, T9s, 7h6h&ip=QQ, AKs&bets=pot")
    page.wait_for_selector(".grid13 .hand-cell:not(.empty)")
    assert page.locator(".grid13 .hand-cell").count() == 169
    pair = page.locator(".hand-cell[data-cell=KK]")
    pair.hover()
    page.wait_for_function("() => document.querySelector('.grid-output').textContent.includes('earns')")
    assert page.locator(".grid-output .suit-h").count()
    pair.click()
    page.wait_for_function("() => document.querySelectorAll('.hands .choices button').length === 3")


def test_five_hands_on_the_home_page_end_in_what_they_gave_away(watched: Watched, address: str) -> None:
    """The visitor always presses the first button: checks, and folds to every bet.

    If five hands deal no king, they fit optimal play, and more are needed.
    """
    page = watched.page
    page.goto(address)
    page.wait_for_selector("#hand[data-ready] .felt.compact .mine .card")
    assert page.get_attribute("#hand article.play", "data-side") == "col", (
        "only B's optimal strategy is unique"
    )
    for hand in range(1, 31):
        play_out(page)
        assert page.locator("#judged:visible").count() == (hand >= 5)
        if hand >= 5:
            page.wait_for_selector("#hand .reading:visible")
            if page.locator("#hand .reading .leak").count():
                break
        move(page, ".next")
    assert "The solution " in page.inner_text("#hand .reading .leak")
    assert page.inner_text("#hands") == f"Hand {hand}"


def test_the_gallery_is_filtered(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games")
    page.get_by_label("Find a game").fill("kuhn")
    page.wait_for_function("() => document.querySelectorAll('#gallery .tile:not([hidden])').length === 1")
    assert page.locator("#gallery .tile:visible .name").inner_text() == "Kuhn poker"
    page.locator("#genres >> text=Dice").click()
    page.wait_for_selector("#none:visible")
    page.reload()  # what is asked for is in the address
    assert page.locator("#count").inner_text() == "0 games"


def test_a_slash_opens_the_search_and_arrows_choose(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address)
    page.wait_for_selector(".icon-button")
    page.keyboard.press("/")
    page.keyboard.type("bluff with")
    page.wait_for_selector(".search-results a >> text=Why bluff with the worst card")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lessons/jack")
    assert page.locator(".top nav [aria-current]").inner_text() == "Learn"


def test_the_theme_is_chosen_and_kept(watched: Watched, address: str) -> None:
    page = watched.page
    page.emulate_media(color_scheme="light")
    page.goto(address)
    day = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Dark theme").click()
    night = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.goto(f"{address}/papers")
    page.get_by_label("Light theme").wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == night != day


def test_a_round_by_keyboard_alone(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/matches?matches=6")
    page.focus("text=Start playing")
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)
    for _ in range(12):
        if is_over(page):
            break
        before = turn(page)
        page.keyboard.press("1")
        page.wait_for_function(NEXT, arg=before)
    page.wait_for_selector(REVIEWED)
    page.keyboard.press("ArrowLeft")
    last = page.get_attribute("article.play", "data-last")
    page.wait_for_selector(f"article.play:not([data-step='{last}'])")
    page.keyboard.press("n")
    page.wait_for_selector("article.play[data-over=no]")
    assert page.evaluate("document.activeElement.matches('.act, .can-play')"), "the focus stays at the table"


def await_table(page: Any) -> None:
    """Load the page again until its table is there, as the page that waits for an answer does without scripts."""
    for _ in range(300):
        if page.locator("article.play").count():
            return
        page.wait_for_timeout(200)
        page.goto(page.url)


def test_a_table_and_its_review_need_no_scripts(browser: Any, address: str) -> None:
    seen = Watched(browser, address, java_script_enabled=False)
    page = seen.page
    page.goto(f"{address}/games/kuhn")
    page.click("text=Start playing")
    await_table(page)
    page.click("#hint-link")
    await_table(page)
    assert "%" in page.inner_text(".acts .act >> nth=0")
    while not is_over(page):
        page.locator(".acts .act").first.click()
        await_table(page)
    assert page.locator(".banner strong").count() == 1
    page.locator("a.move").first.click()
    await_table(page)
    assert page.locator("a.move >> nth=0").get_attribute("aria-current") == "step"
    assert page.locator(".banner").count() == 0, "the result belongs to the end"
    page.click("text=Analyse my play so far")
    await_table(page)
    assert page.locator(".reading .small").count()
    page.click(".next")
    await_table(page)
    assert not is_over(page)
    seen.context.close()
    assert not seen.trouble


def test_whoever_does_not_wait_for_the_review_plays_on(watched: Watched, address: str) -> None:
    page, held = watched.page, []
    page.goto(f"{address}/games/matches?matches=6")
    sit_down(page, "row")
    page.route(
        re.compile(r"/page$"),
        lambda route: held.append(route) if route.request.method == "GET" else route.continue_(),
    )
    while not is_over(page):
        move(page)
    page.wait_for_selector(".verdict[aria-busy]")
    move(page, ".next")
    assert page.locator(".acts .act").count()
    held[0].fulfill(status=400, json={"detail": "late"})
    page.unroute(re.compile(r"/page$"))
    page.route("**/page", lambda route: route.fulfill(status=503, json={"detail": "the site is busy"}))
    page.locator(".acts .act").first.click()
    page.wait_for_selector(".rail .trouble:visible")
    page.unroute("**/page")
    play_out(page)
    assert all(said.startswith("Failed to load resource") for said in watched.trouble)  # the busy site's
    watched.trouble.clear()


def test_hints_undo_replay_and_the_chart(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/jujitsu?cards=3")
    sit_down(page, "row")
    page.click("#hint-link")
    page.wait_for_selector(".acts .act small")
    start = page.locator(".mine .card").count()
    move(page)
    before = turn(page)
    assert page.locator(".mine .card").count() == start - 1
    page.keyboard.press("u")  # takes the move back
    page.wait_for_function(NEXT, arg=before)
    assert page.locator(".mine .card").count() == start
    for _ in range(2):
        play_out(page)
        move(page, ".next")
    play_out(page)
    assert page.locator("#chart :is(polygon, polyline)").count() == 3  # the band, the value, the score
    assert step_through(page) > 1
    shown = page.inner_text("#score")
    page.reload()
    page.wait_for_selector(TABLE)
    assert page.inner_text("#score") == shown


def test_the_layout_never_jumps(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    sit_down(page, "row")
    places = """() => ['.felt', '.dock'].map(one => {
      const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
      return [x, y + scrollY, width, height];
    })"""
    before = page.evaluate(places)
    play_out(page)
    assert page.evaluate(places) == before
    move(page, ".next")
    assert page.evaluate(places) == before


def test_what_is_hidden_never_reaches_the_browser(watched: Watched, address: str) -> None:
    page = watched.page
    came: list[str] = []

    def keep(answer: Any) -> None:
        if "/api/tables" in answer.url and answer.status == 200:
            came.append(re.sub(r'"rules":\s*\[.*?\]', "", answer.text()))  # the rules also speak of that card

    page.on("response", keep)
    page.goto(f"{address}/games/kuhn")
    sit_down(page, "row")
    mine = page.locator(".mine .card").get_attribute("aria-label")
    before = mine, turn(page)
    page.reload()
    page.wait_for_selector(TABLE)
    assert (page.locator(".mine .card").get_attribute("aria-label"), turn(page)) == before
    assert page.locator(".opponent .card").get_attribute("aria-label") == "a face-down card"
    page.click("#hint-link")
    page.wait_for_selector(".acts .act small >> text=EV")
    assert came
    assert not any("seed" in text for text in came)
    assert all(text.count("a face-down card") == 1 for text in came)
    play_out(page)


def test_claims_are_recomputed_when_somebody_looks(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/matches?matches=7")
    page.click("text=What the paper claims about this game")
    page.wait_for_selector(".judged .verdict.misprint")


LAID = "() => document.querySelector('#slides h2, #lesson :is(.graph, .shares, .bars)')"
SHOWN = "main :is(.big, .label, .shares, svg, #slides > li:not([hidden]))"
TEXT = f"[...document.querySelectorAll('{SHOWN}')].map(one => one.textContent).join()"
CHANGED = f"before => {TEXT} !== before && !document.querySelector('.waiting')"


@pytest.mark.parametrize("name", LESSONS)
def test_every_control_of_a_lesson_does_something_and_its_state_is_in_the_address(
    watched: Watched, address: str, name: str
) -> None:
    page = watched.page
    page.goto(f"{address}/lessons/{name}")
    page.wait_for_function(LAID)
    controls = page.locator("main").locator("button[type=button]:enabled, input[type=range], select")
    unnamed = (
        "all => all.filter(one => one.type !== 'button' && !(one.labels.length || one.ariaLabel)).length"
    )
    assert controls.evaluate_all(unnamed) == 0
    k = 0
    while k < controls.count():  # another number of cards has other sliders
        before = page.evaluate(TEXT)
        operate(controls.nth(k), 1 + k % 3)
        page.wait_for_function(CHANGED, arg=before)
        k += 1
    before = page.evaluate(TEXT)
    page.reload()
    page.wait_for_function(LAID)
    page.wait_for_function(f"before => {TEXT} === before", arg=before)


def bars(page: Any, address: str, below: str, above: str) -> list[list[str]]:
    """The bars of the lesson on bluffing, at thresholds."""
    page.goto(f"{address}/lessons/bluff?bluff={below}&value={above}")
    page.wait_for_function(LAID)
    return [bar.locator("span:visible").all_inner_texts() for bar in page.locator(".shares").all()]


def test_a_bet_that_cannot_win_when_seen_is_called_a_bluff(watched: Watched, address: str) -> None:
    page = watched.page
    assert bars(page, address, "0", "0.25")[0] == ["25% fold", "25% bluff", "50% value bet"]
    page.wait_for_selector("text=this is optimal")
    assert bars(page, address, "1", "1") == bars(page, address, "0", "0")
    for bar in bars(page, address, "0.13", "0.46"):
        assert sum(float(told.partition("%")[0]) for told in bar) == pytest.approx(100)


def test_a_mix_of_no_cards_is_not_judged(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/lessons/trick?cards=3")
    page.click("text=Optimal mix")
    page.wait_for_selector("text=No opponent can beat this mix.")
    assert "-0.000" not in page.inner_text("main")
    for one in page.locator("input[type=range]").all():
        one.fill("0")
    page.wait_for_selector("text=All weights are zero")
    assert page.locator(".bars").count() == 0
    assert "No opponent" not in page.inner_text("main")


def operate(control: Any, steps: int) -> None:
    """Press a button, choose something else from a list, or move a slider some steps from where it stands."""
    kind = control.evaluate("one => one.type")
    if kind == "range":
        moved = control.evaluate("(one, steps) => Number(one.value) + steps * Number(one.step)", steps)
        control.fill(f"{moved:.9g}")
    elif kind == "select-one":
        control.select_option(index=0 if control.evaluate("one => one.selectedIndex") else 1)
    else:
        control.click()


@pytest.mark.parametrize("name", ["kuhn", "gleason", "red-dog"])
def test_tables_fit_a_phone_and_axe_finds_nothing(browser: Any, address: str, name: str) -> None:
    seen = Watched(browser, address, viewport=PHONE, bypass_csp=True)
    seen.page.goto(f"{address}/games/{name}")
    sit_down(seen.page)
    play_out(seen.page) if name != "gleason" else move(seen.page)
    wide = seen.page.evaluate("() => document.documentElement.scrollWidth")
    found = violations(seen.page)
    seen.context.close()
    assert wide <= PHONE["width"]
    assert not seen.trouble
    assert_none(found)


AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Any) -> list[Any] | None:
    """What axe's rules find on a page by day, and those of contrast by night; None where axe is not installed."""
    if not AXE.exists():
        return None
    page.add_script_tag(path=AXE)
    found = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=scheme)
        found += page.evaluate("rules => axe.run(rules)", rules)["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]


def assert_none(found: list[Any] | None) -> None:
    """A test's last word, which skips it if axe did not look."""
    if found is None:
        pytest.skip("axe is not installed (npm ci): everything else was as it should be")
    assert found == []


GAMES = ("kuhn", "gleason", "jujitsu?cards=3", "blackjack", "matches?matches=7", "river")
PAGES = (
    "/",
    "/games",
    "/lessons",
    "/solve",
    "/search?q=kuhn",
    "/practice",
    "/practice/2xn?number=4&row1=1&steps=9&hint=1",
    "/steps/kuhn?step=9",
    "/tables",
    "/papers",
    "/papers/matches",
    "/api",
    "/docs/theory/lagged.html",
    "/docs/papers/gleason.html",
    "/docs/_generated/games.html",
    *(f"/games/{name}" for name in GAMES),
)


@pytest.mark.parametrize("path", [*PAGES, *(f"/lessons/{name}" for name in LESSONS)])
def test_axe_finds_nothing_to_mend_and_the_page_fits_a_phone(browser: Any, address: str, path: str) -> None:
    seen = Watched(browser, address, bypass_csp=True, reduced_motion="reduce")
    seen.page.route(
        re.compile(r"/picture\.svg"),
        lambda route: route.fulfill(content_type="image/svg+xml", body=BLANK),
    )
    seen.page.goto(address + path)
    seen.page.wait_for_load_state("networkidle")
    found = violations(seen.page)
    seen.page.set_viewport_size(PHONE)
    wide = seen.page.evaluate("() => document.documentElement.scrollWidth")
    seen.context.close()
    assert wide <= PHONE["width"]
    assert not seen.trouble
    assert_none(found)


def test_the_slider_stands_where_one_has_walked(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/gleason?walk=0.0.0/1.0.0/0.0.0")
    page.wait_for_selector("#views .choices button[aria-pressed=true] >> text=row left 1")
    page.goto(f"{address}/games/red-dog?walk=0.0.1")
    page.wait_for_selector("#views output >> text=w = 25%")


def test_a_pair_of_moves_shows_one_number_and_what_chance_does_is_chosen_after_it(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/noisy-duel?steps=4")
    cell = page.locator("#walk .heat button").last
    cell.wait_for()
    assert page.locator("#walk .heat button").count() == 4
    page.locator("#walk .heat button").nth(1).click()
    page.click("#walk .ways button >> nth=0")
    page.wait_for_selector("#walk >> text=The game ends here.")


def test_formulas_of_the_documentation_are_drawn(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/docs/theory/lagged.html")
    sizes = "all => all.map(one => one.getBoundingClientRect().height)"
    heights = page.locator("math").evaluate_all(sizes)
    assert len(heights) > 100
    assert min(heights) > 5
    assert "$" not in page.inner_text("main")
