#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the schemas in data/ of what the command line prints as JSON.

schemas.py NAME: fails if standard input is not what loopscope-NAME-1.schema.json says. Later versions may print members that a schema
does not name, but here an object with other members fails: they are to be described.
"""

import json
import os
import sys

import jsonschema

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)


def close(schema):
    """Allows no other members in all objects of a schema."""
    if isinstance(schema, dict):
        if 'properties' in schema:
            schema.setdefault('additionalProperties', False)
        for value in schema.values():
            close(value)
    elif isinstance(schema, list):
        for value in schema:
            close(value)


def read_validator(name):
    with open(os.path.join(ROOT, 'data', f'loopscope-{name}-1.schema.json'), encoding='utf-8') as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    close(schema)
    return jsonschema.Draft202012Validator(schema)


def find_problems(validator, text, name):
    try:
        value = json.loads(text)
    except ValueError as error:
        return [f'{name}: {error}: {text[:60]!r}']
    return [f'{name}: {"/".join(map(str, error.absolute_path))}: {error.message[:200]}' for error in validator.iter_errors(value)]


def main():
    problems = find_problems(read_validator(sys.argv[1]), sys.stdin.read(), sys.argv[1])
    print('\n'.join(problems), end='')
    return int(bool(problems))


if __name__ == '__main__':
    sys.exit(main())
