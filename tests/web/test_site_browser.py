"""The site in a real browser: pages open, games are played, by mouse and by keyboard, on a phone and at night."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsing import NEXT, TABLE, Watched, move, play_out, sit_down, step_through, turn

from zerosum.web.pages import LESSONS

BLANK = '<svg xmlns="http://www.w3.org/2000/svg"/>'
PHONE = {"width": 360, "height": 740}


def test_moving_a_slider_changes_the_answer_and_the_address(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}/games/matches?matches=8")
    watched.page.get_by_label("matches, slider").fill("9")
    watched.page.wait_for_function(
        "() => document.querySelector('#title').textContent.includes('· 9\\u00a0·')"
    )
    watched.page.wait_for_function("() => location.search.includes('matches=9')")


def test_a_slider_moves_along_the_formula(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    page.wait_for_selector('.formula math[alttext="-b^2/(6(b + 2))"]')
    assert page.locator(".formula mfrac > *").all_text_contents() == ["b2", "6(b+2)"]
    page.get_by_label("bet, slider").fill("1.5")
    page.wait_for_selector('.formula math[alttext="b(b - 2)/(6(b + 2))"]')


def test_a_region_of_the_map_says_its_formula(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/two-bets")
    page.click("#map summary")
    page.wait_for_selector("#map .area")
    told = page.locator("#map .map-told")
    assert "Formula 2" in told.inner_text()
    page.locator("#map .area").first.focus()
    page.keyboard.press("Enter")
    assert "Formula 1" in told.inner_text()
    page.get_by_label("low, slider").fill("1.5")
    page.wait_for_function("() => document.querySelector('.map-told').textContent.includes('Formula 2')")


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
    page.get_by_label("hunter, slider").fill("7")
    page.wait_for_selector("#told .trouble")
    assert "hunter cannot start at node 7" in page.inner_text("#told")
    assert page.locator("#answer .value").count()  # the answer before it stays
    page.wait_for_selector("#walk[inert]")
    page.get_by_label("hunter, slider").fill("2")
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
    page.route("**/walk?*", lambda asked: asked.continue_() if late else late.append(asked))
    steps.first.click()
    steps.last.click()
    page.wait_for_function("() => document.querySelectorAll('#trail button').length === 2")
    there = page.url
    late[0].fulfill(status=400, json={"detail": "late"})
    page.route("**/walk?*", lambda asked: asked.abort())
    with page.expect_event("requestfailed"):
        page.reload()
    page.wait_for_function("() => document.querySelector('#walk').textContent.includes('does not answer')")
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
  const title = document.querySelector('#title');
  const look = new MutationObserver(() => shown.add(title.textContent));
  look.observe(title, { childList: true, characterData: true, subtree: true });
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
    page.wait_for_selector("#told .trouble")
    assert "does not answer" in page.inner_text("#told")
    assert page.locator("#answer .value").count()
    watched.trouble.clear()  # the lost requests, as the browser logs them


def test_hidden_cards_are_walked_through_by_choosing_for_chance(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    for said in ("Q to A", "J to B", "check", "bet", "call"):
        page.locator("#walk, #views").get_by_role("button", name=said).last.click()
        page.locator("#trail").get_by_role("button", name=said).wait_for()
    assert page.inner_text("#walk .value") == "paid 2 to A"


def test_a_walk_with_open_hands_shows_the_decision_that_it_has_come_to(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?walk=0.0.0/0.0.1/0.0.0#explore")  # A has J, B has K, A has checked
    page.wait_for_selector("#views h3 >> text=After check, B chooses")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='K']")
    page.locator("#views").get_by_role("button", name="bet →").click()
    page.wait_for_selector("#views h3 >> text=After check, bet, A chooses")
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
    if page.locator("#views .panel").count():
        box = page.locator("#views .panel").first.bounding_box()
        page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 30)
    else:
        page.locator("#views svg [role=button]:not(.chosen)").last.click()
    page.wait_for_function(f"before => ({told})() !== before", arg=first)


def test_decisions_are_clicked_through_and_a_slider_keeps_the_place(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?bet=1")
    assert "J, A bets one time in three" in page.inner_text("#why")
    page.locator("#views").get_by_role("button", name="Which other mixes are optimal?").click()
    page.wait_for_selector("#views >> text=bet from 0.0% to 33.3%")
    page.locator("#views").get_by_role("button", name="bet →").click()
    page.wait_for_selector("#views h3 >> text=After bet, B chooses")
    page.locator("#views .hand-column").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#views .hand-column.chosen[aria-label^='J']")
    page.get_by_label("bet, slider").fill("2")
    page.wait_for_function("() => document.querySelector('#title').textContent.includes('bet 2')")
    assert page.locator("#views h3 >> text=After bet, B chooses").count()
    assert page.locator("#views .hand-column.chosen[aria-label^='J']").count()


def test_a_move_is_locked_by_its_slider_and_the_way_back_restores_the_solution(
    watched: Watched, address: str
) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn?bet=1")
    views = page.locator("#views")
    views.get_by_role("button", name="check →").click()
    page.wait_for_selector("#views h3 >> text=After check, B chooses")
    views.locator(".hand-column[aria-label^='J']").click()
    views.get_by_role("button", name="What if it were played otherwise?").press("Enter")
    page.wait_for_function("() => document.activeElement.type === 'range'")
    slider = page.get_by_label("how often B with J plays bet")
    slider.press("End")
    page.wait_for_selector("#answer .value >> text=1/6 to A")
    assert "The value becomes 1/6 to A. This costs B 2/9." in page.inner_text("#views [role=status]")
    assert page.evaluate("document.activeElement.getAttribute('aria-valuetext')") == "100%"
    table = views.get_by_role("link", name="Play against this").get_attribute("href")
    assert "side=row" in table
    assert "lock%28col%3A+J%2C+check%3A+bet+1%29" in table
    assert (
        views.locator(".hand-column .lock-mark").count() == 1
    )  # the locked jack; queen and king check as before
    views.get_by_role("button", name="start: J; K").click()
    page.wait_for_selector("#views .hand-column[aria-label='K: check always (played otherwise now)']")
    views.get_by_role("button", name="Back to the solution").click()
    page.wait_for_selector("#answer .value >> text=−1/18 to A")
    assert views.locator(".hand-column .lock-mark, input[type=range]").count() == 0
    page.goto(f"{address}/games/two-bets")
    page.wait_for_selector("#views .strip")
    assert views.get_by_role("button", name="What if").count() == 0


def test_board_and_controls_share_a_screen_and_the_picture_stays_on_a_phone(
    browser: Any, address: str
) -> None:
    seen = Watched(browser, address, viewport={"width": 1280, "height": 800})
    page, top = seen.page, "name => document.querySelector(name).getBoundingClientRect().top"
    page.goto(f"{address}/games/kuhn")
    page.locator("#views .strip").wait_for()
    assert page.evaluate(top, "#views .strip") < 800
    assert page.evaluate(top, "#parameters") < 800
    page.set_viewport_size(PHONE)
    page.get_by_label("bet, slider").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#views').getBoundingClientRect().bottom > 100")
    seen.context.close()
    assert not seen.trouble


def test_the_grid_of_a_river_says_what_hands_do_and_earn(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/river?oop=KK, T9s, 7h6h&ip=QQ, AKs&bets=pot")
    page.wait_for_selector(".hand-grid .hand-cell:not(.empty)")
    assert page.locator(".hand-grid .hand-cell").count() == 169
    pair = page.locator(".hand-cell[data-cell=KK]")
    pair.hover()
    page.wait_for_function("() => document.querySelector('.grid-told').textContent.includes('earns')")
    assert page.locator(".grid-told .suit-h").count()
    pair.click()
    page.wait_for_function("() => document.querySelectorAll('.hands .choices button').length === 3")


def test_five_hands_on_the_home_page_end_in_what_they_gave_away(watched: Watched, address: str) -> None:
    """The visitor always presses the first button: checks, and folds to every bet."""
    page = watched.page
    page.goto(address)
    page.wait_for_selector("#hand[data-ready] .big")
    assert "You hold" in page.inner_text("#hand .big")
    for _ in range(30):
        if page.locator("#hand .judgement").count():
            break
        before = page.inner_text("#hand")
        page.locator("#hand .sit button:enabled").first.dispatch_event("click")
        page.wait_for_function("before => document.querySelector('#hand').innerText !== before", arg=before)
        page.wait_for_selector("#hand .sit button:enabled")
    page.wait_for_selector("#hand .judgement h2 >> text=You can be read")
    assert "would win" in page.inner_text("#hand .judgement")


def test_the_gallery_is_filtered(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(address)
    page.get_by_label("find a game").fill("kuhn")
    page.wait_for_function("() => document.querySelectorAll('.shelf .card:not([hidden])').length === 1")
    assert page.locator(".shelf .card:visible .name").inner_text() == "Kuhn's poker"


def test_a_round_by_keyboard_alone(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/matches?matches=6")
    page.focus("text=Sit down")
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)
    for _ in range(12):
        if page.locator("#result .result").count():
            break
        before = turn(page)
        page.locator("#moves button:not([disabled])").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(NEXT, arg=before)
    assert page.locator("#result .result").count() == 1


def test_a_hint_asked_for_before_the_first_view_comes_stays(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/jujitsu?cards=3")
    sit_down(page, "row")
    held: list[Any] = []
    page.route(re.compile(r"/api/tables/[^/?]+$"), lambda route: held.append(route))
    page.reload()
    page.click("#hint-link")
    page.wait_for_selector("#hint strong")
    held[-1].continue_()  # one before it may be of the page before
    page.wait_for_selector(
        "#moves button[type=button]"
    )  # the view has come: buttons of the plain form submit it
    assert page.locator("#hint strong").count()


def test_whoever_does_not_wait_for_the_review_plays_on(watched: Watched, address: str) -> None:
    page, held = watched.page, []
    page.goto(f"{address}/games/matches?matches=6")
    sit_down(page, "row")
    page.route("**/review", lambda route: held.append(route))
    while not page.locator("#result .result").count():
        move(page)
    page.wait_for_selector("#review .waiting")
    move(page, "text=Another round")
    assert page.locator("#moves button:not([disabled])").count()
    held[0].fulfill(status=400, json={"detail": "late"})
    page.unroute("**/review")
    page.route("**/move", lambda route: route.fulfill(status=503, json={"detail": "the site is busy"}))
    page.locator("#moves button").first.click()
    page.wait_for_selector("#result .trouble")
    assert page.locator("#moves button:not([disabled])").count()
    page.unroute("**/move")
    play_out(page)
    assert all(said.startswith("Failed to load resource") for said in watched.trouble)  # the busy site's
    watched.trouble.clear()


def test_hints_undo_replay_and_the_chart(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/jujitsu?cards=3")
    sit_down(page, "row")
    page.click("#hint-link")
    page.wait_for_selector("#hint strong")
    start = page.inner_text("#scene")
    move(page)
    before = turn(page)
    page.keyboard.press("u")  # takes the move back
    page.wait_for_function(NEXT, arg=before)
    assert page.inner_text("#scene") == start
    for _ in range(2):
        play_out(page)
        move(page, "text=Another round")
    play_out(page)
    assert page.locator("#chart svg path").count() == 3  # the band, the value, the score
    assert step_through(page) > 1
    shown = page.inner_text("#score")
    page.reload()
    page.wait_for_selector("#chart svg")
    assert page.inner_text("#score") == shown


def test_what_is_hidden_never_reaches_the_browser(watched: Watched, address: str) -> None:
    page = watched.page
    came: list[str] = []
    page.on("response", lambda answer: came.append(answer.text()) if "/tables" in answer.url else None)
    page.goto(f"{address}/games/kuhn")
    sit_down(page, "row")
    page.wait_for_function("() => document.querySelector('#shown').childElementCount")
    before = page.inner_text("#scene"), turn(page)
    page.reload()
    page.wait_for_function("() => document.querySelector('#shown').childElementCount")
    assert (page.inner_text("#scene"), turn(page)) == before
    assert came
    assert not [text for text in came if "rival's hand" in text or "seed" in text]
    play_out(page)


def test_claims_are_recomputed_when_somebody_looks(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/matches?matches=7")
    page.click("text=What it says about this game")
    page.wait_for_selector(".judged td.misprint")


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
    assert bars(page, address, "0", "0.25")[0] == ["25.0% fold", "25.0% bluff", "50.0% value bet"]
    page.wait_for_selector("text=this is optimal")
    assert bars(page, address, "1", "1") == bars(page, address, "0", "0")
    for bar in bars(page, address, "0.13", "0.46"):
        assert sum(float(told.partition("%")[0]) for told in bar) == pytest.approx(100)


def test_a_mix_of_no_cards_is_not_judged(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/lessons/trick?cards=3")
    page.click("text=The solution's mix")
    page.wait_for_selector("text=Nobody can beat this mix.")
    assert "-0.000" not in page.inner_text("main")
    for one in page.locator("input[type=range]").all():
        one.fill("0")
    page.wait_for_selector("text=You play no card at all")
    assert page.locator(".bars").count() == 0
    assert "Nobody" not in page.inner_text("main")


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
        re.compile(r"/(picture|thumbnail)\.svg"),
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
    page.wait_for_selector("#views output >> text=w = 25.0%")


def test_a_board_that_both_see_is_drawn_once_in_a_review(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/noisy-duel")
    sit_down(page)
    move(page, "#moves button >> text=fire")
    play_out(page)
    assert "step -" not in page.inner_text("main")
    step_through(page)
    page.locator(".marks button").first.click()
    assert page.locator("#review .board svg").count() == 1


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
    page.wait_for_selector("#walk >> text=The game is over here.")


def test_nothing_is_told_twice_at_a_table(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/games/kuhn")
    sit_down(page, "row")
    play_out(page)
    told = page.locator("#board p").all_inner_texts()
    acts = [line.partition(": ")[2] for line in told if line.startswith(("you: ", "the rival: "))]
    assert acts
    assert f"so far: {', '.join(acts)}" not in told
    page.goto(f"{address}/games/leduc")
    sit_down(page, "row")
    page.wait_for_selector("#shown svg[aria-label^='in the pot']")
    assert not {"dealt", "in the pot"} & {
        line.partition(":")[0] for line in page.locator("#board p").all_inner_texts()
    }
    play_out(page)
    told = page.inner_text("#board")
    assert "all is shown" in told
    assert "so far" not in told


def test_formulas_of_the_documentation_are_drawn(watched: Watched, address: str) -> None:
    page = watched.page
    page.goto(f"{address}/docs/theory/lagged.html")
    sizes = "all => all.map(one => one.getBoundingClientRect().height)"
    heights = page.locator("math").evaluate_all(sizes)
    assert len(heights) > 100
    assert min(heights) > 5
    assert "$" not in page.inner_text("main")
