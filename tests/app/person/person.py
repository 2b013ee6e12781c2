# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests share that use the application as a person does.

Widgets are found by role and name through AT-SPI, and pressed with the mouse and the keyboard through xdotool.
"""

import contextlib
import functools
import os
import re
import subprocess
import sys
import tempfile
import time

from accessible import ROOT, Accessible, Atspi, Bus, GLib, read, read_again

# What takes as long as a busy machine needs may take it.
SECONDS = 60

# Those that are looked into.
SHORT_TABLES = ('Queues to choose from',)


def wait(condition, what):
    """Polls: everything that happens here happens in another process."""
    end = time.monotonic() + SECONDS
    while (begin := time.monotonic()) < end:
        try:
            result = condition()
            if result:
                return result
        except (GLib.Error, subprocess.CalledProcessError, LookupError):
            pass
        # The application needs the processor to get there.
        time.sleep(max(0.02, time.monotonic() - begin))
    save_picture('in-vain')
    raise AssertionError(f'waited in vain for {what}')


@functools.cache
def get_bus():
    return Bus()


def xdotool(*arguments):
    run = subprocess.run(['xdotool', *map(str, arguments)], check=True, capture_output=True, text=True)
    return run.stdout.strip()


@contextlib.contextmanager
def start(*arguments, **environment):
    """Runs the application as long as the block lasts; says which process it is."""
    # The bus must run before the application starts, because the application looks for it only once.
    get_bus().applications()
    with tempfile.TemporaryFile('w+') as errors:
        process = subprocess.Popen([os.environ['LS_TEST_APP'], *arguments], env={**os.environ, **environment}, stderr=errors)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait()
            errors.seek(0)
            said = errors.read()
            sys.stderr.write(said)
    warnings = [line for line in said.splitlines() if re.search(r'-(WARNING|CRITICAL) \*\*: ', line)]
    assert not warnings, f'the application warned: {warnings}'


def walk(node, skipped=('Program', 'Events', 'Log'), visible=False, is_wanted=None):
    """The objects below one that was read, and itself: those with names that are wanted; with @visible only those that can be seen.
    The application is asked for the places of those alone and of what they are in."""
    def below(node):
        yield node
        # Nothing in long lists is looked for.
        if node.name in skipped or (node.role in (Atspi.Role.TREE_TABLE, Atspi.Role.TABLE) and node.name not in SHORT_TABLES):
            return
        for child in node.children:
            yield from below(child)

    seen = {}
    for other in below(node):
        if (is_wanted is None or is_wanted(other.name)) and (not visible or is_seen(other, seen)):
            yield other


def size_of(node):
    """None where there is none to be had; newer versions of the toolkit say nonsense of a page that is not shown."""
    try:
        _, _, width, height = node.get_extents()
    except GLib.Error:
        return None
    return (width, height) if max(width, height) < 20000 else (0, 0)


def is_hidden(node):
    """What has a place, but an empty one; pages of a stack may have none."""
    size = size_of(node)
    return size is not None and min(size) <= 0


def is_seen(node, seen):
    """Whether neither it nor what it is in is hidden. @seen: what is known already"""
    # An application has no place; a window is seen.
    if node not in seen:
        above = node.parent
        seen[node] = not above or not above.parent or (is_seen(above, seen) and not is_hidden(node))
    return seen[node]


def is_visible(node):
    size = size_of(node)
    return size is not None and min(size) > 0


class Person:
    def __init__(self, process):
        self.process = process
        self.subtitle = None
        self.borders = {}
        self.name = wait(self.find_application, 'the application')
        self.window = wait(lambda: xdotool('search', '--onlyvisible', '--pid', process.pid).split()[-1], 'the window')

    def find_application(self):
        return next((name for name in get_bus().applications() if get_bus().process_of(name) == self.process.pid), None)

    def read(self, root=None, depth=None):
        """Reads everything that the application has now, or only what is below @root."""
        return read(get_bus(), self.name) if root is None else read_again(root, depth)

    @property
    def application(self):
        """The application with its windows, and nothing below these."""
        return self.read(Accessible(get_bus(), self.name, ROOT, '', Atspi.Role.APPLICATION, (), None), 1)

    def find(self, name, role=None, root=None):
        """What is called so, or is so called that the function @name says yes; and can be seen."""
        is_it = name if callable(name) else lambda other: other == name

        def search():
            return next((node for node in walk(self.read(root), visible=True, is_wanted=is_it)
                         if (role is None or node.role == role) and is_visible(node)), None)
        return wait(search, 'what is looked for' if callable(name) else f'“{name}”')

    def names(self, root=None):
        return [node.name for node in walk(self.read(root), is_wanted=bool)]

    def shown(self, root=None, is_wanted=bool):
        """The names that are wanted among those that can be seen."""
        return [node.name for node in walk(self.read(root), visible=True, is_wanted=is_wanted)]

    def window_of(self, node):
        """The X window that shows a node: newer versions of the toolkit show dialogs within their parent."""
        def search():
            top = node
            while top.parent.parent is not None:
                top = top.parent
            windows = self.windows()
            name = top.get_name()
            named = [window for window in windows if name and xdotool('getwindowname', window) == name]
            if len(named) == 1:
                return named[0]
            if top == self.application.children[0]:
                return self.window
            return windows[-1] != self.window and windows[-1]
        return wait(search, 'the window')

    def top_window(self):
        return self.windows()[-1]

    def windows(self):
        return xdotool('search', '--onlyvisible', '--pid', self.process.pid).split()

    def place_of(self, node, window=None, across=0.5, down=0.5):
        """A place in a node, in coordinates of its X window, with the shadow around it."""
        left, top, width, height = node.get_extents()
        x, y = self.border_of(window or self.window)
        return int(left + x + across * width), int(top + y + down * height)

    def border_of(self, window):
        """What lies around a window and belongs to its X window: a shadow, or without a compositor a border."""
        if window not in self.borders:
            frame = subprocess.run(['xprop', '-id', window, '_GTK_FRAME_EXTENTS'], capture_output=True, text=True).stdout
            border = 5, 5
            if '=' in frame:
                left, _, top, _ = [int(number) for number in frame.split('=')[1].split(',')]
                border = left or 5, top or 5
            self.borders[window] = border
        return self.borders[window]

    def point(self, x, y, window=None):
        xdotool('mousemove', '--window', window or self.window, x, y)

    def click(self, node, window=None, button=1):
        # What was done before may not be over: nobody clicks on what is grey.
        wait(node.is_enabled, f'“{node.name}” to be enabled')
        self.point(*self.place_of(node, window), window)
        if button == 1:
            self.press()
        else:
            # A menu opens at once, and GTK 4.8 warns if it is the menu above which the button is let go of.
            xdotool('click', button)

    def press(self):
        """Holds the mouse's first button until the application has seen it pressed, as a hand does.

        Where what is under the pointer moves, the toolkit asks where the pointer is. If it hears that no button is down before it has
        read that one was let go of, it takes the press back.
        """
        xdotool('mousedown', 1)
        # The application answers after the events that came before the question.
        for _ in range(2):
            self.application.get_name()
        xdotool('mouseup', 1)

    def drag_between(self, places, button=1):
        """Presses at the first place, moves over the others, and lets go at the last one."""
        self.point(*places[0])
        xdotool('mousedown', button)
        for place in places[1:]:
            self.point(*place)
        xdotool('mouseup', button)

    def is_dragging(self, place, n_windows=1):
        """What is dragged is a window of its own under the pointer. It comes with a movement some time after the button was
        pressed, which newer versions of the toolkit want to be sure that it is no click; no hand is still for long."""
        x, y = place
        self.point(x - 2, y)
        self.point(x, y)
        return self.count_windows() > n_windows

    def choose(self, drop_down, *keys):
        """Opens a drop-down with the mouse and chooses with the keyboard."""
        node = self.find(drop_down, Atspi.Role.COMBO_BOX)
        self.click(node)
        # A list that gets keys before it has the pointer keeps the pointer for good.
        wait(lambda: any(other.has(Atspi.StateType.FOCUSED) for other in self.read(node).below()), 'the list')
        self.key(*keys, 'Return')
        wait(lambda: self.count_windows() == 1, 'the list to close')

    def give_highest_priority(self, controller):
        """Opens the menu of a controller's priority with the mouse and chooses with the keyboard."""
        n_windows = self.count_windows()
        self.click(self.find(f'Priority of {controller}'))
        wait(lambda: self.count_windows() > n_windows, 'the menu')
        self.key('Home', 'Return')
        wait(lambda: self.count_windows() == n_windows, 'the menu to close')

    def count_windows(self):
        """Lists and menus are X windows of their own."""
        return len(self.windows())

    def key(self, *keys):
        xdotool('key', '--clearmodifiers', *keys)

    def typed(self, text):
        return any(node.has(Atspi.StateType.EDITABLE) and node.get_text() == text for node in walk(self.read()))

    def is_at(self, turn):
        """Looks at the subtitle only: it is asked often."""
        if self.subtitle is None:
            self.subtitle = next(walk(self.read(), is_wanted=lambda name: ' · turn ' in name), None)
        return self.subtitle is not None and f' · turn {turn} of ' in self.subtitle.get_name()

    def rest(self):
        """Returns the time once it stays: the last moves of a drag may be on their way."""
        seen = [None]

        def stays():
            seen.append(self.now())
            return seen[-1] == seen[-2]

        wait(stays, 'the position to stay')
        return seen[-1]

    def saw(self, text):
        return any(text in name for name in self.names())


class Chart(Person):
    """A person who looks at the timeline."""

    NAMES = 118

    @property
    def slider(self):
        if self._slider is None:
            self._slider = self.find('Position in time', Atspi.Role.SLIDER)
        return self._slider

    def __init__(self, process):
        super().__init__(process)
        self._slider = None

    def place(self, part, row=0.5):
        """A place in the chart: parts of its width from where time begins, and rows."""
        _, _, width, _ = self.slider.get_extents()
        x, y = self.place_of(self.slider, across=0, down=0)
        return int(x + self.NAMES + part * (width - self.NAMES)), int(y + row * 23)

    def move(self, part, row=0.5):
        self.point(*self.place(part, row))

    def drag(self, start, end, button=1, modifier=None, row=0.5):
        self.move(start, row)
        if modifier:
            xdotool('keydown', modifier)
        xdotool('mousedown', button)
        for i in range(1, 6):
            self.move(start + (end - start) * i / 5, row)
        xdotool('mouseup', button)
        if modifier:
            xdotool('keyup', modifier)

    def now(self):
        """What a screen reader says of the playhead, in µs."""
        description = self.slider.get_description()
        assert re.match(r'[0-9.]+ ms, step [0-9]+', description), description
        return float(description.split(' ms')[0]) * 1000


def path_of(node):
    names = []
    while (node := node.parent) is not None:
        if node.name:
            names.append(node.name)
    return names


def check_names(person, skipped=('Program', 'Events', 'Log', 'AdwToastWidget')):
    """The toolkit calls what has no name by its class: its own fillers may be so called, but nothing that does something."""
    fillers = (Atspi.Role.FILLER, Atspi.Role.PANEL, Atspi.Role.SCROLL_BAR, Atspi.Role.IMAGE, Atspi.Role.ICON)
    for node in walk(person.read(), skipped):
        if node.name.startswith('Ls') or (node.name.startswith(('Gtk', 'Adw')) and node.role not in fillers):
            raise AssertionError(f'a {node.role.value_nick} is called “{node.name}”, in {path_of(node)}')


def check_single_names(top):
    """Nothing in a window is called twice, as where a label and what is beside it are put together, or has an underscore."""
    for node in walk(top, visible=True):
        words = node.name.split()
        half = len(words) // 2
        if '_' in node.name or (words and words[:half] == words[half:]):
            raise AssertionError(f'a {node.role.value_nick} is called “{node.name}”, in {path_of(node)}')


def save_picture(name):
    """The screen as it is, kept in the build directory."""
    folder = os.environ.get('LS_TEST_PICTURES')
    if folder:
        os.makedirs(folder, exist_ok=True)
        subprocess.run(['import', '-window', 'root', '-define', 'png:compression-level=2',
                        os.path.join(folder, f'{name}.png')], check=True)
