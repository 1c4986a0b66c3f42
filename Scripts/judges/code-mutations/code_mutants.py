"""Places of Swift sources where a small mistake can be put in, each switched on by its number at run time.

Nothing here parses Swift: texts and comments are blanked out, brackets are counted, and a place is taken only where its
operands can be told for sure. What does not compile in spite of that is dropped by the caller."""
import dataclasses
import re

OPEN, CLOSE = "([{", ")]}"
# Neither what is said of an error's place is looked for here, nor room that is asked for in advance, which changes no
# result.
SKIPPED_LINES = re.compile(
    r"\b(precondition|preconditionFailure|assert|assertionFailure|fatalError|reserveCapacity)\b|#if|#else|#endif")
CLAUSE_WORD = re.compile(r"(let|var|case|#available|#unavailable|await|try)\b")
PREDICATE = re.compile(
    r"\b(?:contains|allSatisfy|filter|first|firstIndex|last|lastIndex|removeAll|prefix|drop)"
    r"(?:\((?:where|while): )?\s?\{(?= )")


@dataclasses.dataclass
class Mutant:
    path: str
    line: int
    kind: str
    start: int
    end: int
    # The text with `§` where the number of the mutant goes.
    text: str
    was: str

    def describe(self):
        return f"{self.path}:{self.line}: {self.kind}: {' '.join(self.was.split())[:110]}"


def blanked(text):
    """The text with comments and the insides of string literals as spaces, so that brackets can be counted."""
    out = list(text)
    position, end = 0, len(text)

    def blank(start, stop):
        for index in range(start, min(stop, end)):
            if out[index] != "\n":
                out[index] = " "

    while position < end:
        if text.startswith("//", position):
            stop = text.find("\n", position)
            stop = end if stop < 0 else stop
            blank(position, stop)
            position = stop
        elif text.startswith("/*", position):
            stop = text.find("*/", position) + 2
            blank(position, stop)
            position = stop
        elif text[position] == '"' or (text[position] == "#" and re.match(r'#+"', text[position:position + 4])):
            hashes = len(text[position:]) - len(text[position:].lstrip("#")) if text[position] == "#" else 0
            start = position
            quotes = '"""' if text.startswith('"""', position + hashes) else '"'
            position += hashes + len(quotes)
            closing, escape = quotes + "#" * hashes, "\\" + "#" * hashes
            while position < end and not text.startswith(closing, position):
                if text.startswith(escape, position):
                    position += len(escape)
                    if text[position] == "(":
                        position = after_bracket(text, position)
                        continue
                position += 1
            # The quotes stay, so that a literal is still an operand.
            blank(start + 1, position + len(closing) - 1)
            position += len(closing)
        else:
            position += 1
    return "".join(out)


def after_bracket(text, position):
    """The place after the bracket that closes the one here, within an interpolation: strings in it are passed over."""
    depth = 0
    while position < len(text):
        character = text[position]
        if character == '"':
            position += 1
            while text[position] != '"':
                if text[position] == "\\":
                    position += 1
                    if text[position] == "(":
                        position = after_bracket(text, position)
                        continue
                position += 1
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return position


def matching(code, position):
    """The place after the bracket that closes the one at a position."""
    depth = 0
    for index in range(position, len(code)):
        if code[index] in OPEN:
            depth += 1
        elif code[index] in CLOSE:
            depth -= 1
            if depth == 0:
                return index + 1
    return len(code)


def find_outside(code, wanted, start, stop):
    """The first match of a pattern outside every bracket; -1 where there is none."""
    pattern = re.compile(wanted)
    depth = 0
    for index in range(start, stop):
        if depth == 0 and pattern.match(code, index, stop):
            return index
        if code[index] in OPEN:
            depth += 1
        elif code[index] in CLOSE:
            depth -= 1
            if depth < 0:
                return -1
    return -1


def parts(code, start, stop, separator):
    """The spans between separators that stand outside every bracket."""
    spans = []
    while True:
        at = find_outside(code, separator, start, stop)
        if at < 0:
            spans.append((start, stop))
            return spans
        spans.append((start, at))
        start = re.compile(separator).match(code, at, stop).end()


class File:
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.code = self.hidden(blanked(text))
        self.found = []

    def hidden(self, code):
        """Bodies that other modules compile into themselves cannot name what switches a mutant on."""
        out = code
        for match in re.finditer(r"@inlinable|@_transparent|@inline\(__always\)", code):
            brace = code.find("{", match.end())
            stop = matching(code, brace) if brace >= 0 else match.end()
            inside = re.sub(r"[^\n]", " ", out[match.start():stop])
            out = out[:match.start()] + inside + out[stop:]
        lines = []
        for line in out.split("\n"):
            lines.append(" " * len(line) if SKIPPED_LINES.search(line) else line)
        return "\n".join(lines)

    def add(self, kind, start, end, text):
        while self.text[start:end] and self.text[start].isspace():
            start += 1
        line = self.text.count("\n", 0, start) + 1
        self.found.append(Mutant(self.path, line, kind, start, end, text, self.text[start:end]))

    def mutants(self):
        self.conditions()
        self.truths()
        self.predicates()
        self.choices()
        self.ones()
        self.calls()
        return self.found

    def negation(self, kind, start, stop):
        """A Bool expression, and what else can be done to it."""
        while start < stop and self.code[start].isspace(): start += 1
        while stop > start and self.code[stop - 1].isspace(): stop -= 1
        clause, code = self.text[start:stop], self.code[start:stop]
        if not code or code == "true" or CLAUSE_WORD.match(code) or re.search(r"\b(try|await)\b|\$\$|=\s*$|(?<![=!<>])=(?![=])", code):
            return
        self.add(kind, start, stop, f"(_m(§) != ({clause}))")
        joints = [(word, parts(self.code, start, stop, re.escape(word))) for word in (" && ", " || ")]
        both = [(word, spans) for word, spans in joints if len(spans) > 1]
        plain = not re.search(r" \?\? | \? ", code)
        if len(both) == 1 and len(both[0][1]) == 2 and plain:
            word = both[0][0]
            (a, b), (c, d) = both[0][1]
            left, right = self.text[a:b], self.text[c:d]
            other = " || " if word == " && " else " && "
            self.add("and/or", start, stop, f"(_m(§) ? (({left}){other}({right})) : ({clause}))")
        if not both and plain:
            for word, other in ((" < ", "<="), (" <= ", "<"), (" > ", ">="), (" >= ", ">")):
                spans = parts(self.code, start, stop, re.escape(word))
                if len(spans) == 2:
                    (a, b), (c, d) = spans
                    changed = f"({self.text[a:b]}) {other} ({self.text[c:d]})"
                    self.add("boundary", start, stop, f"(_m(§) ? ({changed}) : ({clause}))")

    def conditions(self):
        code = self.code
        for match in re.finditer(r"(?m)(?:^|(?<=else ))[ \t]*(if|guard|while)\s|\swhere\s", code):
            word = match.group(1) or "where"
            start = match.end()
            line = code[code.rfind("\n", 0, match.start() + 1) + 1:start]
            if word == "where" and not re.match(r"\s*for\b", line):
                continue
            stop = find_outside(code, r"\belse\b" if word == "guard" else r"\{", start, len(code))
            if stop < 0:
                continue
            for a, b in parts(code, start, stop, ","):
                self.negation("negated", a, b)

    def truths(self):
        for match in re.finditer(r"\breturn (true|false)\b(?= *[;}\n])", self.code):
            self.add("other truth", match.start(1), match.end(1), f"(_m(§) != {match.group(1)})")
        for match in re.finditer(r"(?:: Bool|-> Bool) \{", self.code):
            stop = matching(self.code, match.end() - 1) - 1
            body = self.code[match.end():stop]
            if ";" in body or re.search(r"\b(return|get|set|let|var|switch|if|guard|for|while|do|defer|didSet)\b", body):
                continue
            # More than one statement is no expression.
            lines = [line.strip() for line in body.strip().split("\n")]
            if all(re.match(r"(&&|\|\||[.?:)\]}+-]|==)", line) for line in lines[1:]):
                self.negation("negated", match.end(), stop)

    def predicates(self):
        for match in PREDICATE.finditer(self.code):
            brace = self.code.index("{", match.start())
            stop = matching(self.code, brace) - 1
            body = self.code[brace:stop]
            start = brace + 1
            head = re.match(r"\{ [\w, ()]+ in ", body)
            if head: start = brace + head.end()
            if "\n" not in body and ";" not in body:
                self.negation("negated", start, stop)

    def choices(self):
        for match in re.finditer(r"(?m)(?:\breturn |[^=!<>]= )(?=[^\n=]* \? )", self.code):
            start = match.end()
            stop = self.code.find("\n", start)
            at = find_outside(self.code, r" \? ", start, stop)
            if at > 0 and not re.search(r" \?\? ", self.code[start:at]):
                self.negation("swapped branches", start, at)

    def ones(self):
        for match in re.finditer(r"(?<=[\w)\]]) [+-] (1)(?=[\s)\],:;}]|\.\.[.<])", self.code):
            self.add("off by one", match.start(1), match.end(1), "(_m(§) ? 0 : 1)")

    @staticmethod
    def is_initializer(lines, number):
        """Whether a line is in an initializer, where most that is set has no value before."""
        indent = len(lines[number]) - len(lines[number].lstrip())
        for line in reversed(lines[:number]):
            if not line.strip() or len(line) - len(line.lstrip()) >= indent: continue
            # The end of a signature on several lines belongs to its beginning.
            indent = len(line) - len(line.lstrip()) + line.lstrip().startswith(")")
            if re.search(r"\binit[?<(]", line): return True
            if re.search(r"\b(func|var|subscript|extension|struct|class|enum)\b", line): return False
        return False

    def calls(self):
        """Statements of their own line that call something or add to something."""
        lines = self.code.split("\n")
        offset = 0
        for number, line in enumerate(lines):
            start = offset + len(line) - len(line.lstrip())
            offset += len(line) + 1
            match = re.match(r"(?:try |await |_ = )*[a-z_][\w.?!\[\]\"]*(?:\(| \+= | -= | = )", line.strip())
            words = r"(private|fileprivate|package|public|static|subscript|return|if|guard|while|for|switch|let|var|case|init|func|throw|self\.init|super|await|defer|withUnsafe\w*)\b"
            if not match or re.match(words, line.strip()):
                continue
            before = next((text.strip() for text in reversed(lines[:number]) if text.strip()), "")
            if not before.endswith(("{", "}", ")", "]")) and not re.match(r"[\w.]+ (=|\+=) ", before) \
                    and not re.match(r"(let|var|case|continue|default|import)\b", before):
                continue
            if before.endswith((",", "(", "[", "?", "&&", "||")): continue
            if line.strip().endswith(("(", "{", ",", "[")):
                stop = matching(self.code, start + line.lstrip().find(line.strip()[-1], len(line.strip()) - 1)) \
                    if not line.strip().endswith(",") else -1
                if stop < 0: continue
                end = self.code.find("\n", stop)
                if self.code[stop:end].strip(): continue
            else:
                stop = start + len(line.strip())
            depth = sum(self.code[start:stop].count(c) for c in OPEN) - sum(self.code[start:stop].count(c) for c in CLOSE)
            after = self.code[stop:].lstrip()
            if depth or re.match(r"(\.|\?|:(?!:)|&&|\|\||\+|-|==|<|>|\*|/|else\b|catch\b)", after): continue
            following = next((text.strip() for text in lines[number + self.code.count("\n", start, stop) + 1:] if text.strip()), "")
            # The only statement may be what a body gives back.
            alone = before.endswith("{") and following.startswith("}")
            if alone and (re.search(r"->|\bvar\b|\bget\b|= ?\{", before) or before.startswith(")")): continue
            if before.startswith(("case ", "default:")) and re.match(r"case |default:|\}", following): continue
            if re.match(r"(throw|fatalError)|.*\bthrow ", line.strip()): continue
            name = re.match(r"(\w+) = ", line.strip())
            if name and re.search(rf"\blet {name.group(1)}(?:: [^=\n]*)?\n", self.code[:start]): continue
            kind = "dropped call" if line.strip()[match.end() - 1] == "(" else "dropped change"
            if kind == "dropped change" and self.is_initializer(lines, number): continue
            self.add(kind, start, stop, "if !_m(§) { " + self.text[start:stop] + " }")


def apart(mutants):
    """Those that do not overlap one before them in the list."""
    taken = {}
    result = []
    for mutant in mutants:
        spans = taken.setdefault(mutant.path, [])
        if all(mutant.end <= start or end <= mutant.start for start, end in spans):
            spans.append((mutant.start, mutant.end))
            result.append(mutant)
    return result


def with_mutants(text, numbered):
    """The file's text with mutants by number, on the lines where they were."""
    for number, mutant in sorted(numbered, key=lambda pair: -pair[1].start):
        text = text[:mutant.start] + mutant.text.replace("§", str(number)) + text[mutant.end:]
    imports = "import CMutants; "
    first = re.search(r"(?m)^(?!//|\s*$)", text)
    return text[:first.start()] + imports + text[first.start():]
