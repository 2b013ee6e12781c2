#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the Flatpak manifest without Flatpak: what it is made of, what it may do, and that it has what the build needs."""

import json
import os
import re
import sys

sys.dont_write_bytecode = True

import points  # noqa: E402

ID = 'io.github.loopscope.Loopscope'
PATH = f'flatpak/{ID}.json'

# What the GNOME runtime and its SDK have. Whatever else meson.build asks for is a module of the manifest.
RUNTIME = {'glib-2.0', 'gobject-2.0', 'gio-2.0', 'gio-unix-2.0', 'gthread-2.0', 'json-glib-1.0', 'zlib', 'libsoup-3.0', 'libdw',
           'sysprof-capture-4', 'cairo-pdf', 'pangocairo', 'gtk4', 'libadwaita-1', 'gtksourceview-5', 'javascriptcoregtk-6.0', 'javascriptcoregtk-4.1',
           'gobject-introspection-1.0', 'vapigen', 'libdex-1'}

# Nothing of the user's, of the network or of other programs: files come through portals.
ALLOWED = {'--share=ipc', '--socket=fallback-x11', '--socket=wayland', '--device=dri'}

OPTIONS_OF_MESON = {'buildtype', 'optimization', 'debug'}


def manifest():
    return json.loads(points.read(PATH))


def modules():
    return {module['name']: module for module in manifest()['modules']}


def check_runtime():
    whole = manifest()
    if whole['id'] != ID or (whole['runtime'], whole['sdk']) != ('org.gnome.Platform', 'org.gnome.Sdk'):
        return f'found {whole["id"]} on {whole["runtime"]}'
    # Flathub drops a runtime of GNOME a year after it came.
    if not re.fullmatch(r'\d+', whole['runtime-version']) or int(whole['runtime-version']) < 50:
        return f'the runtime {whole["runtime-version"]} is too old, or no release'
    if whole['command'] != 'loopscope':
        return f'the command is {whole["command"]}'
    return None


def check_permissions():
    asked = set(manifest()['finish-args'])
    return f'asks for {", ".join(sorted(asked - ALLOWED))}' if asked - ALLOWED else None


def check_sources():
    """What comes from elsewhere has an address that nobody can listen to and a checksum; what does not is in the repository."""
    for module in manifest()['modules']:
        for source in module['sources']:
            name = f'a source of {module["name"]}'
            if source['type'] in ('archive', 'file'):
                if not source.get('url', '').startswith('https://'):
                    return f'{name} has no address of https'
                if not re.fullmatch('[0-9a-f]{64}', source.get('sha256', '')):
                    return f'{name} has no sha256'
            elif source['type'] == 'dir':
                if not os.path.samefile(os.path.join(points.SOURCE, 'flatpak', source['path']), points.SOURCE):
                    return f'{name} is the folder {source["path"]}'
            elif source['type'] != 'shell':
                return f'{name} is of the kind {source["type"]}'
    return None


def check_options():
    """The module of the program itself says what meson knows, and where its sources put the files that it names."""
    own = modules()['loopscope']
    known = set(re.findall(r"^option\('(\w+)'", points.read('meson_options.txt'), re.MULTILINE)) | OPTIONS_OF_MESON
    values = dict(re.fullmatch(r'-D(\w+)=(\S+)', option).groups() for option in own['config-opts'])
    if set(values) - known:
        return f'meson does not know {set(values) - known}'
    places = [source.get('dest-filename') or source.get('dest', '') + '/' for source in own['sources'] if source['type'] != 'dir']
    for option in ('acorn', 'typescript'):
        if not any(values[option] == place or place.endswith('/') and values[option].startswith(place) for place in places):
            return f'no source puts {values[option]} there'
    return None


def check_dependencies():
    """All that the build asks for is in the runtime or a module, and each module is asked for, here and by build-aux/deps."""
    asked = set()
    for call in re.findall(r"\bdependency\(((?:'[\w.-]+'(?:, )?)+)", points.read('meson.build')):
        asked |= set(re.findall(r"'([\w.-]+)'", call))
    others = set(modules()) - {'loopscope'}
    if asked - RUNTIME - others:
        return f'{", ".join(sorted(asked - RUNTIME - others))}: neither in the runtime nor a module'
    if others - asked:
        return f'nobody asks for {", ".join(sorted(others - asked))}'
    deps = points.read('build-aux/deps')
    for name in others:
        if not re.search(rf'\b(lib)?{name}(-dev)?\b', deps):
            return f'build-aux/deps does not name {name}'
    return None if len(asked) > 10 else f'found {asked}'


points.main(('runtime', check_runtime), ('permissions', check_permissions), ('sources', check_sources), ('options', check_options),
            ('dependencies', check_dependencies))
