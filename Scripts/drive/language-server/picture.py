"""A picture of a terminal: what tmux has of it (`capture-pane -e -p`, from standard input) as a PNG, drawn by Chromium.

Usage: picture.py COLUMNS LINES FILE.png"""
import html
import os
import re
import subprocess
import sys
import tempfile

BASIC = ["#1e2127", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf"]
BRIGHT = ["#5c6370", "#ff7b85", "#b1e18b", "#ffd58f", "#7cc3ff", "#d7a1e7", "#7bc6d0", "#ffffff"]


def color(number):
    if number < 8:
        return BASIC[number]
    if number < 16:
        return BRIGHT[number - 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


def apply(style, codes):
    codes = [int(code or 0) for code in codes.split(";")] if codes else [0]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style.clear()
        elif code in (1, 3, 4, 7):
            style[{1: "bold", 3: "italic", 4: "under", 7: "swap"}[code]] = True
        elif code in (22, 23, 24, 27):
            style.pop({22: "bold", 23: "italic", 24: "under", 27: "swap"}[code], None)
        elif code in (38, 48):
            name = "front" if code == 38 else "back"
            if codes.pop(0) == 5:
                style[name] = color(codes.pop(0))
            else:
                style[name] = "#%02x%02x%02x" % tuple(codes.pop(0) for _ in range(3))
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["front"] = color(code - 30 if code < 40 else code - 82)
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style["back"] = color(code - 40 if code < 50 else code - 92)
        elif code in (39, 49):
            style.pop("front" if code == 39 else "back", None)


def spans(line):
    style = {}
    for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
        found = re.fullmatch(r"\x1b\[([0-9;:]*)m", part)
        if found:
            apply(style, found[1].replace(":", ";"))
            continue
        front, back = style.get("front", "#dcdfe4"), style.get("back", "#20242b")
        if style.get("swap"):
            front, back = back, front
        css = f"color:{front};background:{back}"
        css += ";padding:2px 0"
        css += ";font-weight:bold" if style.get("bold") else ""
        css += ";font-style:italic" if style.get("italic") else ""
        css += ";text-decoration:underline" if style.get("under") else ""
        yield f'<span style="{css}">{html.escape(part)}</span>'


columns, lines, target = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
text = re.sub(r"\x1b[()][A-Z0-9]|\x0e|\x0f", "", sys.stdin.read()).rstrip("\n").split("\n")[:lines]
with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, "page.html")
    with open(page, "w") as file:
        file.write(
            "<meta charset=utf-8><style>body{margin:0;background:#20242b}pre{margin:0;padding:12px;"
            "font:14px/19px 'DejaVu Sans Mono',monospace}</style><pre>"
            + "\n".join("".join(spans(line)) for line in text) + "</pre>")
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--force-device-scale-factor=1.5",
         f"--window-size={int(columns * 8.43) + 26},{lines * 19 + 26}", f"--screenshot={target}", "file://" + page],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
