# SPDX-License-Identifier: GPL-3.0-or-later

"""The port on which a browser can be joined: where its WebSocket is, and the WebSocket itself."""

import base64
import hashlib
import json
import select
import socket
import struct

TEXT, CLOSE = 1, 8


class Port:
    """Takes one client. It ends with the client."""

    def __init__(self):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.listener.settimeout(60)
        self.number = self.listener.getsockname()[1]

    def take_request(self):
        self.connection, _ = self.listener.accept()
        self.connection.settimeout(None)
        with self.connection.makefile('rb') as stream:
            lines = [line.decode().strip() for line in iter(stream.readline, b'\r\n')]
        return lines[0].split()[1], {name.lower(): value for name, _, value in (line.partition(': ') for line in lines[1:])}

    def open_session(self):
        """As Firefox does: nothing but the WebSocket is there."""
        path, headers = self.take_request()
        if path == '/json/version':
            self.connection.sendall(b'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
            self.connection.close()
            path, headers = self.take_request()
        assert path == '/session', path
        assert 'origin' not in headers, headers
        self.accept(headers)

    def open(self):
        path, _ = self.take_request()
        assert path == '/json/version', path
        text = json.dumps({'Browser': 'none', 'webSocketDebuggerUrl': f'ws://127.0.0.1:{self.number}/devtools/browser/1'}).encode()
        # A read ends with each chunk.
        chunks = b''.join(b'%x\r\n%s\r\n' % (len(part), part) for part in (text[:20], text[20:], b''))
        self.connection.sendall(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' + chunks)
        self.connection.close()
        _, headers = self.take_request()
        self.accept(headers)

    def accept(self, headers):
        key = hashlib.sha1((headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').encode()).digest()
        self.connection.sendall(b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                                b'Sec-WebSocket-Accept: ' + base64.b64encode(key) + b'\r\n\r\n')

    def send(self, data):
        if len(data) < 126:
            length = bytes([len(data)])
        else:
            length = b'\x7e' + struct.pack('>H', len(data)) if len(data) < 65536 else b'\x7f' + struct.pack('>Q', len(data))
        self.connection.sendall(bytes([0x80 | TEXT]) + length + data)

    def finish(self):
        """Hangs up, once the client has read all: what it has sent that nobody reads would take the rest away from it."""
        self.connection.shutdown(socket.SHUT_WR)
        while self.connection.recv(1 << 16):
            pass

    def has_more(self, seconds):
        """Whether the client sends anything within this time, or hangs up."""
        return bool(select.select([self.connection], [], [], seconds)[0])

    def take(self, length):
        return self.connection.recv(length, socket.MSG_WAITALL)

    def read(self):
        """Yields the client's messages."""
        while len(head := self.take(2)) == 2 and head[0] & 15 != CLOSE:
            length = head[1] & 127
            if length > 125:
                length = struct.unpack('>H', self.take(2))[0] if length == 126 else struct.unpack('>Q', self.take(8))[0]
            mask = self.take(4)
            yield bytes(byte ^ mask[i % 4] for i, byte in enumerate(self.take(length)))
