# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests share that use the application as a person does.

Widgets are found by role and name through AT-SPI, and pressed with the mouse and the keyboard through xdotool.
"""

import contextlib
import os
import re
import subprocess
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

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
        except (GLib.Error, subprocess.CalledProcessError, IndexError):
            pass
        # The application needs the processor to get there.
        time.sleep(max(0.02, time.monotonic() - begin))
    save_picture('in-vain')
    raise AssertionError(f'waited in vain for {what}')


def xdotool(*arguments):
    run = subprocess.run(['xdotool', *map(str, arguments)], check=True, capture_output=True, text=True)
    return run.stdout.strip()


@contextlib.contextmanager
def start(*arguments, **environment):
    """Runs the application as long as the block lasts; says which process it is."""
    Atspi.init()
    Atspi.get_desktop(0).get_child_count()
    process = subprocess.Popen([os.environ['LS_TEST_APP'], *arguments], env={**os.environ, **environment})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()


def walk(node, depth=0, skipped=('Program', 'Events', 'Log'), visible=False, is_wanted=None):
    """All nodes below one, and itself; with @visible only those that can be seen, which is quicker where much is hidden. Each question
    costs a message to the application, so this asks whether a node without children can be seen only if its name is wanted."""
    name = node.get_name()
    n_children = node.get_child_count()
    if visible and depth > 1 and (n_children > 0 or is_wanted is None or is_wanted(name)) and is_hidden(node):
        return
    yield node
    # Long lists take long, and nothing in them is looked for.
    if n_children == 0 or name in skipped or depth > 40:
        return
    if name not in SHORT_TABLES and node.get_role() in (Atspi.Role.TREE_TABLE, Atspi.Role.TABLE):
        return
    for i in range(n_children):
        child = node.get_child_at_index(i)
        if child:
            yield from walk(child, depth + 1, skipped, visible, is_wanted)


def everything(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child:
            yield from everything(child)


def has_state(node, state):
    return node.get_state_set().contains(state)


def size_of(node):
    """None where there is none to be had; newer versions of the toolkit say nonsense of a page that is not shown."""
    try:
        extents = node.get_extents(Atspi.CoordType.WINDOW)
    except GLib.Error:
        return None
    return (extents.width, extents.height) if max(extents.width, extents.height) < 20000 else (0, 0)


def is_hidden(node):
    """What has a place, but an empty one; pages of a stack may have none."""
    size = size_of(node)
    return size is not None and min(size) <= 0


def is_visible(node):
    size = size_of(node)
    return size is not None and min(size) > 0


class Person:
    def __init__(self, process):
        self.process = process
        self.subtitle = None
        self.borders = {}
        self.application = wait(self.find_application, 'the application')
        self.window = wait(lambda: xdotool('search', '--onlyvisible', '--pid', process.pid).split()[-1], 'the window')

    def find_application(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application and application.get_process_id() == self.process.pid:
                return application
        return None

    def find(self, name, role=None, root=None):
        """What is called so, or is so called that the function @name says yes; and can be seen."""
        is_it = name if callable(name) else lambda other: other == name

        def search():
            for node in walk(root or self.application, visible=True, is_wanted=is_it):
                if is_it(node.get_name()) and (role is None or node.get_role() == role) and is_visible(node):
                    return node
            return None
        return wait(search, 'what is looked for' if callable(name) else f'“{name}”')

    def names(self, root=None):
        return [name for node in walk(root or self.application) if (name := node.get_name())]

    def shown(self, root=None, is_wanted=bool):
        """The names that are wanted among those that can be seen."""
        return [name for node in walk(root or self.application, visible=True, is_wanted=is_wanted) if is_wanted(name := node.get_name())]

    def window_of(self, node):
        """The X window that shows a node: newer versions of the toolkit show dialogs within their parent."""
        def search():
            top = node
            while top.get_parent() is not None and top.get_parent() != self.application:
                top = top.get_parent()
            windows = self.windows()
            named = [window for window in windows if top.get_name() and xdotool('getwindowname', window) == top.get_name()]
            if len(named) == 1:
                return named[0]
            if top == self.application.get_child_at_index(0):
                return self.window
            return windows[-1] != self.window and windows[-1]
        return wait(search, 'the window')

    def top_window(self):
        return self.windows()[-1]

    def windows(self):
        return xdotool('search', '--onlyvisible', '--pid', self.process.pid).split()

    def place_of(self, node, window=None, across=0.5, down=0.5):
        """A place in a node, in coordinates of its X window, with the shadow around it."""
        extents = node.get_extents(Atspi.CoordType.WINDOW)
        x, y = self.border_of(window or self.window)
        return int(extents.x + x + across * extents.width), int(extents.y + y + down * extents.height)

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
        self.point(*self.place_of(node, window), window)
        xdotool('click', button)

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
        wait(lambda: any(has_state(other, Atspi.StateType.FOCUSED) for other in everything(node)), 'the list')
        self.key(*keys, 'Return')
        wait(lambda: self.count_windows() == 1, 'the list to close')

    def count_windows(self):
        """Lists and menus are X windows of their own."""
        return len(self.windows())

    def key(self, *keys):
        xdotool('key', '--clearmodifiers', *keys)

    def typed(self, text):
        for node in walk(self.application):
            if 'Text' in node.get_interfaces():
                if Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node)) == text:
                    return True
        return False

    def is_at(self, step):
        """Looks at the subtitle only: it is asked often."""
        if self.subtitle is None:
            self.subtitle = next((node for node in walk(self.application) if ' · step ' in node.get_name()), None)
        return self.subtitle is not None and f' · step {step} of ' in self.subtitle.get_name()

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
        width = self.slider.get_extents(Atspi.CoordType.WINDOW).width
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
        self.slider.clear_cache()
        description = self.slider.get_description()
        assert re.match(r'[0-9.]+ ms, step [0-9]+', description), description
        return float(description.split(' ms')[0]) * 1000


def path_of(node):
    names = []
    while (node := node.get_parent()) is not None:
        if node.get_name():
            names.append(node.get_name())
    return names


def check_names(person, skipped=('Program', 'Events', 'Log', 'AdwToastWidget')):
    """The toolkit calls what has no name by its class: its own fillers may be so called, but nothing that does something."""
    fillers = (Atspi.Role.FILLER, Atspi.Role.PANEL, Atspi.Role.SCROLL_BAR, Atspi.Role.IMAGE, Atspi.Role.ICON)
    for node in walk(person.application, 0, skipped):
        name = node.get_name()
        filler = node.get_role() in fillers
        if name.startswith('Ls') or (name.startswith(('Gtk', 'Adw')) and not filler):
            raise AssertionError(f'a {node.get_role_name()} is called “{name}”, in {path_of(node)}')


def check_single_names(top):
    """Nothing in a window is called twice, as where a label and what is beside it are put together, or has an underscore."""
    for node in walk(top, visible=True):
        words = node.get_name().split()
        half = len(words) // 2
        if '_' in node.get_name() or (words and words[:half] == words[half:]):
            raise AssertionError(f'a {node.get_role_name()} is called “{node.get_name()}”, in {path_of(node)}')


def save_picture(name):
    """The screen as it is, kept in the build directory."""
    folder = os.environ.get('LS_TEST_PICTURES')
    if folder:
        os.makedirs(folder, exist_ok=True)
        subprocess.run(['import', '-window', 'root', '-define', 'png:compression-level=2',
                        os.path.join(folder, f'{name}.png')], check=True)
