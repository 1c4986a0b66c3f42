"""The services of `setup-bench` (each needs the one before, the one at half its index, the one at a third) in two of
Python's containers: to a container that was checked, and on until every service was made once, in order."""
import tempfile
import time

from dependency_injector import containers
from dishka import Provider, Scope, make_container

BUILD = "from code or a file to a container that was checked"
ALL = "the same, to every service made once"


class Part:
    def __init__(self, *parts):
        self.parts = parts


def needs(index):
    return [index - 1, index // 2, index // 3] if index > 3 else []


def report(count, who, build, make):
    start = time.process_time()
    container = build()
    built = time.process_time()
    make(container)
    made = time.process_time()
    print(BUILD, count, who, (built - start) * 1000, sep="\t", flush=True)
    print(ALL, count, who, (made - start) * 1000, sep="\t", flush=True)


def dependency_injector(count):
    text = 'version: "1"\ncontainer:\n'
    for index in range(count):
        text += f"  s{index}:\n    provider: Singleton\n    provides: __main__.Part\n"
        if needs(index):
            text += "    args:\n" + "".join(f"      - container.s{need}\n" for need in needs(index))

    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()

        def build():
            container = containers.DynamicContainer()
            container.from_yaml_schema(file.name)
            container.check_dependencies()
            return container

        report(
            count, "dependency-injector, from YAML", build,
            lambda container: [getattr(container, f"s{index}")() for index in range(count)])


def dishka(count):
    names = {}
    for index in range(count):
        parameters = "".join(f", p{place}: S{need}" for place, need in enumerate(needs(index)))
        exec(f"class S{index}:\n    def __init__(self{parameters}): pass", names)

    def build():
        provider = Provider(scope=Scope.APP)
        for index in range(count):
            provider.provide(names[f"S{index}"])
        return make_container(provider)

    report(
        count, "dishka, from code", build,
        lambda container: [container.get(names[f"S{index}"]) for index in range(count)])


for count in (1_000, 10_000):
    dependency_injector(count)
    dishka(count)
