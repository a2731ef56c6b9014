"""Tries what Documentation/sensor.md shows: the lines of shell against a server, and the settings of Home Assistant with its answers.

Tools/check-mcp starts this, with the address of a server in FOLKCAL.
"""

import json
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request

import jinja2
import yaml

SERVER = os.environ["FOLKCAL"]
SHOWN = "https://days.example.org"


def blocks(text, kind):
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def expect(condition, message):
    if not condition:
        sys.exit(f"check_sensor: {message}")


def ask(address):
    with urllib.request.urlopen(address) as answer:
        body = answer.read()
        expect("max-age" in answer.headers["Cache-Control"], f"{address} may not be kept")
    expect(len(body) < 1_000, f"{address} has {len(body)} bytes")
    return json.loads(body)


def check_rest(entry):
    """Asks as the integration "rest" does, and fills the templates."""
    address = entry["resource"].replace(SHOWN, SERVER) + "?" + urllib.parse.urlencode(entry["params"])
    answer = ask(address)
    for sensor in entry["sensor"]:
        value = jinja2.Environment(undefined=jinja2.StrictUndefined).from_string(sensor["value_template"]).render(value_json=answer)
        expect(value, f"{sensor['name']} has no value")
        source = answer[0] if sensor.get("json_attributes_path") == "$[0]" else answer
        for name in sensor.get("json_attributes", []):
            expect(name in source, f"{sensor['name']}: the answer has no {name}")
        print(f"sensor: {sensor['name']}: {value}")


def main():
    text = open("Documentation/sensor.md", encoding="utf-8").read()
    examples = [json.loads(block) for block in blocks(text, "json")]
    for example, path in zip(examples, ["/api/convert?date=today", "/api/upcoming?limit=1&days=400"], strict=True):
        answer = ask(SERVER + path)
        first, shown = (answer[0], example[0]) if isinstance(answer, list) else (answer, example)
        expect(first.keys() == shown.keys(), f"{path} has {sorted(first)}, and the document shows {sorted(shown)}")
    settings = [yaml.safe_load(block) for block in blocks(text, "yaml")]
    for entry in settings[0]["rest"]:
        check_rest(entry)
    for automation in settings[1]["automation"]:
        expect(automation["triggers"] and automation["actions"], "the automation has no trigger or no action")
    for line in blocks(text, "sh"):
        run = subprocess.run(["sh", "-euc", line], capture_output=True, text=True, env=os.environ)
        expect(run.returncode == 0 and run.stdout.strip(), f"{line}: {run.stderr}")
        print(f"shell: {run.stdout.splitlines()[0]}")


main()
