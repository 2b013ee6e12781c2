#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds debian/ against what the build asks for; build-aux/debian-check builds the packages."""

import fnmatch
import os
import re
import sys

sys.dont_write_bytecode = True

import points  # noqa: E402

# What every Debian package is built with, or what another package that is named brings along.
IMPLIED = {'binutils', 'gcc', 'gobject-introspection', 'libc6-dev', 'libglib2.0-bin', 'ninja-build'}

# What the packages are built without, as Debian 12 does not have it.
LEFT_OUT = {'libdex-dev'}


def read_build_depends():
    """The packages, each with the version that is asked for, or None."""
    field = re.search(r'^Build-Depends:\n((?: .*\n)+)', points.read('debian/control'), re.MULTILINE).group(1)
    return dict(re.findall(r'([a-z0-9][a-z0-9.+-]+)(?: \(>= ([\d.]+)\))?', re.sub(r'<!?\w+>', '', field)))


def check_build_depends():
    text = points.read('build-aux/deps')
    table = re.search(r'declare -A apt=\((.*?)\n\)', text, re.DOTALL).group(1)
    # The tests of browsers say that none is there.
    wanted = {package for group in ('build', 'run', 'node', 'test') for package in re.search(rf'\[{group}\]="([^"]*)"', table).group(1).split()}
    # What one version of Debian has under another name, or not at all.
    wanted.update(package for packages in re.findall(r'apt\[build\]\+="([^"]*)"', text) for package in packages.split())
    missing = wanted - set(read_build_depends()) - IMPLIED - LEFT_OUT
    return f'debian/control lacks {", ".join(sorted(missing))}' if missing or len(wanted) < 10 else None


def check_versions():
    """Each version in debian/control is one that meson.build asks for."""
    text = points.read('meson.build')
    known = set(re.findall(r">= ?([\d.]+)", text)) | {'8.8', '4.8', '0.56'}
    wrong = {name: version for name, version in read_build_depends().items() if version and version not in known}
    return f'nobody asks for {wrong}' if wrong else None


def check_packages():
    """Each package says what it has; the name of the library's package has the library's version."""
    control = points.read('debian/control')
    packages = re.findall(r'^Package: (\S+)$', control, re.MULTILINE)
    lists = {name[:-len('.install')] for name in os.listdir(os.path.join(points.SOURCE, 'debian')) if name.endswith('.install')}
    soversion = re.search(r'soversion: (\d+)', points.read('src/meson.build')).group(1)
    if set(packages) != lists:
        return f'packages {sorted(packages)}, lists of files {sorted(lists)}'
    return None if f'libloopscope-1-{soversion}' in packages else f'no package is libloopscope-1-{soversion}'


def check_tests():
    """What debian/tests names is there and can be run."""
    names = re.findall(r'^Tests: (\S+)$', points.read('debian/tests/control'), re.MULTILINE)
    bad = [name for name in names if not os.access(os.path.join(points.SOURCE, 'debian', 'tests', name), os.X_OK)]
    return f'cannot run {bad}' if bad or not names else None


def check_installed_programs():
    """The installed test of the languages finds each program that it runs."""
    named = points.read('tests/installed/meson.build')
    programs = [name for name in os.listdir(os.path.join(points.SOURCE, 'tests', 'bindings')) if name.endswith(('.py', '.js'))]
    missing = [name for name in sorted(programs) if f"'../bindings/{name}'" not in named]
    return f'not installed: {", ".join(missing)}' if missing or not programs else None


def check_long_lines():
    """Lintian takes scripts with lines as long as these for the output of a program: those that are sources are named to it."""
    patterns = re.findall(r'^loopscope source: source-is-missing \[(.*)\]$', points.read('debian/source/lintian-overrides'), re.MULTILINE)
    scripts = [os.path.relpath(os.path.join(folder, name), points.SOURCE)
               for top in ('data', 'docs', 'examples', 'src', 'tests')
               for folder, _, names in os.walk(os.path.join(points.SOURCE, top)) for name in names if name.endswith(('.js', '.mjs'))]
    long = [path for path in scripts if max(map(len, points.read(path).splitlines()), default=0) > 512]
    bad = [path for path in long if not any(fnmatch.fnmatch(path, pattern) for pattern in patterns)]
    return f'debian/source/lintian-overrides lacks {bad}' if bad or not long else None


points.main(('build dependencies', check_build_depends), ('versions', check_versions), ('packages', check_packages), ('tests', check_tests),
            ('installed programs', check_installed_programs), ('long lines', check_long_lines))
