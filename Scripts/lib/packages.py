"""The packages of a Swift server: where they come from, and SwiftPM's commands with them."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MISSING = "passed over: the packages are neither in $CONFIGDI_PACKAGES nor in ../shared/packages nor in reach"


def environment():
    """The environment in which git finds the packages: those of $CONFIGDI_PACKAGES, else of ../shared/packages, else
    of the network; None if they cannot be had."""
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


def swift(*commands, package, scratch, env):
    """Runs SwiftPM's commands in a package, and leaves no Package.resolved."""
    # Copies of packages have other fingerprints than the originals, so nothing of theirs is remembered elsewhere.
    options = ["--package-path", package, "--scratch-path", scratch, "--cache-path", scratch / "cache",
               "--security-path", scratch / "security"]
    resolved = package / "Package.resolved"
    resolved.unlink(missing_ok=True)
    try:
        for command in commands:
            subprocess.run(["swift", *command, *options], check=True, env=env, stdout=sys.stderr)
    finally:
        resolved.unlink(missing_ok=True)
