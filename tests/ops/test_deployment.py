"""Dockerfile, .dockerignore and compose.yaml keep their promises, as far as reading them can tell."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Each instruction and what follows it, with continued lines joined and comments left out."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        if found:
            found[-1].append((word, rest))
    return found


def last(word: str) -> str:
    return [rest for name, rest in stages()[-1] if name == word][-1]


def copied() -> set[str]:
    """What comes from the repository into the image."""
    sources: set[str] = set()
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            sources.update(rest.split()[:-1])
    return sources


def test_what_is_copied_exists_and_holds_all_of_the_program() -> None:
    assert {name for name in copied() if not (ROOT / name).exists()} == set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert copied() == packages | {"assets", "pyproject.toml", "requirements.lock", project["project"]["readme"]}


def test_the_build_sees_what_it_copies_and_no_secrets() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied()


def test_nothing_is_installed_but_from_the_lock() -> None:
    installs = re.findall(r"pip install (.*?)(?: &&|$)", "\n".join(rest for _, rest in instructions()), re.MULTILINE)
    assert len(installs) == 2
    assert installs[0].endswith("-r requirements.lock")
    assert "--no-deps" in installs[1].split()
    assert "--no-build-isolation" in installs[1].split()


def test_no_installer_is_left_in_the_image() -> None:
    assert len(stages()) == 2
    build, final = ([rest for word, rest in stage if word == "RUN"] for stage in stages())
    assert any(re.search(r"pip uninstall --yes setuptools pip\b", rest) for rest in build)
    assert not any(re.search(r"\b(pip|apt|apt-get)\b", rest) for rest in final)


def test_it_does_not_run_as_root_and_owns_its_data() -> None:
    user = last("USER")
    (run,) = [rest for word, rest in stages()[-1] if word == "RUN"]
    assert user not in ("root", "0")
    assert re.search(rf"useradd .*--uid [1-9]\d+ .*\b{user}\b", run)
    assert re.search(rf"install --directory --owner {user} --group {user} --mode 700 /data", run)
    words = [word for word, _ in stages()[-1]]
    assert words.index("USER") < words.index("ENTRYPOINT")


def test_data_is_kept_in_the_volume_and_output_is_not_held_back() -> None:
    environment = dict(pair.split("=", 1) for pair in last("ENV").split())
    assert last("VOLUME") == environment["HEROLD_DATA"] == last("WORKDIR") == "/data"
    assert environment["PYTHONUNBUFFERED"] == "1"
    assert "data:/data" in COMPOSE


def test_the_health_check_and_the_start_are_commands_of_the_program() -> None:
    check = last("HEALTHCHECK")
    assert json.loads(check[check.index("[") :]) == ["herold", "doctor", "--gesundheit"]
    assert json.loads(last("ENTRYPOINT")) == ["herold"]
    assert json.loads(last("CMD")) == ["run"]


def test_the_python_of_the_image_is_one_that_the_project_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (image,) = re.findall(r"^ARG PYTHON=3\.(\d+)$", DOCKERFILE, re.MULTILINE)
    (least,) = re.findall(r">=3\.(\d+)", project["requires-python"])
    assert int(image) >= int(least)


def compose_paths() -> dict[str, str]:
    """The scalars of compose.yaml by their path. It is plain: nested keys, lists of words, no anchors, two spaces."""
    found: dict[str, str] = {}
    path: list[str] = []
    for line in COMPOSE.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        assert indent % 2 == 0, line
        assert "\t" not in line, line
        item = re.fullmatch(r"- (.+)", line.strip())
        key = re.fullmatch(r"([\w-]+):(?: (.+))?", line.strip())
        assert item or key, line
        del path[indent // 2 :]
        if item:
            name = ".".join(path)
            found[name] = f"{found[name]} {item[1]}" if name in found else item[1]
        elif key:
            path.append(key[1])
            if key[2]:
                found[".".join(path)] = key[2]
    return found


def test_compose_restarts_it_keeps_its_data_and_gives_it_no_rights() -> None:
    herold = {key.removeprefix("services.herold."): value for key, value in compose_paths().items()}
    assert herold["build"] == "."
    assert herold["restart"] == "unless-stopped"
    assert herold["env_file"] == ".env"
    assert herold["volumes"] == "data:/data"
    assert re.search(r"^volumes:\n  data:$", COMPOSE, re.MULTILINE), "the volume is declared"
    assert herold["read_only"] == "true"
    assert herold["cap_drop"] == "ALL"
    assert herold["security_opt"] == "no-new-privileges:true"
    assert herold["logging.options.max-size"]
    assert "ports" not in COMPOSE
