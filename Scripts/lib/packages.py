"""Where the packages of a Swift server come from: a folder of repositories, else the network."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MISSING = "passed over: no packages in $CONFIGDI_PACKAGES and ../shared/packages, and no network"


def environment():
    """The environment in which git finds the packages; None if they cannot be had."""
    result = dict(os.environ)
    for folder in [os.environ.get("CONFIGDI_PACKAGES"), ROOT.parent / "shared/packages"]:
        if folder and (pathlib.Path(folder) / "apple/swift-log.git").is_dir():
            folder = pathlib.Path(folder).resolve()
            return result | {
                "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": f"url.file://{folder}/.insteadOf",
                "GIT_CONFIG_VALUE_0": "https://github.com/", "GIT_CONFIG_KEY_1": "safe.directory", "GIT_CONFIG_VALUE_1": "*"}
    try:
        reached = subprocess.run(
            ["git", "ls-remote", "--exit-code", "https://github.com/apple/swift-log.git", "HEAD"], timeout=20,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=result | {"GIT_TERMINAL_PROMPT": "0"})
    except subprocess.TimeoutExpired:
        return None
    return result if reached.returncode == 0 else None
