"""Numbered lines, fast: a server that writes them, and what became of them in its log.

Each line has the same length and holds its number, so whole megabytes are compared at once; only
where they differ is looked at lines."""
import gzip, os

PAD = b" the quick brown fox jumps over the lazy dog and back again to the other side"
BLOCK = 10_000

WRITER = """
import os, sys, time
pad = sys.argv[1].encode()
rate, most = float(sys.argv[2]) * 1e6, int(sys.argv[3])
template = b"".join(b"n=@@@@@@%04d" % i + pad + b"\\n" for i in range(10000))
start, sent, k = time.monotonic(), 0, 0
while k * 10000 < most:
    view = memoryview(template.replace(b"@@@@@@", b"%06d" % k))
    k += 1
    while view:
        n = os.write(1, view[:65536])
        view = view[n:]
        sent += n
        ahead = sent / rate - (time.monotonic() - start)
        if ahead > 0.005:
            time.sleep(ahead)
        elif ahead < -1:
            start, sent = time.monotonic(), 0
while True:
    time.sleep(3600)
"""


def command(python, script, pad, rate, lines):
    return [python, script, pad.decode(), str(rate), str(lines)]


class Expected:
    def __init__(self, pad):
        self.template = b"".join(b"n=@@@@@@%04d" % i + pad + b"\n" for i in range(BLOCK))
        self.line = len(self.template) // BLOCK
        self.k, self.block, self.at = -1, b"", 0

    def take(self, size):
        """The next bytes, at most so many."""
        if self.at == len(self.block):
            self.k += 1
            self.block, self.at = self.template.replace(b"@@@@@@", b"%06d" % self.k), 0
        part = self.block[self.at:self.at + size]
        self.at += len(part)
        return part


def compare(files, pad, first=0):
    """Lines in the files, oldest file first, and what is wrong with them. first: the number of the
    oldest line that is still wanted, None for whatever the oldest is."""
    found = dict(lines=0, lost=0, doubled=0, torn=0)
    size = len(b"n=0000000000" + pad + b"\n")
    expected = Expected(pad)
    if first is None:
        first = next((int(line[2:12]) for path in files for line in opened(path)), 0)
    expected.k = first // BLOCK - 1
    if first % BLOCK:
        expected.take(0)
        expected.at = first % BLOCK * size
    for path in files:
        with opened(path) as f:
            while data := f.read(1 << 20):
                at = 0
                while at < len(data):
                    part = expected.take(len(data) - at)
                    if data[at:at + len(part)] != part:
                        return slowly(files, pad, first)
                    at += len(part)
                found["lines"] += data.count(b"\n")
    return found


def opened(path):
    return gzip.open(path) if path.endswith(".gz") else open(path, "rb")


def slowly(files, pad, first, say=True):
    found = dict(lines=0, lost=0, doubled=0, torn=0)
    expected, size = first, len(b"n=0000000000" + pad + b"\n")
    for path in files:
        with opened(path) as f:
            for line in f:
                found["lines"] += 1
                if len(line) != size or not line[2:12].isdigit() or not line.endswith(pad + b"\n"):
                    found["torn"] += 1
                    if say and found["torn"] < 4:
                        print("torn:", os.path.basename(path), line[:120])
                    continue
                n = int(line[2:12])
                if n != expected:
                    say and print("expected", expected, "found", n, "in", os.path.basename(path))
                    found["lost" if n > expected else "doubled"] += abs(n - expected)
                expected = n + 1
    return found
