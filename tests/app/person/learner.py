# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests share that take lessons as a person does, with the keyboard alone."""

import contextlib
import os
import time

from person import Atspi, Person, start, wait, walk, xdotool

# After so long nobody waits for a page any more.
SECONDS_TO_TURN = 5

# So long a key may take to move the focus.
SECONDS_TO_MOVE = 1

# Nothing is further away.
MOST_KEYS = 40


def turn_to(person, lesson, number):
    """Goes to the next page. What is pressed while a page is not ready does nothing, so a person presses again."""
    pressed = 0

    def is_at(page):
        return any(name.startswith(f'{page} of ') for name in person.names(lesson))

    def has_come():
        nonlocal pressed
        if is_at(number):
            return True
        if time.monotonic() - pressed > SECONDS_TO_TURN and is_at(number - 1):
            person.key('F7')
            pressed = time.monotonic()
        return False
    wait(has_come, f'page {number}')


@contextlib.contextmanager
def opened(name, page):
    """A lesson, at a page."""
    with start(os.path.join(os.environ['LOOPSCOPE_LESSONS_DIR'], name + '.loopscope')) as process:
        person = Person(process)
        wait(lambda: person.saw('1 of '), 'the lesson')
        xdotool('windowfocus', '--sync', person.window)
        lesson = person.find('Lesson')
        for number in range(2, page + 1):
            turn_to(person, lesson, number)
        yield person


def focused(person, root=None):
    """What has the focus, below @root."""
    return next((node for node in person.read(root).below() if node.has(Atspi.StateType.FOCUSED)), None)


def go_to(person, key, is_it, what, root=None):
    """Presses a key until what is wanted has the focus. @root: what it is in, where that is known: less is read"""
    node = focused(person, root)
    for _ in range(MOST_KEYS):
        if node is not None and is_it(node.name):
            return
        before, pressed = node, time.monotonic()
        person.key(key)

        def has_moved():
            nonlocal node
            node = focused(person, root)
            return node != before or time.monotonic() - pressed > SECONDS_TO_MOVE
        wait(has_moved, what)
    raise AssertionError(f'pressed {key} in vain for {what}')


def rows(person):
    lesson = person.find('Lesson')
    names = [node.name for node in walk(lesson, visible=True) if node.role == Atspi.Role.LIST_ITEM and node.name]
    return [name.split(',')[0] for name in names if not name.startswith('Never comes')]
