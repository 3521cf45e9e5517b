"""The engine of its Python package, which has a native library where npm's package has none.

Usage: host.py <folder with the package> <data folder> <socket>

Each connection to the socket is one to the engine. A question is a count of texts and then each
with its size: SQL, format, and names and values of parameters in turn. An answer is a head and its
bytes; the first one of a connection says that it is open. It ends with its standard input, that is
with the process that started it.
"""

import os
import signal
import socket
import struct
import sys
import threading
import time

PACKAGE, FOLDER, SOCKET = sys.argv[1:4]
sys.path.insert(0, PACKAGE)
from chdb import _chdb  # noqa: E402

# Failed or not, size, seconds, rows read, bytes read.
HEAD = struct.Struct("<IIdQQ")
COUNT = struct.Struct("<I")
LOCK_WAITS = 200
LOCK_WAIT_SEC = 0.1
opening = threading.Lock()


def read_all(stream, size):
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def read_question(stream):
    (count,) = COUNT.unpack(read_all(stream, COUNT.size))
    texts = []
    for _ in range(count):
        (size,) = COUNT.unpack(read_all(stream, COUNT.size))
        texts.append(read_all(stream, size).decode())
    return texts


def connect():
    """The process before this one may still be dying, with the folder locked."""
    for wait in range(LOCK_WAITS):
        try:
            return _chdb.connect(FOLDER)
        except RuntimeError:
            if wait == LOCK_WAITS - 1:
                raise
            time.sleep(LOCK_WAIT_SEC)


def answer(connection, texts):
    sql, form, *params = texts
    try:
        result = connection.query(sql, form, params=dict(zip(params[::2], params[1::2])))
    except RuntimeError as error:
        why = str(error).encode()
        return HEAD.pack(1, len(why), 0, 0, 0) + why
    data = result.bytes()
    return HEAD.pack(0, len(data), result.elapsed(), result.rows_read(), result.bytes_read()) + data


def serve(client):
    with opening:
        connection = connect()
    client.sendall(HEAD.pack(0, 0, 0, 0, 0))
    with client.makefile("rb") as stream:
        try:
            while True:
                client.sendall(answer(connection, read_question(stream)))
        except (EOFError, OSError):
            pass
    client.close()
    connection.close()


def accept():
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(SOCKET)
    listening.listen()
    # A first line says that the socket can be connected to.
    os.write(1, b"ready\n")
    while True:
        client, _ = listening.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
while os.read(0, 64):
    pass
# Not exit(): it would wait for the engine's threads.
os.kill(os.getpid(), signal.SIGKILL)
