#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-metadata.py BUILD_DIR: what desktops and software centres read of the program: its desktop file, metainfo, kinds of files, icons."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.dont_write_bytecode = True

import points  # noqa: E402

BUILD = sys.argv[1]
ID = 'io.github.loopscope.Loopscope'
ICONS = os.path.join(points.SOURCE, 'data', 'icons', 'hicolor')

# AppStream would have identifiers in lower case, but GNOME's and Flatpak's practice is that the last part is the program's name.
ACCEPTED = {'cid-contains-uppercase-letter'}

# Asks GIO what files are. A process of its own, as GIO reads the data bases once.
GUESS = '''
import json, sys
from gi.repository import Gio
names = {}
for path in sys.argv[1:]:
    with open(path, 'rb') as file:
        names[path] = Gio.content_type_guess(None, file.read(4096))[0]
print(json.dumps(names))
'''


def built(name):
    return os.path.join(BUILD, 'data', name)


def check_desktop_file():
    result = points.run('desktop-file-validate', built(ID + '.desktop'))
    return result.stdout + result.stderr


def check_metainfo():
    """Nothing may be said, not even hints, but what is accepted."""
    result = points.run('appstreamcli', 'validate', '--no-net', '--pedantic', built(ID + '.metainfo.xml'))
    said = re.findall(r'^([EWIP]): \S+ (\S+)', result.stdout, re.MULTILINE)
    if result.returncode != 0 or {tag for _, tag in said} - ACCEPTED:
        return result.stdout + result.stderr
    if 'successful' not in result.stdout:
        return f'cannot be understood: {result.stdout}'
    return None


def check_release():
    """The newest release of the metainfo is the version of the build and of NEWS, and is in development until NEWS says otherwise."""
    version = re.search(r"^  version: '(.*)',$", points.read('meson.build'), re.MULTILINE).group(1)
    news = points.read('NEWS').splitlines()[0]
    release = xml.etree.ElementTree.fromstring(points.read(f'data/{ID}.metainfo.xml.in')).find('releases/release')
    kind = 'development' if news.endswith('(not yet released)') else 'stable'
    if not re.match(rf'Version {re.escape(version)}\b', news):
        return f'NEWS begins with “{news}”, and the version is {version}'
    if release.get('version') != version or release.get('type', 'stable') != kind:
        return f'found a {release.get("type", "stable")} release {release.get("version")}, expected a {kind} {version}'
    return None


def check_screenshots():
    """The pictures are those of the repository, as large as the metainfo says."""
    root = xml.etree.ElementTree.fromstring(points.read(f'data/{ID}.metainfo.xml.in'))
    images = root.findall('screenshots/screenshot/image')
    for image in images:
        name = re.fullmatch(r'https://raw\.githubusercontent\.com/loopscope/loopscope/main/(docs/images/[\w-]+\.png)', image.text)
        if not name:
            return f'{image.text} is not where build-aux/screenshots puts pictures'
        with open(os.path.join(points.SOURCE, name.group(1)), 'rb') as file:
            size = struct.unpack('>II', file.read(24)[16:])
        if size != (int(image.get('width')), int(image.get('height'))):
            return f'{name.group(1)} has {size[0]}×{size[1]} pixels'
    return None if len(images) >= 3 else f'found {len(images)} pictures'


def check_lessons():
    """Whoever counts the lessons counts all of them."""
    words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen',
             'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
    words += [tens + (f'-{words[ones]}' if ones else '') for tens in ('twenty', 'thirty', 'forty', 'fifty') for ones in range(10)]
    n_lessons = sum(name.endswith('.loopscope') for name in os.listdir(os.path.join(points.SOURCE, 'data', 'lessons')))
    n_found = 0
    for path in ('NEWS', 'README.md', f'data/{ID}.metainfo.xml.in'):
        for word in re.findall(r'([\w-]+) lessons', points.read(path)):
            if word.lower() in words[2:]:
                n_found += 1
                if words.index(word.lower()) != n_lessons:
                    return f'{path} has “{word} lessons”, and there are {n_lessons}'
    return None if n_found >= 3 else f'found {n_found} counts'


def check_developer():
    """The source has the developer as both generations of AppStream want it, and what is installed has one of them."""
    source = xml.etree.ElementTree.fromstring(points.read(f'data/{ID}.metainfo.xml.in'))
    made = xml.etree.ElementTree.parse(built(ID + '.metainfo.xml')).getroot()
    names = [source.findtext('developer_name'), source.findtext('developer/name')]
    if names[0] != names[1] or not source.find('developer').get('id'):
        return f'the developer is {names}'
    if len(made.findall('developer_name') + made.findall('developer')) != 1:
        return 'expected the developer once in what is installed'
    return None


def guess(folder, *paths):
    environment = {**os.environ, 'XDG_DATA_HOME': folder, 'XDG_DATA_DIRS': '/usr/share'}
    result = subprocess.run([sys.executable, '-c', GUESS, *paths], env=environment, capture_output=True, text=True, check=False)
    if 'No module named' in result.stderr:
        raise points.Missing('PyGObject is not installed; build-aux/deps installs it')
    return json.loads(result.stdout)


def check_kinds_of_files():
    """Files are known by what is in them, whatever they are called; a session is not taken for a recording, nor other texts for either."""
    sessions = os.path.join(points.SOURCE, 'data', 'sessions')
    with tempfile.TemporaryDirectory() as folder:
        packages = os.path.join(folder, 'mime', 'packages')
        os.makedirs(packages)
        shutil.copy(built(ID + '.xml'), packages)
        result = points.run('update-mime-database', os.path.join(folder, 'mime'), env={**os.environ, 'XDG_DATA_HOME': folder})
        if result.returncode != 0 or result.stderr:
            return result.stderr
        expected = {os.path.join(sessions, name): 'application/vnd.loopscope.session+json'
                    for name in os.listdir(sessions) if name.endswith('.loopscope')}
        lessons = os.path.join(points.SOURCE, 'data', 'lessons')
        expected.update({os.path.join(lessons, name): 'application/vnd.loopscope.course+json'
                         for name in os.listdir(lessons) if name.endswith('.loopscope-course')})
        for name, text, kind in (('recording', '{"metadata":{},\n"traceEvents":[]}', 'application/x-chrome-trace+json'),
                                 ('packed', '{"format":"loopscope-course","lessons":[{"session":{"format":"loopscope-session"}}]}',
                                  'application/vnd.loopscope.course+json'),
                                 ('other', '{"name":"something else"}', 'text/plain'),
                                 ('text', 'He said "traceEvents" and "loopscope-session".\n', 'text/plain')):
            path = os.path.join(folder, name)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            expected[path] = kind
        found = guess(folder, *expected)
    return '\n'.join(f'{path} is taken for {found[path]}' for path in expected if found[path] != expected[path])


def check_translations():
    """What people read of it is there in each language that the program has."""
    languages = [line for line in points.read('po/LINGUAS').splitlines() if line and not line.startswith('#')]
    lang = '{http://www.w3.org/XML/1998/namespace}lang'
    kinds = xml.etree.ElementTree.parse(built(ID + '.xml')).getroot()
    mime = '{http://www.freedesktop.org/standards/shared-mime-info}'
    with open(built(ID + '.desktop'), encoding='utf-8') as file:
        desktop = file.read()
    metainfo = xml.etree.ElementTree.parse(built(ID + '.metainfo.xml')).getroot()
    for language in languages:
        for kind in kinds.findall(mime + 'mime-type'):
            if not any(comment.get(lang) == language for comment in kind.findall(mime + 'comment')):
                return f'{kind.get("type")} has no comment in {language}'
        if f'\nComment[{language}]=' not in desktop:
            return f'the desktop file has no comment in {language}'
        if not any(summary.get(lang) == language for summary in metainfo.findall('summary')):
            return f'the metainfo has no summary in {language}'
    return None if languages else 'found no languages'


def draw(path, size):
    """Returns the pixels of a picture, as red, green, blue and opacity."""
    try:
        import gi  # pylint: disable=import-outside-toplevel
        gi.require_version('GdkPixbuf', '2.0')
        from gi.repository import GdkPixbuf, GLib  # pylint: disable=import-outside-toplevel
    except (ImportError, ValueError) as error:
        raise points.Missing(f'{error}; build-aux/deps installs it') from error
    try:
        pixbuf = GdkPixbuf.Pixbuf.new_from_file_at_size(path, size, size)
    except GLib.Error as error:
        raise points.Missing(f'{error.message}: build-aux/deps installs the reader of SVG') from error
    data, stride = pixbuf.get_pixels(), pixbuf.get_rowstride()
    return [tuple(data[y * stride + x * 4:y * stride + x * 4 + 4]) for y in range(size) for x in range(size)]


def is_near(pixel, colour):
    return pixel[3] > 200 and max(abs(a - b) for a, b in zip(pixel, colour)) < 40


def check_small_icons():
    """At 16 pixels an icon reads if its shapes fill pixels instead of mixing in them: of each of its colours there are some."""
    for path in (f'16x16/apps/{ID}.svg', f'symbolic/apps/{ID}-symbolic.svg'):
        with open(os.path.join(ICONS, path), encoding='utf-8') as file:
            colours = {tuple(bytes.fromhex(colour)) for colour in re.findall('"#([0-9a-f]{6})"', file.read())}
        pixels = draw(os.path.join(ICONS, path), 16)
        counts = {colour: sum(is_near(pixel, colour) for pixel in pixels) for colour in colours}
        clear = sum(pixel[3] < 55 or any(is_near(pixel, colour) for colour in colours) for pixel in pixels)
        if clear < 0.8 * len(pixels) or min(counts.values()) < 8:
            return f'{path}: {clear} of {len(pixels)} pixels are clear; of each colour {counts}'
    return None


def check_criteria():
    """The evidence that docs/gnome-circle.md names is there: tests, and files."""
    text = points.read('docs/gnome-circle.md')
    with open(os.path.join(BUILD, 'meson-info', 'intro-tests.json'), encoding='utf-8') as file:
        tests = {test['name'] for test in json.load(file)}
    missing = set(re.findall(r'`([a-z]+(?:-[a-z]+)*)`', text)) - tests
    files = [path for path in re.findall(r'\]\(([^:)]+)\)', text) if not os.path.exists(os.path.join(points.SOURCE, 'docs', path))]
    return f'no test {sorted(missing)}, no file {files}' if missing or files else None


points.main(('desktop file', check_desktop_file), ('metainfo', check_metainfo), ('release', check_release),
            ('lessons', check_lessons), ('pictures', check_screenshots), ('developer', check_developer),
            ('kinds of files', check_kinds_of_files), ('translations', check_translations),
            ('small icons', check_small_icons), ('criteria', check_criteria))
