"""Random Swift modules in groups of three, of which the later import the earlier and have types of the same names."""

NOUNS = ["Client", "Store", "Cache", "Clock", "Session", "Queue", "Index", "Token", "Type", "Item", "Report", "Feed"]
ADJECTIVES = ["Live", "Disk", "Memory", "Remote", "_Hidden", "Plain", "HTTP", "my", "Éclair", "服务"]


class Module:
    def __init__(self, source, name, earlier):
        self.source = source
        self.name = name
        self.earlier = earlier
        # Of each protocol: its name, whether it is public, its primary associated type, and whether it is of the main actor.
        self.protocols = []
        self.types = set()
        self.lines = ["import ConfigDI"] + [f"import {module.name}" for module in earlier]
        self.make()

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def chance(self, share):
        return self.source.random() < share

    def make(self):
        for noun in self.source.sample(NOUNS, self.source.randint(3, 6)):
            if noun == "Type":
                continue
            main = self.chance(0.1)
            primary = not main and self.chance(0.15)
            parent = ": Sendable"
            plain = [p for p in self.protocols if not p["primary"] and not p["main"]]
            if plain and self.chance(0.2):
                parent = f": {self.source.choice(plain)['name']}"
            head = f"public protocol {noun}{'<Element>' if primary else ''}{'' if main else parent}"
            body = " associatedtype Element: Sendable " if primary else ""
            self.lines.append(("@MainActor " if main else "") + f"{head} {{{body}}}")
            self.protocols.append({"name": noun, "primary": primary, "main": main})
        self.lines.append(f"struct Words{self.name}: Sendable {{ let text: String }}")
        if self.chance(0.3):
            self.lines.append("public protocol Assembly {}\nstruct FactoryRegistry {}")
        if self.chance(0.3):
            self.lines.append(f"typealias Any{self.protocols[0]['name']}Alias = {self.reference(self.protocols[0])}")
        for index, protocol in enumerate(self.protocols):
            for _ in range(self.source.randint(1, 3)):
                self.type(protocol, self.protocols[:index])
        if self.chance(0.2):
            self.ring()

    def reference(self, protocol, spelt=True):
        """A protocol as a parameter's type."""
        name = protocol["name"] + ("<Int>" if protocol["primary"] else "")
        return f"any {name}" if spelt or protocol["primary"] else name

    def fresh(self, protocol):
        while True:
            name = self.source.choice(ADJECTIVES) + protocol["name"]
            if self.chance(0.3):
                name = self.source.choice(ADJECTIVES) + self.source.choice(NOUNS) + str(self.source.randint(1, 9))
            if name not in self.types:
                self.types.add(name)
                return name

    def ring(self):
        self.lines.append("public protocol RingA: Sendable {}\npublic protocol RingB: Sendable {}")
        self.lines.append("struct RingAA: RingA { let b: any RingB }\nstruct RingBB: RingB { let a: any RingA }")

    def parameter(self, number, known):
        """One parameter of an initializer: its text, and its default value if it needs one."""
        choices = ["closure", "scalar", "optional scalar"]
        usable = [p for p in known if not p["main"]]
        if usable:
            choices += ["any", "any", "any", "bare", "optional", "list", "lazy", "provider", "composition"]
        foreign = [(m, p) for m in self.earlier for p in m.protocols if not p["main"] and not p["primary"]]
        if foreign and self.chance(0.05):
            module, protocol = self.source.choice(foreign)
            return f"p{number}: any {module.name}.{protocol['name']}"
        kind = self.source.choice(choices)
        protocol = self.source.choice(usable) if usable else None
        label = self.source.choice([f"p{number}", f"p{number}", f"with p{number}", f"_ p{number}", "_", f"in p{number}"])
        if kind == "closure":
            effects = self.source.choice(["", " async", " throws", " async throws"])
            inner = self.source.choice(["", "_ count: Int", "_ a: Int, _ b: String", "Int"])
            names = {"": "", "_ count: Int": " _ in", "_ a: Int, _ b: String": " _, _ in", "Int": " _ in"}[inner]
            return f"{label}: @escaping @Sendable ({inner}){effects} -> Void = {{{names} }}"
        if kind == "scalar":
            return f'{label}: String = ")("' if self.chance(0.9) else f"{label}: String"
        if kind == "optional scalar":
            return f"{label}: Int? = nil"
        if kind == "composition":
            two = [p for p in usable if not p["primary"]]
            if len(two) > 1:
                first, second = self.source.sample(two, 2)
                return f"{label}: any {first['name']} & {second['name']} & Sendable"
        if kind == "bare":
            return f"{label}: {self.reference(protocol, spelt=False)}"
        if kind == "optional":
            return f"{label}: ({self.reference(protocol)})? = nil"
        if kind == "list":
            return f"{label}: [{self.reference(protocol)}]"
        if kind in ("lazy", "provider"):
            return f"{label}: ConfigDI.{kind.capitalize()}<{self.reference(protocol)}>"
        return f"{label}: {self.reference(protocol)}"

    def type(self, protocol, known):
        name = self.fresh(protocol)
        kind = self.source.choice(["struct", "struct", "final class", "actor"])
        if protocol["main"]:
            kind = "@MainActor final class"
        conforms = [protocol["name"]]
        others = [p for p in self.protocols if p is not protocol and not p["primary"] and not p["main"]]
        if others and not protocol["main"] and self.chance(0.2):
            conforms.append(self.source.choice(others)["name"])
        foreign = [(m, p) for m in self.earlier for p in m.protocols if not p["main"] and not p["primary"]]
        if foreign and not protocol["main"] and self.chance(0.1):
            module, other = self.source.choice(foreign)
            conforms.append(f"{module.name}.{other['name']}")
        body = ["typealias Element = Int"] if protocol["primary"] else []
        shape = self.source.choice(["memberwise", "defaults", "explicit", "explicit", "explicit", "two", "shared", "bare"])
        if kind != "struct" and shape in ("memberwise", "defaults"):
            shape = "explicit"
        usable = [p for p in known if not p["main"]]
        if shape == "memberwise":
            body += [f"let m{i}: {self.reference(p)}" for i, p in enumerate(usable[:2])]
        elif shape == "defaults":
            body += ["var retries = 3", 'var name = "x"', "var more: Int?"]
        elif shape == "shared":
            body += [f"static let shared = {name}(secret: 1)", "private init(secret: Int) {}"]
        elif shape == "bare" or kind == "actor" and self.chance(0.5):
            body += ["init() {}"]
        else:
            effects = self.source.choice(["", "", "", " throws", " async", " async throws"])
            if kind == "@MainActor final class":
                effects = self.source.choice(["", " throws"])
            failable = "?" if self.chance(0.05) else ""
            generic = "<U>" if self.chance(0.03) else ""
            parameters = [self.parameter(i, known) for i in range(self.source.randint(0, 4))]
            unnamed = ", ".join(parameters) + (", of: U" if generic and parameters else "of: U" if generic else "")
            body += [f"init{failable}{generic}({unnamed}){effects} {{}}"]
            if shape == "two":
                body += ["init(unrelated: Int, to: String) {}"]
        comment = ""
        if self.chance(0.05):
            comment = "/// - Factory: none\n"
        elif self.chance(0.1):
            comment = f"/// - Factory: {self.source.choice(['a: b # c', 'yes', 'two words', 'x'])} {name}\n"
        generic = "<T>" if self.chance(0.03) and shape != "shared" else ""
        escaped = f"`{name}`" if self.chance(0.2) else name
        text = f"{comment}{kind} {escaped}{generic}: {', '.join(conforms)} {{ {'; '.join(body)} }}"
        if self.chance(0.15) and not protocol["main"]:
            text = f"enum Space{name} {{\n{text}\n}}"
        self.lines.append(text)


def groups(source, count):
    """Groups of three modules."""
    made = []
    for number in range((count + 2) // 3):
        group = []
        for part in ["Core", "Middle", "App"]:
            group.append(Module(source, f"{part}{number}", group[: source.randint(0, len(group))]))
        made.append(group)
    return made
