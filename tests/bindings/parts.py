#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a lesson, kept in Python for longer than the lesson: a page, an answer to its question, its moment."""

import gc
import json

import gi

gi.require_version('Loopscope', '1')
from gi.repository import Loopscope

SESSION = {
    'format': 'loopscope-session',
    'version': 1,
    'program': {'kind': 'javascript', 'source': 'scheduler.postTask(function one() {});'},
    'lesson': {'id': 'one', 'number': 1, 'minutes': 1, 'pages': [{
        'title': 'One task', 'text': ['It waits.'], 'at': {'step': 1},
        'question': {'text': 'Which one?', 'answers': [
            {'text': 'This one', 'right': True, 'because': 'It is.'}, {'text': 'None', 'because': 'No.'},
        ]},
    }]},
}


def get_page():
    return Loopscope.Session.new_from_data('one', json.dumps(SESSION).encode()).get_lesson().get_page(0)


# Nothing keeps what the answer and the moment are parts of.
page, answer, moment = get_page(), get_page().answers[1], get_page().at
gc.collect()
print(page.title, '/', page.question, '/', answer.text, answer.because, moment.value)
