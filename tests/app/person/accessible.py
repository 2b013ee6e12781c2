# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessible objects of an application.

An application tells what it knows of all of them in one message, and answers many questions at once. To ask for the name, the role and
the children of each object one after the other takes most of the time of a test.
"""

import json

import gi

gi.require_version('Atspi', '2.0')
gi.require_version('Json', '1.0')
from gi.repository import Atspi, Gio, GLib, Json  # noqa: E402

ROOT = '/org/a11y/atspi/accessible/root'
CACHE = '/org/a11y/atspi/cache'

# The answers for objects that have gone.
GONE = (Gio.DBusError.UNKNOWN_METHOD, Gio.DBusError.UNKNOWN_OBJECT, Gio.DBusError.UNKNOWN_INTERFACE)


def unpack(variant):
    """What a message says. GLib.Variant.unpack() asks the library about each number and each text: for all objects of an application
    that takes seven times as long."""
    return json.loads(Json.gvariant_serialize_data(variant)[0])


class Bus:
    """The bus of assistive technologies."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address, = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, -1, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(self, name, path, method, signature=None, *arguments):
        interface, _, method = method.rpartition('.')
        values = GLib.Variant(signature, arguments) if signature else None
        return unpack(self.connection.call_sync(name, path, interface, method, values, None, 0, -1, None))

    def call_all(self, name, paths, method, signature=None, *arguments):
        """Calls a method of several objects at once. Returns results by path; objects that have gone have none."""
        results = {}
        failed = []
        n_pending = len(paths)

        def take(connection, result, path):
            nonlocal n_pending
            n_pending -= 1
            try:
                results[path], = unpack(connection.call_finish(result))
            except GLib.Error as error:
                if not any(error.matches(Gio.dbus_error_quark(), code) for code in GONE):
                    failed.append(error)

        interface, _, method = method.rpartition('.')
        values = GLib.Variant(signature, arguments) if signature else None
        for path in paths:
            self.connection.call(name, path, interface, method, values, None, 0, -1, None, take, path)
        while n_pending > 0:
            GLib.MainContext.default().iteration(True)
        if failed:
            raise failed[0]
        return results

    def applications(self):
        """The names of all applications on the bus."""
        children, = self.call('org.a11y.atspi.Registry', ROOT, 'org.a11y.atspi.Accessible.GetChildren')
        return [name for name, path in children]

    def process_of(self, name):
        return self.call('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetConnectionUnixProcessID', '(s)', name)[0]


class Accessible:
    """An object of an application. Its attributes say how it was when it was read; its methods ask the application."""

    def __init__(self, bus, application, path, name, role, states, parent):
        self.bus = bus
        self.application = application
        self.path = path
        self.name = name
        self.role = role
        self.states = states
        self.parent = parent
        self.children = []

    def __eq__(self, other):
        return isinstance(other, Accessible) and self.path == other.path

    def __hash__(self):
        return hash(self.path)

    def call(self, method, signature=None, *arguments):
        return self.bus.call(self.application, self.path, 'org.a11y.atspi.' + method, signature, *arguments)

    def get(self, interface, name):
        return self.bus.call(self.application, self.path, 'org.freedesktop.DBus.Properties.Get', '(ss)',
                             'org.a11y.atspi.' + interface, name)[0]

    def get_name(self):
        return self.get('Accessible', 'Name')

    def get_description(self):
        return self.get('Accessible', 'Description')

    def get_text(self):
        return self.call('Text.GetText', '(ii)', 0, self.get('Text', 'CharacterCount'))[0]

    def get_extents(self):
        """x, y, width and height, in the window."""
        return self.call('Component.GetExtents', '(u)', Atspi.CoordType.WINDOW)[0]

    def is_enabled(self):
        states, = self.call('Accessible.GetState')
        return bool(states[Atspi.StateType.SENSITIVE // 32] >> Atspi.StateType.SENSITIVE % 32 & 1)

    def has(self, state):
        return bool(self.states[state // 32] >> state % 32 & 1)

    def below(self):
        """All objects in it, and itself."""
        yield self
        for child in self.children:
            yield from child.below()


def find_children(bus, application, asked, known=(), depth=None):
    """The paths of the children of objects, of their children if these are not known, and so on, to a depth: lists by path."""
    children = {}
    while asked and depth != 0:
        lists = bus.call_all(application, asked, 'org.a11y.atspi.Accessible.GetChildren')
        children.update({path: [child for _, child in found] for path, found in lists.items()})
        asked = [child for path in lists for child in children[path] if child not in known]
        depth = depth and depth - 1
    return children


def get_values(bus, application, paths):
    names = bus.call_all(application, paths, 'org.freedesktop.DBus.Properties.Get', '(ss)', 'org.a11y.atspi.Accessible', 'Name')
    roles = bus.call_all(application, paths, 'org.a11y.atspi.Accessible.GetRole')
    states = bus.call_all(application, paths, 'org.a11y.atspi.Accessible.GetState')
    return {path: (names[path], roles[path], states[path]) for path in paths if path in states}


def make(bus, application, values, children, path, parent):
    """An object and all below it."""
    name, role, states = values[path]
    node = Accessible(bus, application, path, name, Atspi.Role(role), states, parent)
    node.children = [make(bus, application, values, children, child, node) for child in children.get(path, []) if child in values]
    return node


def read(bus, application):
    """The root of an application's objects, as they are now."""
    def get_items():
        items, = bus.call(application, CACHE, 'org.a11y.atspi.Cache.GetItems')
        # The root is said to have none.
        parents = [path for (_, path), _, _, _, n_children, *_ in items if n_children != 0 or path == ROOT]
        return parents, {path: (name, role, states) for (_, path), _, _, _, _, _, name, role, _, states in items}

    # The toolkit caches what somebody has asked for, hidden objects as well. So this asks for the children that are there now.
    parents, values = get_items()
    children = find_children(bus, application, parents, values)
    if any(path not in values for path in children):
        _, values = get_items()
    # What has just been shown may be missing from the cache.
    values.update(get_values(bus, application, {child for below in children.values() for child in below}.difference(values)))
    return make(bus, application, values, children, ROOT, None)


def read_again(node, depth=None):
    """An object and all below it, to a depth, as they are now. This is quicker where these are few."""
    bus, application = node.bus, node.application
    children = find_children(bus, application, [node.path], (), depth)
    values = get_values(bus, application, {node.path}.union(*children.values()))
    return make(bus, application, values, children, node.path, node.parent)
