# SPDX-License-Identifier: GPL-3.0-or-later
"""Catalogues of translations, for tests: what they lack, and what makes them malformed. Needs gettext's programs."""

import os
import re
import shutil
import subprocess
import sys

PROGRAMS = ('xgettext', 'msgattrib', 'msgcat', 'msgen', 'msgfmt', 'msgmerge')

# What stands for a message that has no translation yet: letters that English and German do not have.
VOWELS = str.maketrans('aeiouyAEIOUY“”', 'àèìòùýÀÈÌÒÙÝ„“')

# Directives of printf() and strftime(), escapes and mnemonics' marks keep their letters.
KEPT = re.compile(r'%(?:\d+\$)?[-+ #0\'*.\d]*(?:<\w+>|(?:hh|h|ll|l|z)?[a-zA-Z%])|\\.')


def have_gettext():
    return all(shutil.which(program) for program in PROGRAMS)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ, LC_ALL='C.UTF-8')).stdout


def read_list(root, name, folder='po'):
    """The lines of POTFILES or LINGUAS."""
    with open(os.path.join(root, folder, name), encoding='utf-8') as file:
        return [line.strip() for line in file if line.strip() and not line.startswith('#')]


def make_template(root, path):
    """Writes a template with all texts that the sources mark."""
    run('xgettext', '--from-code=UTF-8', '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2',
        '--keyword=g_dngettext:2,3', '--keyword=g_dpgettext2:2c,3', '--flag=N_:1:pass-c-format', '--directory=' + root,
        '--output=' + path, *read_list(root, 'POTFILES'))


def make_lesson_template(root, path):
    """Writes a template with all texts of the lessons."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write(run(sys.executable, os.path.join(root, 'build-aux', 'lesson-texts')))


def merge(root, language, template, path, folder='po'):
    """Writes the catalogue of a language with the template's messages and no others. Nothing is guessed: a message that is fuzzy,
    or that the catalogue lacks, has no translation. Each translation has the kind of format that the source has."""
    own = path + '.own'
    run('msgattrib', '--no-fuzzy', '--no-obsolete', '--output-file=' + own, os.path.join(root, folder, language + '.po'))
    run('msgmerge', '--quiet', '--no-fuzzy-matching', '--output-file=' + path, own, template)
    os.remove(own)


def list_missing(path):
    """The entries of a catalogue that have no translation, each with its text as its translation."""
    missing = path + '.missing'
    run('msgattrib', '--untranslated', '--output-file=' + missing, path)
    # msgattrib writes no file if nothing is missing.
    if not os.path.exists(missing):
        return []
    entries = run('msgen', '--no-wrap', missing).strip().split('\n\n')[1:]
    os.remove(missing)
    return entries


def read_text(entry):
    """The text of an entry as the source has it."""
    return ''.join(re.findall(r'^(?:msgid )?"(.*)"$', entry.split('\nmsgstr')[0], re.MULTILINE))


def replace_letters(text):
    parts, at = [], 0
    for kept in KEPT.finditer(text):
        parts += [text[at:kept.start()].translate(VOWELS), kept.group()]
        at = kept.end()
    return ''.join(parts) + text[at:].translate(VOWELS)


def fill(path):
    """Gives each message without a translation one that is neither English nor the language's."""
    filled = path + '.filled'
    entries = []
    for entry in list_missing(path):
        source, translations = entry.split('\nmsgstr', 1)
        entries.append(source + '\nmsgstr' + re.sub(r'"(.*)"$', lambda text: '"' + replace_letters(text[1]) + '"',
                                                     translations, flags=re.MULTILINE))
    with open(filled, 'w', encoding='utf-8') as file:
        file.write('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + '\n\n'.join(entries) + '\n')
    whole = path + '.whole'
    run('msgattrib', '--translated', '--output-file=' + whole, path)
    # It writes no file if nothing is translated.
    if os.path.exists(whole):
        run('msgcat', '--use-first', '--output-file=' + path, whole, filled)
        os.remove(filled)
        os.remove(whole)
    else:
        os.replace(filled, path)
