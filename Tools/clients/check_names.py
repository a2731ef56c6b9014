"""Looks through generated clients: no schema and no operation of the document is missing, and no class has two members of one name.

    check_names.py DOCUMENT FOLDER
"""
import collections
import json
import pathlib
import re
import sys

document = json.load(open(sys.argv[1], encoding="utf-8"))
folder = pathlib.Path(sys.argv[2])
schemas = list(document["components"]["schemas"])
operations = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]

# The folder of the types, and the patterns of a type and an operation.
clients = {
    "swift": ("swift/Sources", ".swift", r"public (?:struct|enum|final class) (\w+)", r"open class func (\w+)\("),
    "typescript": ("typescript", ".ts", r"export (?:interface|type|const) (\w+)", r"async (\w+)\("),
    "kotlin": ("kotlin/src", ".kt", r"(?:data|enum) class (\w+)", r"fun (\w+)\("),
    "python": ("python-client/folkcal_client", ".py", r"^class (\w+)", r"def (\w+)\("),
    "other-python": ("other-python", ".py", r"^class (\w+)", None),
}


def plain(name):
    """The name without what generators change about it: capitals, underscores, and a prefix where the language has the name already."""
    return re.sub(r"^model", "", name.replace("_", "").lower())


def repeated(text):
    """The names of members that stand twice in one Kotlin class or Swift structure."""
    found = []
    for body in re.split(r"^(?:public struct|data class) ", text, flags=re.M)[1:]:
        names = re.findall(r"^    (?:public var|val) `?(\w+)`?:", body, flags=re.M)
        found += [name for name, count in collections.Counter(names).items() if count > 1]
    return found


wrong = []
for client, (place, ending, type_pattern, operation_pattern) in clients.items():
    types, known = set(), set()
    for file in (folder / place).rglob("*" + ending):
        if ".build" in file.parts or "built" in file.parts:
            continue
        text = file.read_text(encoding="utf-8")
        types |= {plain(name) for name in re.findall(type_pattern, text, flags=re.M)}
        if operation_pattern:
            known |= {plain(name) for name in re.findall(operation_pattern, text)}
        else:
            known.add(plain(file.stem))
        wrong += [f"{client}: {file.name} has {name} twice" for name in repeated(text)]
    wrong += [f"{client}: the schema {name} is missing" for name in schemas if plain(name) not in types]
    wrong += [f"{client}: the operation {name} is missing" for name in operations if plain(name) not in known]
if wrong:
    sys.exit("check_names: " + "\ncheck_names: ".join(wrong))
print(f"{len(clients)} clients have all {len(schemas)} schemas and all {len(operations)} operations")
