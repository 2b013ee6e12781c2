#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gallery.py: a window of pictures that are decoded in tasks, by priority.

Pictures that can be seen come first, then the others; one that is clicked is urgent. What is left is given up when the window is closed.
With --check, clicks on the last picture at once, and says when it came. With --leave, closes the window soon, and says what is left to do.
"""

import sys

import gi

gi.require_version('Gdk', '4.0')
gi.require_version('GdkPixbuf', '2.0')
gi.require_version('Gtk', '4.0')
gi.require_version('Loopscope', '1')
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk, Loopscope

N_PICTURES, N_COLUMNS = 60, 6
WIDTH, HEIGHT, SCALE = 160, 120, 3
PIECE = 2000
Priority = Loopscope.TaskPriority

scheduler = Loopscope.Scheduler.get_thread_default()


# A picture that nobody has to ship: a pattern, as PNG.
def make_file(number):
    width, height = WIDTH * SCALE, HEIGHT * SCALE
    row = bytes((x * (number + 1) // 7 + 5 * c) & 255 for x in range(width) for c in range(3))
    pixels = b''.join(bytes(value ^ y & 255 for value in row) for y in range(height))
    texture = Gdk.MemoryTexture.new(width, height, Gdk.MemoryFormat.R8G8B8, GLib.Bytes.new(pixels), width * 3)
    return texture.save_to_png_bytes().get_data()


class Picture(Gtk.Picture):
    def __init__(self, gallery, file):
        super().__init__(width_request=WIDTH, height_request=HEIGHT)
        self.gallery = gallery
        self.file = file
        self.controller = None
        self.loader = GdkPixbuf.PixbufLoader()
        self.offset = 0
        click = Gtk.GestureClick()
        click.connect('pressed', lambda *args: self.hurry(Priority.USER_BLOCKING))
        self.add_controller(click)

    def begin(self, priority):
        self.controller = Loopscope.TaskController(loop=scheduler.get_loop(), priority=priority)
        options = Loopscope.PostTaskOptions()
        options.signal = self.controller.props.signal
        # Who aborts the task does not want to hear of it: so no promise that nobody handles.
        scheduler.post_task_async(options, self.decode)

    # The rest of a picture that waits has the new priority as well.
    def hurry(self, priority):
        if self.controller.props.signal.props.priority != Priority.USER_BLOCKING:
            self.controller.set_priority(priority)

    def leave(self):
        if self.controller:
            self.controller.abort(None)

    def decode(self, argument, result, *data):
        start = GLib.get_monotonic_time()
        while self.offset < len(self.file) and GLib.get_monotonic_time() - start < PIECE:
            self.loader.write(self.file[self.offset:self.offset + 1024])
            self.offset += 1024
        if self.offset < len(self.file):
            # “yield” is a word of Python: the method is yield_(). The result of the task is that of the rest.
            result.set_promise(scheduler.yield_(None).then(self.decode))
        else:
            self.show_picture()
        return Loopscope.Completion.NORMAL

    def show_picture(self):
        self.loader.close()
        small = self.loader.get_pixbuf().scale_simple(WIDTH, HEIGHT, GdkPixbuf.InterpType.BILINEAR)
        self.set_paintable(Gdk.Texture.new_for_pixbuf(small))
        self.gallery.on_shown(self)


class Gallery(Gtk.Window):
    def __init__(self):
        super().__init__(default_width=N_COLUMNS * (WIDTH + 6) + 20, default_height=4 * HEIGHT)
        files = [make_file(i) for i in range(6)]
        self.pictures = [Picture(self, files[i % len(files)]) for i in range(N_PICTURES)]
        self.shown = []
        grid = Gtk.Grid(row_spacing=6, column_spacing=6)
        for i, picture in enumerate(self.pictures):
            grid.attach(picture, i % N_COLUMNS, i // N_COLUMNS, 1, 1)
        scrolled = Gtk.ScrolledWindow(child=grid)
        self.adjustment = scrolled.get_vadjustment()
        self.set_child(scrolled)

    def find_priority(self, index):
        top = index // N_COLUMNS * (HEIGHT + 6)
        value = self.adjustment.get_value()
        is_visible = top + HEIGHT > value and top < value + self.adjustment.get_page_size()
        return Priority.USER_VISIBLE if is_visible else Priority.BACKGROUND

    def begin(self):
        for i, picture in enumerate(self.pictures):
            picture.begin(self.find_priority(i))
        self.adjustment.connect('value-changed', self.on_scrolled)
        if '--leave' in sys.argv:
            GLib.timeout_add(20, self.close)
        if '--check' in sys.argv:
            self.pictures[-1].hurry(Priority.USER_BLOCKING)

    def on_scrolled(self, adjustment):
        for i, picture in enumerate(self.pictures):
            picture.hurry(self.find_priority(i))

    # What has not been decoded never will be, and nothing keeps the pictures alive.
    def do_close_request(self):
        for picture in self.pictures:
            picture.leave()
        main_loop.quit()
        return False

    def on_shown(self, picture):
        self.shown.append(picture)
        if '--check' in sys.argv and len(self.shown) == N_PICTURES:
            if self.shown[0] == self.pictures[-1]:
                print('the clicked one came first')
            print(f'{len(self.shown)} pictures')
            main_loop.quit()


if not Gtk.init_check():
    sys.exit('There is no display')
main_loop = GLib.MainLoop()
gallery = Gallery()
gallery.present()
# Once the window is there.
GLib.timeout_add(300, gallery.begin)
main_loop.run()
if '--leave' in sys.argv:
    scheduler.get_loop().perform_microtask_checkpoint()
    print('all were shown' if len(gallery.shown) == N_PICTURES else 'left before all were shown')
    print('nothing is left to do' if scheduler.get_loop().is_idle() else 'something is left to do')
