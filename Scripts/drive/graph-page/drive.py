"""Drives the graph page through the browser's own protocol, as a person would: keys, clicks and what can be seen."""
import asyncio
import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

import websockets

browser, pages = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what, flush=True)
    if not condition:
        failures.append(what)


class Page:
    """One tab."""

    def __init__(self, socket):
        self.socket, self.number, self.problems = socket, 0, []

    async def call(self, method, **parameters):
        self.number += 1
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self.socket.recv())
            if message.get("method") == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.problems.append(details.get("exception", {}).get("description", details["text"]))
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.problems.append(message["params"]["entry"]["text"])
            elif message.get("method") == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    async def open(self, url, dark=False, width=1440, height=900, mobile=False):
        self.problems, self.requests = [], []
        for domain in ("Page", "Runtime", "Log", "Network"):
            await self.call(f"{domain}.enable")
        await self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if mobile else 1, mobile=mobile)
        scheme = "dark" if dark else "light"
        await self.call("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": scheme}])
        await self.call("Page.navigate", url="about:blank")
        await self.call("Page.navigate", url=url)
        for _ in range(200):
            if await self.value("document.readyState === 'complete' && Boolean(window.graphPage) && !graphPage.isBusy"):
                break
            await asyncio.sleep(0.02)
        await self.settled()

    async def value(self, expression):
        result = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(expression + ": " + json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    async def settled(self):
        await self.value("""new Promise(done => {
          const look = () => window.graphPage && !graphPage.isBusy ? setTimeout(done, 130) : requestAnimationFrame(look);
          requestAnimationFrame(() => requestAnimationFrame(look));
        })""")

    async def set(self, selector, value=None, checked=None, wait=5):
        """Sets a field as a person would, and waits for what follows."""
        change = f"field.value = {json.dumps(value)}" if checked is None else f"field.checked = {json.dumps(checked)}"
        await self.value(f"(() => {{ const field = document.querySelector({json.dumps(selector)}); {change}; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()")
        await asyncio.wait_for(self.settled(), wait)

    async def choose(self, key):
        await self.key("/")
        await self.type(key)
        await self.key("Enter")

    async def in_window(self, key):
        return await self.value(f"(() => {{ const at = graphPage.where({json.dumps(key)}), area = document.getElementById('drawing').getBoundingClientRect(); return at !== null && at.x > area.left && at.x < area.right && at.y > area.top && at.y < area.bottom; }})()")

    async def key(self, key, modifiers=0):
        named = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}
        extra = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        code = named.get(key, ord(key[0].upper()))
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, modifiers=modifiers, **extra)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code, modifiers=modifiers)
        await self.settled()

    async def type(self, text):
        await self.call("Input.insertText", text=text)
        await self.settled()

    async def click(self, x, y, count=1):
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)
        await self.settled()

    async def click_node(self, key, count=1):
        at = await self.value(f"graphPage.where({json.dumps(key)})")
        await self.click(at["x"], at["y"], count)

    async def click_on(self, selector):
        at = await self.value(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return {{ x: r.x + r.width / 2, y: r.y + r.height / 2 }}; }})()")
        await self.click(at["x"], at["y"])

    async def text(self, selector):
        return await self.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    async def screenshot(self, name):
        data = (await self.call("Page.captureScreenshot"))["data"]
        (pages / f"{name}.png").write_bytes(base64.b64decode(data))


# What a person must be able to rely on, asked of the page itself: where it painted cards and words.
boxes = r"""(() => {
  const problems = [], { texts, cards } = graphPage.painted;
  const overlap = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const told = one => JSON.stringify(one.text ?? one.key);
  for (const text of texts) if (text.size < 10.99) problems.push(`${told(text)} has ${text.size.toFixed(1)} pixels`);
  const all = graphPage.cards.toSorted((a, b) => a.top - b.top || a.left - b.left);
  for (let i = 0; i < all.length; i++) {
    for (let j = i + 1; j < all.length && all[j].top < all[i].bottom; j++) {
      if (overlap(all[i], all[j])) problems.push(`cards ${told(all[i])} and ${told(all[j])} overlap`);
    }
  }
  const cardOf = new Map(cards.map(card => [card.key, card]));
  const free = texts.filter(text => text.owner === null), owned = texts.filter(text => text.owner !== null);
  for (const text of owned) {
    const card = cardOf.get(text.owner);
    if (text.owner !== 'mark' && card && (text.left < card.left || text.right > card.right + 1 || text.top < card.top || text.bottom > card.bottom + 1)) problems.push(`${told(text)} leaves its card`);
  }
  for (const [index, text] of free.entries()) {
    for (const card of cards) if (overlap(text, card)) problems.push(`${told(text)} is on card ${told(card)}`);
    for (const other of free.slice(index + 1)) if (overlap(text, other)) problems.push(`${told(text)} is on ${told(other)}`);
  }
  for (let i = 0; i < owned.length; i++) for (let j = i + 1; j < owned.length; j++) if (overlap(owned[i], owned[j])) problems.push(`${told(owned[i])} is on ${told(owned[j])}`);
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (own && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 11) problems.push(`<${element.localName}> ${element.textContent.slice(0, 20)} has small letters`);
  }
  const controls = [...document.querySelectorAll('header > *, #tools > *, footer > *, footer button')].filter(one => one.checkVisibility() && !one.querySelector(':scope > *:is(button, select)')).map(one => ({ key: one.id || one.className || one.textContent, ...one.getBoundingClientRect().toJSON() }));
  for (const [index, one] of controls.entries()) for (const other of controls.slice(index + 1)) if (overlap(one, other) && !one.key.includes('tools') && one.key !== 'zoom') problems.push(`controls ${one.key} and ${other.key} overlap`);
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page is wider than the window');
  return problems.slice(0, 5);
})()"""

windows = {"1280": (1280, 800, False), "1920": (1920, 1080, False), "phone": (390, 844, True)}


async def test_boxes(page):
    """No words too small, none on another, none on a card: at first sight, with a service chosen, and in the overview."""
    # The limits only guard against a layout that takes far too long: on a busy machine, 300 services took up to 1.2 s, and
    # 2,000 services up to 2.9 s.
    for count, limit in ((15, 5_000), (30, 5_000), (300, 5_000), (2000, 15_000)):
        url = (pages / f"graph-{count}.html").as_uri()
        for window, (width, height, mobile) in windows.items():
            for dark in (False, True):
                name = f"{count} services, {window}, {'dark' if dark else 'light'}"
                await page.open(url, dark=dark, width=width, height=height, mobile=mobile)
                problems = await page.value(boxes)
                first = await page.value("graphPage.firstPicture")
                if not await page.value("document.getElementById('overview').hidden"):
                    problems.append("opens as an overview")
                if await page.value("graphPage.painted.cards.length") < min(count, 8) / 2:
                    problems.append("hardly anything is to be seen")
                await page.screenshot(f"{count}-{window}-{'dark' if dark else 'light'}")
                await page.value("document.getElementById('drawing').focus()")
                for key in ("ArrowDown", "ArrowDown"):
                    await page.key(key)
                problems += [f"a chosen service: {one}" for one in await page.value(boxes)]
                await page.key("0")
                problems += [f"everything: {one}" for one in await page.value(boxes)]
                check(problems == [], f"{name}: nothing overlaps, nothing is small {problems or ''}")
                check(first < limit, f"{name}: first picture after {first:.0f} ms")
                check(page.problems == [], f"{name}: no errors {page.problems or ''}")


async def test_small(page):
    url = (pages / "graph-30.html").as_uri()
    await page.open(url)
    check(await page.value("graphPage.shown.length") >= 30, "every service is drawn")
    check("3 findings" in (await page.text("#panel")).lower(), "the overview lists the findings")
    check([one for one in page.requests if not one.startswith(("file:", "about:", "blob:"))] == [], "nothing is loaded from a network")

    declared = r"""[...document.querySelector('style').textContent.matchAll(/[{;]\s*([a-z-]+)\s*:\s*[^;{}]+(?=[;}])/g)].map(match => match[1])"""
    unknown = await page.value(declared + ".filter(name => !name.startsWith('--') && name !== 'size' && !CSS.supports(name, 'inherit'))")
    check(unknown == [] and await page.value(declared + ".length") > 200, f"the style uses properties that there are {unknown or ''}")

    await page.click_node("OrderService")
    check(await page.value("graphPage.selected") == "OrderService", "a click chooses a service")
    await page.choose("OrderRepository")
    origin = await page.text("#origin")
    check(origin.startswith("config/storage.yaml:") and origin.count(":") == 2, f"its panel shows where it is defined: {origin}")
    panel = await page.text("#panel")
    check("sqlOrders" in panel and "request" in panel, "and its factory and scope")
    check("HTTPServer" in panel and "path from a root" in panel.lower(), "and the path from a root")
    check("at=OrderRepository" in await page.value("location.hash"), "the address names what is chosen")

    await page.key("/")
    await page.type("databa")
    check("Database" in await page.text("#results"), "the slash opens the search, which finds by a part of the name")
    await page.key("ArrowDown")
    await page.key("ArrowUp")
    await page.key("Enter")
    check(await page.value("graphPage.selected") == "Database", "Enter takes the first result")
    panel = await page.text("#panel")
    check("secret" in panel and "${db.poolSize}" in panel, "settings are shown, secret ones without their value")
    for typed, wanted in (("OrderRepostiory", "OrderRepository"), ("Custmer", "CustomerService"), ("DI202", "dependency cycle"), ("storage.yaml", "config/storage.yaml"), ("captive", "DI301")):
        await page.key("/")
        await page.type(typed)
        check(wanted in await page.text("#results"), f"search knows {typed}")
        await page.key("Escape")
    await page.key("/")
    await page.type("no such thing")
    check("No matches" in await page.text("#results"), "a search without results says so")
    await page.key("Escape")
    check(await page.value("document.activeElement.id") == "drawing", "Escape returns from the search to the drawing")

    await page.key("ArrowDown")
    after = await page.value("graphPage.selected")
    check(after == "Metrics", f"the down arrow goes to what it needs: {after}")
    await page.key("ArrowUp")
    check(await page.value("graphPage.selected") != after, "the up arrow goes back to what needs it")

    await page.choose("OrderService")
    await page.key("Enter")
    shown = await page.value("graphPage.shown")
    check("OrderService" in shown and "CatalogController" not in shown and len(shown) < 30, f"Enter shows a neighbourhood alone: {len(shown)}")
    check("focus=OrderService" in await page.value("location.hash"), "the address names the focus")
    await page.key("[")
    fewer = await page.value("graphPage.shown.length")
    check(fewer < len(shown), "a smaller depth shows fewer")
    link = await page.value("location.href")
    await page.key("Escape")
    check(await page.value("graphPage.shown.length") >= 30, "Escape shows everything again")
    await page.open(link)
    check(await page.value("graphPage.shown.length") == fewer, "the link leads back to the same view")

    await page.open(url)
    await page.click_on("#stages label:nth-of-type(3)")
    check(await page.value("graphPage.stage") == "production", "a click changes the stage")
    await page.choose("Database")
    check("postgres" in await page.text("#panel") and "replaces" in (await page.text("#panel")).lower(), "the stage's own definition shows, and what it replaced")
    await page.key("s")
    check(await page.value("graphPage.stage") == "development" and "sqlite" in await page.text("#panel"), "the key s goes on to the next stage")
    check(await page.value("graphPage.selected") == "Database", "the choice stays")

    await page.key("Escape")
    await page.key("n")
    check("DI202" in await page.text("#panel h2"), "the key n goes to the first finding")
    check(await page.in_window("APIClient"), "and the view to its services")
    check("finding=" in await page.value("location.hash"), "and the address names it")
    await page.key("s")
    check("DI202" in await page.text("#panel h2"), "its panel stays where the next stage has it, too")
    await page.key("S")
    await page.key("n")
    check("DI201" in await page.text("#panel h2"), "and on to the next")
    await page.key("Escape")
    await page.key("c")
    check(sorted(await page.value("graphPage.shown")) == sorted(["APIClient", "TokenStore", "SessionRefresher"]), "the key c leaves only cycles")
    await page.key("c")
    await page.key("?")
    check(await page.value("document.getElementById('help').open"), "the question mark shows the keys")
    await page.key("Escape")
    before = await page.value("graphPage.view.k")
    await page.key("+")
    check(await page.value("graphPage.view.k") > before, "plus comes closer")
    await page.key("0")
    check(not await page.value("document.getElementById('overview').hidden") or await page.value("graphPage.view.k") >= 0.6, "what is too small to read is called an overview")
    await page.key("1")
    check(abs(await page.value("graphPage.view.k") - before) < 0.01, "one goes back to the start")
    y = await page.value("graphPage.view.y")
    await page.call("Input.dispatchMouseEvent", type="mouseWheel", x=500, y=400, deltaX=0, deltaY=240)
    await page.settled()
    check(await page.value("graphPage.view.y") > y, "the wheel moves the view")
    x = await page.value("graphPage.view.x")
    for kind, at in (("mousePressed", 400), ("mouseMoved", 480), ("mouseReleased", 480)):
        await page.call("Input.dispatchMouseEvent", type=kind, x=at, y=700, button="left", buttons=1, clickCount=1)
    await page.settled()
    check(await page.value("graphPage.view.x") < x, "dragging moves the view")
    await page.choose("OrderService")
    await page.key("Escape")
    await page.click_node("OrderService", count=2)
    check("focus=OrderService" in await page.value("location.hash"), "a double click shows the neighbourhood")
    # Every control must be reachable and named.
    unnamed = await page.value("[...document.querySelectorAll('button, input, select, summary, canvas[tabindex]')].filter(e => e.checkVisibility() && !(e.innerText || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML)")
    check(unnamed == [], f"every control has a name: {unnamed}")
    await page.open(url)
    focused = []
    for _ in range(14):
        await page.key("Tab")
        focused.append(await page.value("document.activeElement.id || document.activeElement.className || document.activeElement.name"))
    check("query" in focused and "drawing" in focused and "folding" in focused, f"Tab reaches search, tools and drawing: {focused}")


async def test_views(page):
    """Filters, paths and comparisons."""
    url = (pages / "graph-30.html").as_uri()
    await page.open(url)
    await page.set("#scopes label:nth-of-type(2) input", checked=True)
    scoped = await page.value("graphPage.shown")
    check(0 < len(scoped) < 30 and "Scope" in await page.text("#told"), f"a filter leaves one scope: {len(scoped)}")
    await page.key("Escape")
    check(await page.value("graphPage.shown.length") >= 30, "Escape takes a filter back")
    storage = await page.value("[...document.querySelectorAll('#file option')].find(o => o.text === 'config/storage.yaml').value")
    await page.set("#file", value=storage)
    check("Database" in await page.value("graphPage.shown") and "HTTPServer" not in await page.value("graphPage.shown"), "a filter leaves one file")
    await page.open(url)
    await page.set("#compare", value="2")
    panel = await page.text("#panel")
    check("factory: postgres → sqlite" in panel and await page.value("graphPage.shown.length") < 30, "two stages are compared")
    await page.open(await page.value("location.href"))
    check("factory: postgres → sqlite" in await page.text("#panel"), "and the link leads back to the comparison")

    await page.open(url)
    await page.choose("OrderController")
    await page.key("t")
    await page.choose("Clock")
    panel = await page.text("#panel")
    check("OrderController needs Clock" in panel and "OrderService" in panel, "the path between two services is shown")
    check(await page.in_window("OrderController"), "and brought into sight")
    await page.click_on("#panel .actions button")
    check("Clock is needed by OrderController" in await page.text("#panel"), "and the other way")

    await page.open((pages / "graph-difference.html").as_uri())
    panel = await page.text("#panel")
    check("Compared with main" in panel and "ADDED" in panel.upper(), "a page of two revisions begins with what differs")
    check(await page.value("graphPage.painted.texts.some(one => one.text === '+')"), "what was added has its sign")
    await page.screenshot("difference")
    check(page.problems == [], f"no errors in filters and comparisons: {page.problems}")


async def test_files(page):
    """What is saved and printed."""
    url = (pages / "graph-30.html").as_uri()
    await page.open(url)
    light = await page.value("graphPage.svg()")
    drawing = ElementTree.fromstring(light)
    words = {element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")}
    check({"HTTPServer", "Database", "PushGateway"} <= words, "the saved SVG is well formed and has every service")
    (pages / "saved.svg").write_text(light)
    check(await page.value("graphPage.png()") > 10000, "the picture is saved as PNG")
    paper = """(() => {
      dispatchEvent(new Event('beforeprint'));
      const pages = [...document.querySelectorAll('#paper svg')].map(page => page.outerHTML);
      dispatchEvent(new Event('afterprint'));
      return pages;
    })()"""
    printed = await page.value(paper)
    check(len(printed) >= 1 and "HTTPServer" in printed[0], f"it prints on {len(printed)} pages")
    ends = [float(top) + float(height) - 24 for top, height in (re.search(r'viewBox="0 (\S+) \S+ (\S+)"', one).groups() for one in printed)]
    cut = [card["key"] for card in await page.value("graphPage.cards") for end in ends[:-1] if card["top"] < end < card["bottom"]]
    check(cut == [], f"no card is cut by the end of a page {cut or ''}")
    await page.open(url, dark=True)
    check(await page.value(paper) == printed, "a dark scheme prints as a light one")
    before = await page.value("graphPage.cards")
    pdf = await page.call("Page.printToPDF", landscape=True, preferCSSPageSize=True)
    (pages / "30.pdf").write_bytes(base64.b64decode(pdf["data"]))
    await asyncio.sleep(0.5)
    check(await page.value("graphPage.cards") == before, "printing leaves the screen as it is")
    check(page.problems == [], f"no errors while saving: {page.problems}")


async def test_names(page):
    await page.open((pages / "graph-names.html").as_uri())
    check(await page.value("graphPage.shown.includes('<b>&amp;')"), "names are text, whatever they contain")
    await page.key("/")
    await page.type("日本")
    await page.key("Enter")
    check(await page.value("graphPage.selected") == "日本語/変種", "search finds what is not Latin")
    check(await page.text("#panel h2") == "日本語/変種" and page.problems == [], f"names break nothing: {page.problems}")
    for name in ("</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "__proto__", "constructor"):
        await page.choose(name)
        check(await page.text("#panel h2") == name, f"{name} is a name like any other")
    check(await page.value("document.images.length === 0 && document.scripts.length === 3"), "and becomes no part of the page")
    ElementTree.fromstring(await page.value("graphPage.svg()"))
    check(page.problems == [], f"hostile names cause no errors: {page.problems}")


everything = ["header", "header *", "footer *", "#where *", "#panel *", ".sheet", ".sheet *", "#results", "#results *", "dialog[open]", "dialog[open] *"]
# Whatever is seen of the controls, and leaves the window or the box that scrolls around it.
outside = f"""(() => {{
  const left = [];
  for (const element of document.querySelectorAll({json.dumps(", ".join(everything))})) {{
    if (!element.checkVisibility() || element.matches('option, .quiet, .stages input')) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    let scroller = element.parentElement;
    while (scroller && !/auto|scroll|hidden/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
    const frame = scroller && scroller !== document.body ? scroller.getBoundingClientRect() : {{ left: 0, right: innerWidth }};
    const scrolls = scroller && /auto|scroll/.test(getComputedStyle(scroller).overflowX) && scroller.id === 'legend';
    if (!scrolls && (box.left < frame.left - 1 || box.right > frame.right + 1)) left.push(`${{element.localName}} ${{element.id || element.className || element.textContent.slice(0, 20)}} at ${{Math.round(box.left)}} to ${{Math.round(box.right)}}`);
    if (element.matches('.sheet, dialog, #results') && (box.top < 0 || box.bottom > innerHeight + 1)) left.push(`${{element.id || element.className}} is taller than the window`);
  }}
  return left.slice(0, 4);
}})()"""


async def test_window(page):
    """No menu, sheet, list or label leaves the window."""
    for width in (360, 390, 768, 1280, 1440, 1920, 2560):
        for name in ("features-30", "features-300", "features-diff"):
            await page.open((pages / f"{name}.html").as_uri(), width=width, height=844 if width < 500 else 900, mobile=width < 500)
            found = await page.value(outside)
            if width <= 760:
                await page.click_on("#more")
                found += await page.value(outside)
            for index in range(await page.value("document.querySelectorAll('details.menu').length")):
                await page.value(f"document.querySelectorAll('details.menu')[{index}].open = true")
                await page.settled()
                found += await page.value(outside)
                await page.value(f"document.querySelectorAll('details.menu')[{index}].open = false")
            await page.key("/")
            await page.type("controller")
            found += await page.value(outside)
            await page.key("Enter")
            found += await page.value(outside)
            await page.value("document.getElementById('help').showModal()")
            found += await page.value(outside)
            await page.value("document.getElementById('help').close()")
            check(found == [], f"{name} at {width}: everything stays in the window {found or ''}")


async def test_pictures(page):
    """Maps of groups, boxes, findings and the matrix, of programs with many files."""
    cut = "graphPage.painted.texts.filter(one => one.text.includes('…')).map(one => one.text)"
    for window, (width, height, mobile) in windows.items():
        await page.open((pages / "features-300.html").as_uri(), width=width, height=height, mobile=mobile)
        for view in ("folded", "unfolded"):
            problems = await page.value(boxes)
            problems += [f"{one} is cut" for one in await page.value(cut)]
            lines = await page.value("graphPage.lines")
            crossing = [f"{one['from']} → {one['to']} over {one['crossed']}" for one in lines if one["crossed"]]
            check(problems == [], f"300 services {view}, {window}: no name is cut, nothing overlaps {problems or ''}")
            check(len(crossing) <= len(lines) * 0.05, f"300 services {view}, {window}: {len(crossing)} of {len(lines)} edges cross what is not theirs {crossing[:3] or ''}")
            await page.screenshot(f"features-300-{window}-{view}")
            if view == "folded":
                check("26 files · 303 services" in await page.text("#told"), "the line above says what is shown: " + await page.text("#told"))
                await page.value("document.querySelector('#told button').click()")
                await page.settled()
        opened = await page.value("graphPage.boxes")
        check(len(opened) == 26, f"what was folded is {len(opened)} boxes")
    await page.open((pages / "features-300.html").as_uri())
    await page.value("document.querySelector('#told button').click()")
    await page.settled()
    await page.choose("AuthService")
    await page.key("ArrowUp", modifiers=8)
    await page.key("ArrowUp", modifiers=8)
    at = await page.value("graphPage.where('features/auth.yaml', true)")
    await page.click(at["x"], at["y"])
    check("features/auth.yaml" in await page.value("graphPage.groups"), "a click on its title folds a box")

    await page.open((pages / "features-300.html").as_uri())
    await page.key("m")
    check(await page.value("graphPage.painted.texts.length") >= 20 and "true" == await page.value("document.getElementById('matrix').getAttribute('aria-pressed')"), "the key m shows the matrix")
    await page.screenshot("features-300-matrix")
    await page.key("Escape")
    check(await page.value("graphPage.painted.cards.length") > 5, "Escape leads back")

    await page.open((pages / "features-30.html").as_uri())
    await page.key("n")
    signs = await page.value("graphPage.painted.texts.filter(one => one.owner === 'mark').map(one => one.text)")
    check(signs == ["1", "2", "3"] and len(await page.value("graphPage.painted.cards")) == 3, f"a cycle is a ring with numbered edges {signs}")
    panel = await page.text("#panel")
    check("help:" in panel and "lazy" in panel and "explain DI202" in panel, "its panel has the help")
    address = await page.value("document.querySelector('#panel a').href")
    check(re.fullmatch(r"vscode://file/\S+/features/30/app\.yaml:\d+:\d+", address) is not None, f"and its places as links: {address}")
    await page.screenshot("features-30-cycle")
    await page.key("n")
    await page.key("n")
    check([one["key"] for one in await page.value("graphPage.painted.cards")] == ["HTTPServer", "TenantBoard", "TenantPolicy", "Tenant"], "a captive chain is a chain from its root")
    await page.screenshot("features-30-captive")
    await page.click_node("TenantPolicy")
    check(await page.value("graphPage.selected") == "TenantPolicy", "a click there chooses a service")
    await page.choose("migrateSchema")
    check("migrate" in await page.text("#panel") and "HTTPClient" in await page.text("#panel"), "an initializer is drawn, with its phase and what it needs")
    check(page.problems == [], f"no errors in pictures: {page.problems}")


async def test_large(page):
    """Two thousand services in 67 files: at once there, and smooth to move."""
    firsts, longest = [], []
    # On a busy machine the quickest of a few tells most.
    while len(firsts) < 10 and (not firsts or min(firsts) >= 1000 or min(longest) >= 100):
        await page.open((pages / "features-2000.html").as_uri(), width=1920, height=1080)
        firsts.append(await page.value("graphPage.firstPicture"))
        longest.append(await page.value("""new Promise(done => {
          let longest = 0, count = 0;
          const watch = new PerformanceObserver(list => { for (const task of list.getEntries()) longest = Math.max(longest, task.duration); });
          watch.observe({ type: 'longtask' });
          const turn = () => {
            document.getElementById('drawing').dispatchEvent(new WheelEvent('wheel', { deltaX: 9, deltaY: 7 }));
            if (++count < 60) requestAnimationFrame(turn); else setTimeout(() => { watch.disconnect(); done(longest); }, 200);
          };
          requestAnimationFrame(turn);
        })"""))
    check(min(firsts) < 1000, f"2,000 services can be used after {min(firsts):.0f} ms")
    check(min(longest) < 100, f"no task takes over 100 ms while they are moved: {min(longest):.0f} ms")
    groups = await page.value("graphPage.groups.length")
    check(groups > 20 and await page.value("graphPage.shown.length") < 10, f"2,000 services begin as a map of {groups} groups")
    await page.key("0")
    bare = await page.value("graphPage.cards.length - graphPage.painted.texts.length")
    check(bare <= 0, "and every group has its name")
    await page.screenshot("features-2000")
    check(page.problems == [], f"no errors: {page.problems}")


async def test_editor(page):
    """In an editor: the page follows the cursor, and places open there."""
    await page.call("Page.enable")
    added = await page.call("Page.addScriptToEvaluateOnNewDocument", source="window.told = []; window.acquireVsCodeApi = () => ({ postMessage: message => told.push(message) });")
    await page.open((pages / "features-30.html").as_uri())
    check(await page.value("JSON.stringify(told)") == '[{"ready":true}]', "the page tells the editor that it is there")
    await page.value("window.postMessage({ reveal: { path: 'features/auth.yaml', line: 4 } })")
    await page.settled()
    check(await page.value("graphPage.selected") == "AuthService", "the page follows the cursor")
    await page.click_on("#origin")
    check((await page.value("told.at(-1)")) == {"open": {"path": "features/auth.yaml", "line": 4, "column": 3}}, "a place opens in the editor")
    check(page.problems == [], f"no errors in an editor: {page.problems}")
    await page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])


async def test_example(page):
    """The page of a real manifest, as the command writes it."""
    await page.open((pages / "graph-example.html").as_uri() + "#stage=production&at=APIClient")
    panel = await page.text("#panel")
    check("httpAPI" in panel and "app.yaml:51:3" in panel, "the example's page shows a service of its manifest")
    check("${api.timeout}" in panel and "metered, retrying" in panel, "with its settings and decorators")
    await page.choose("Cache")
    check("select by cache.kind" in await page.text("#panel"), "a select names its parameter")
    check(page.problems == [], f"no errors in the example's page: {page.problems}")
    await page.screenshot("example")


async def test_folding(page):
    await page.open((pages / "graph-300.html").as_uri())
    groups, shown = await page.value("graphPage.groups"), await page.value("graphPage.shown")
    check(len(groups) >= 3 and len(groups) + len(shown) < 80, f"300 services start as {len(groups) + len(shown)} cards")
    check("HTTPServer" in shown and "APIClient" in shown, "roots and what findings speak of stand by themselves")
    await page.choose("Payment2Service")
    check(await page.value("graphPage.selected") == "Payment2Service" and await page.in_window("Payment2Service"), "search takes a service out of its group")
    await page.key("f")
    neighbours = await page.value("graphPage.shown.length")
    check(1 < neighbours < 300, f"its neighbourhood has {neighbours}")
    await page.key("Escape")
    await page.key("Escape")
    group = groups[0]
    await page.value(f"document.getElementById('drawing').focus()")
    at = await page.value(f"graphPage.where({json.dumps(group)})")
    if not await page.in_window(group):
        await page.key("0")
        at = await page.value(f"graphPage.where({json.dumps(group)})")
    await page.click(at["x"], at["y"])
    check(await page.value("graphPage.selected") == group and "Unfold" in await page.text("#panel"), "a group is chosen like a service")
    await page.key("Enter")
    check(group not in await page.value("graphPage.groups") and await page.value("graphPage.shown.length") > len(shown), "Enter unfolds it")
    for way in ("file", "module", "prefix"):
        await page.set("#folding", value=way)
        check(await page.value("graphPage.groups.length") >= 1, f"folded by {way}")
    await page.set("#folding", value="none")
    check(await page.value("graphPage.shown.length") >= 300, "everything can be unfolded")
    problems = await page.value(boxes)
    check(problems == [], f"300 unfolded: nothing overlaps, nothing is small {problems or ''}")
    frames = min([await page.value("""new Promise(done => {
      let frames = 0; const start = performance.now();
      const turn = () => {
        document.getElementById('drawing').dispatchEvent(new WheelEvent('wheel', { deltaX: 3, deltaY: 3 }));
        if (++frames < 30) requestAnimationFrame(turn); else done((performance.now() - start) / frames);
      };
      requestAnimationFrame(turn);
    })""") for _ in range(3)])
    check(frames < 120, f"a frame takes {frames:.0f} ms while moving, without a graphics card")
    check(page.problems == [], f"no errors while folding: {page.problems}")


async def test_chain(page):
    """Two thousand layers: they wrap, and while they are laid out the tab answers."""
    await page.open((pages / "graph-chain.html").as_uri())
    await page.value("""(() => {
      let last = performance.now();
      window.longest = 0;
      const turn = () => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(turn); };
      requestAnimationFrame(turn);
    })()""")
    await page.set("#folding", value="none", wait=15)
    longest, time = await page.value("window.longest"), await page.value("graphPage.layoutTime")
    size = await page.value("graphPage.size")
    check(await page.value("graphPage.shown.length") == 2000, "2,000 layers are unfolded")
    check(time < 8000, f"they are laid out in {time:.0f} ms")
    check(longest < 1500, f"the tab stands still for {longest:.0f} ms at most")
    check(0.2 < size["w"] / size["h"] < 5, f"they wrap to the window's shape: {size['w']:.0f} by {size['h']:.0f}")
    check(page.problems == [], f"no errors in a long chain: {page.problems}")


async def main():
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"],
            stderr=subprocess.PIPE, text=True)
        try:
            for line in process.stderr:
                if "DevTools listening on" in line:
                    endpoint = line.split()[-1]
                    break
            else:
                sys.exit("the browser did not start")
            async with websockets.connect(endpoint, max_size=None) as socket:
                await socket.send(json.dumps({"id": 1, "method": "Target.createTarget", "params": {"url": "about:blank"}}))
                while True:
                    message = json.loads(await socket.recv())
                    if message.get("id") == 1:
                        target = message["result"]["targetId"]
                        break
                address = endpoint.split("/devtools/")[0] + "/devtools/page/" + target
                async with websockets.connect(address, max_size=None) as tab:
                    page = Page(tab)
                    for test in (test_boxes, test_small, test_views, test_files, test_names, test_window, test_pictures, test_large, test_editor, test_example, test_folding, test_chain):
                        await test(page)
        finally:
            process.terminate()
            process.wait()
    if failures:
        sys.exit(f"{len(failures)} checks of the graph page failed")


asyncio.run(main())
