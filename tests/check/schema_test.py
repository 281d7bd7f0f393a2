#!/usr/bin/env python3
"""Holds the printed JSON Schemas and the loader to one another.

    schema_test.py EMOTED SOURCE_FOLDER [PARSER_TEST]

From files that use every member of the format it makes thousands of variants, one change each: a member missing, null,
of another type, out of range, misspelt, forbidden. Every variant is judged by a schema validator and by `emoted check`:
what the loader accepts the schema must accept, and what the loader refuses the schema must refuse, but for the faults
that no schema can tell (BEYOND_SCHEMAS). The files of the starter pack, those of EMOTED_SAMPLES and the tables of the
parsers' unit tests (PARSER_TEST) are judged alike.
"""
import collections
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

# What a schema cannot say: code, path, why.
BEYOND_SCHEMAS = [(code, re.compile(path), why) for code, path, why in (
    ("invalid_time", "", "a text's meaning"),
    ("limit_exceeded", "time|delay|duration|wait|timeout|interpolation|cooldown|transition", "a text's meaning"),
    ("limit_exceeded", "steps|repeat", "the length of the whole"),
    ("limit_exceeded", "_snbt|entity_nbt|nodes$|metadata", "sizes in bytes"),
    ("invalid_snbt", "", "a language of its own"),
    ("invalid_molang", "", "a language of its own"),
    ("invalid_coordinates", "", "a language of its own"),
    ("missing_member", "_snbt$", "members of SNBT"),
    ("wrong_type", "_snbt$|entity_nbt$", "members of SNBT"),
    ("forbidden_member", "_snbt$|entity_nbt$|nbt", "members of SNBT"),
    ("invalid_identifier", "_snbt$", "members of SNBT"),
    ("invalid_value", r"_snbt$|entity_nbt$|\.text$", "members of SNBT, text components"),
    ("unknown_word", r"_snbt$|entity_nbt$", "members of SNBT"),
    *((code, r"\.nbt\[\d+\]\.value", "members of SNBT")
      for code in ("wrong_type", "invalid_value", "unknown_word", "invalid_identifier", "missing_member", "limit_exceeded")),
    ("limit_exceeded", r"\.nbt$", "sizes in bytes"),
    ("unknown_node", "", "a reference"),
    ("cyclic_parent", "", "references"),
    ("invalid_timeline", "", "the order of times"),
    ("invalid_weights", "", "sums"),
    ("duplicate_candidate", "", "neighbours"),
    ("misplaced_wait", "", "neighbours"),
    ("invalid_steps", r"^\$\.steps$", "what the steps have in common"),
    ("unknown_emote", "", "a reference"),
    ("forbidden_reference", "", "a reference"),
    ("incompatible_node", "", "two files"),
    ("incompatible_skins", "", "two files"),
    ("duplicate_id", "", "two files"),
    ("duplicate_key", "", "the text, not the value"),
    ("invalid_json", "", "the text, not the value"),
    ("unsupported_feature", "", "what this version does not play"),
    ("forbidden_member", r"\.(interpolation|easing)$", "which key is the last"),
    ("forbidden_member", r"\.tracks\..*\.(visible|nbt)$", "the node's type"),
    ("forbidden_member", r"\.skin$", "what the item is"),
    ("forbidden_member", r"^\$\.molang\.tick$", "the mode"),
    ("invalid_value", r"\.skin(\.participant)?$|\.item_source$", "the item, the space"),
    ("invalid_value", r"\.loop_delay$", "the mode"),
    ("invalid_value", r"\.source\.node$", "the node's type"),
    ("invalid_value", r"\.commands\[\d+\]$", "slashes and control characters"),
    ("limit_exceeded", r"\.commands$", "sums"),
    ("wrong_type", r"\.emote\[\d+\]$", "whether ids and weights alternate"),
)]

UNKNOWN = "zz_unknown"
VALUES = [None, True, 7, -3.5, "text", "", "  ", [], {}]


def matches(validator, schema, value):
    return validator.evolve(schema=schema).is_valid(value)


def applicable(validator, schema, value):
    """The schemas that judge `value`: through references, fitting alternatives and fulfilled conditions."""
    if isinstance(schema, bool):
        return
    yield schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from applicable(validator, validator.schema["$defs"][name], value)
    for alternative in schema.get("anyOf", []):
        if "properties" not in alternative and matches(validator, alternative, value):
            yield from applicable(validator, alternative, value)
    for part in schema.get("allOf", []):
        if matches(validator, part["if"], value):
            yield from applicable(validator, part["then"], value)


def variants_of_value(schemas, value):
    """Values to put in place of `value`, which `schemas` judge."""
    yield from VALUES
    for schema in schemas:
        for alternative in [schema, *schema.get("anyOf", [])]:
            yield from (word for word in alternative.get("enum", []) if isinstance(word, str))
            if "minimum" in alternative:
                yield from (alternative["minimum"], alternative["minimum"] - 1)
            if "maximum" in alternative:
                yield from (alternative["maximum"], alternative["maximum"] + 1, alternative["maximum"] - 0.5)
            if "pattern" in alternative:
                yield from ("0t", "3t", "1.5s", "1 s", "+1t", "1e2t", "-1t", ".5d", "1", "1.", "t", "whole:clip", "a:b/c",
                            "Whole:clip", "a:", ":b", "a:b:c", "emote:continue", "ease_IN_sine", "easeinsine")
            if alternative.get("maxLength", 1e9) < 40000:
                yield "a:" + "b" * (alternative["maxLength"] - 2)
                yield "a:" + "b" * (alternative["maxLength"] - 1)
    if isinstance(value, str):
        yield value + "x"
    if isinstance(value, list) and value:
        yield value + [value[-1]]
        yield value[:-1]
        yield value + [None]


class Maker:
    """Makes documents with one change each."""

    def __init__(self, validators):
        self.validators = validators
        self.documents = []  # (what, document)
        self.met = set()     # properties of schemas that some file has, by identity
        self.times = collections.Counter()  # how often a variant was made of what is judged by the same schemas

    def vary(self, name, document):
        validator = self.validators[document["type"]]
        self.walk(validator, [validator.schema], document, document, name)

    def add(self, root, what):
        self.documents.append((what, copy.deepcopy(root)))

    def set(self, root, holder, key, value, what):
        before = holder[key] if isinstance(holder, list) or key in holder else UNKNOWN
        holder[key] = value
        self.add(root, f"{what} = {json.dumps(value)[:60]}")
        if before == UNKNOWN:
            del holder[key]
        else:
            holder[key] = before

    def walk(self, validator, schemas, value, root, what):
        judging = [judge for schema in schemas for judge in applicable(validator, schema, value)]
        if isinstance(value, dict):
            self.walk_object(validator, judging, value, root, what)
        elif isinstance(value, list):
            for i in {0, 1, len(value) - 1} & set(range(len(value))):
                parts = [judge["items"] for judge in judging if "items" in judge]
                self.vary_member(validator, parts, value, i, root, f"{what}[{i}]")

    def walk_object(self, validator, judging, value, root, what):
        parts = collections.defaultdict(list)
        for judge in judging:
            for name, part in judge.get("properties", {}).items():
                parts[name].append(part)
                if name in value:
                    self.met.add(id(part))
            if isinstance(judge.get("additionalProperties"), dict):
                for name in value:
                    parts[name].append(judge["additionalProperties"])
        for name, schemas in parts.items():
            self.vary_member(validator, schemas, value, name, root, f"{what}.{name}")
            if name in value:
                kept = dict(value)
                del value[name]
                self.add(root, f"{what}.{name} missing")
                value.clear()
                value.update(kept)
        self.set(root, value, UNKNOWN, 1, what + "." + UNKNOWN)

    def vary_member(self, validator, schemas, holder, key, root, what):
        present = isinstance(holder, list) or key in holder
        value = holder[key] if present else None
        judging = [judge for schema in schemas for judge in applicable(validator, schema, value)]
        if isinstance(value, (dict, list)):
            self.walk(validator, schemas, value, root, what)
        tried = []
        for variant in variants_of_value(judging + [s for s in schemas if isinstance(s, dict)], value):
            alike = (frozenset(id(schema) for schema in judging), json.dumps(variant))
            if self.times[alike] < 1 and not any(type(variant) is type(t) and variant == t for t in tried):
                self.times[alike] += 1
                tried.append(variant)
                self.set(root, holder, key, copy.deepcopy(variant), what)


def is_beyond(finding):
    return any(finding["code"] == code and path.search(finding.get("path", "")) for code, path, _ in BEYOND_SCHEMAS)


class Judge:
    def __init__(self, emoted, validators, folder):
        self.emoted, self.validators, self.folder = emoted, validators, pathlib.Path(folder)
        self.documents = {}  # by file name
        self.failures = []

    def add(self, what, document):
        name = f"d{len(self.documents):06}.json"
        document = copy.deepcopy(document)
        identifier = document.get("id") if isinstance(document, dict) else None
        if isinstance(identifier, str) and re.fullmatch("[a-z_]+:[a-z_]+", identifier) and not identifier.startswith("emote:"):
            document["id"] = f"{identifier}/{len(self.documents)}"
        (self.folder / name).write_text(json.dumps(document))
        self.documents[name] = (what, document)

    def run(self):
        result = subprocess.run([self.emoted, "check", "--format", "json", str(self.folder)], capture_output=True, text=True,
                                timeout=600)
        if result.returncode not in (0, 1):
            sys.exit(f"emoted check ended with {result.returncode}: {result.stderr}")
        findings = collections.defaultdict(list)
        for finding in json.loads(result.stdout)["diagnostics"]:
            findings[pathlib.Path(finding["file"]).name].append(finding)
        accepted = 0
        for name, (what, document) in self.documents.items():
            accepted += self.compare(what, document, findings[name])
        return accepted

    def compare(self, what, document, findings):
        errors = [finding for finding in findings if finding["severity"] == "error"]
        kind = document.get("type") if isinstance(document, dict) else None
        validator = self.validators.get(kind if isinstance(kind, str) else None, self.validators["animation"])
        complaint = next(validator.iter_errors(document), None)
        if complaint is not None and not errors:
            self.failures.append(f"{what}: the loader accepts, the schema says: {complaint.message[:200]} "
                                 f"at {complaint.json_path}")
        if complaint is None:
            for error in errors:
                if not is_beyond(error):
                    self.failures.append(f"{what}: the schema accepts, the loader says {error['code']} at "
                                         f"{error.get('path')}: {error['message']}")
        if what.endswith(f".{UNKNOWN} = 1") and not any(
                finding["path"].endswith(UNKNOWN) for finding in findings) and complaint is None:
            unread = any(finding["code"] == "unsupported_feature" for finding in findings)
            if not unread and not re.search(r"\.metadata|\.text\.|\.author", what):
                self.failures.append(f"{what}: nobody noticed the unknown member")
        return not errors


def documents_of(folder):
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        try:
            document = json.loads(path.read_bytes().decode("utf-8-sig"))
        except (ValueError, RecursionError):
            continue  # no JSON: nothing for a schema
        if isinstance(document, dict) and document.get("type") in ("animation", "sequence"):
            yield path, document


def every_property(schema):
    """(name, schema) of all properties that a file can have."""
    if isinstance(schema, dict):
        for key in ("properties", "$defs"):
            for name, part in schema.get(key, {}).items():
                if key == "properties":
                    yield name, part
                yield from every_property(part)
        for part in schema.get("allOf", []):
            yield from every_property(part["then"])


def main():
    emoted, source = sys.argv[1], pathlib.Path(sys.argv[2])
    validators = {}
    for kind in ("animation", "sequence"):
        schema = json.loads(subprocess.run([emoted, "schema", kind], check=True, capture_output=True, text=True).stdout)
        Draft202012Validator.check_schema(schema)
        validators[kind] = Draft202012Validator(schema)

    failures = []
    maker = Maker(validators)
    for path, document in documents_of(source / "tests/check/whole"):
        maker.vary(path.stem, document)
    for kind, validator in validators.items():
        for name, part in every_property(validator.schema):
            usable = isinstance(part, dict) and part != {"type": "null"} and not part.get("deprecated")
            if usable and id(part) not in maker.met:
                failures.append(f"no file in tests/check/whole has the member {name}: {part.get('description')}")

    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(emoted, validators, folder)
        for path, document in documents_of(source / "tests/check/whole"):
            (judge.folder / path.name).write_bytes(path.read_bytes())
            judge.add(str(path), document)
        whole = len(judge.documents)
        for what, document in maker.documents:
            judge.add(what, document)
        others = [source / "config/starter", source / "tests/check/broken"]
        if os.environ.get("EMOTED_SAMPLES"):
            others.append(os.environ["EMOTED_SAMPLES"])
        with tempfile.TemporaryDirectory() as tables:
            if len(sys.argv) > 3:
                subprocess.run([sys.argv[3], "D26*"], env=dict(os.environ, EMOTED_KEEP_DOCUMENTS=tables), check=True,
                               capture_output=True)
                others.append(tables)
            for other in others:
                before = len(judge.documents)
                for path, document in documents_of(other):
                    judge.add(f"{pathlib.Path(other).name}/{path.name}", document)
                print(f"{len(judge.documents) - before} files of {other}")
                if len(judge.documents) == before:
                    failures.append(f"no files in {other}")
        accepted = judge.run()
        failures += judge.failures
        print(f"{len(judge.documents)} documents, {len(maker.documents)} of them variants of {whole} files; "
              f"{accepted} accepted; {len(failures)} disagreements")
    for failure in failures[:60]:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
