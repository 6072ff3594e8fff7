"""A small file system of its own, and how it is filled."""
import contextlib, os, shutil, subprocess, threading, time


class Volume:
    """A small tmpfs at a folder. Only root can mount one."""

    @staticmethod
    def mount(folder, options):
        """None where it cannot be mounted"""
        os.makedirs(folder, exist_ok=True)
        done = os.geteuid() == 0 and shutil.which("mount") and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "none", folder], capture_output=True).returncode == 0
        return Volume(folder) if done else None

    def __init__(self, folder):
        self.folder = folder

    def unmount(self):
        subprocess.run(["umount", "-l", self.folder])

    @contextlib.contextmanager
    def full(self):
        """to the last byte, once; what is freed meanwhile stays free"""
        ballast = self.folder + "/ballast"
        try:
            with open(ballast, "wb", buffering=0) as f:
                self.write(f)
                yield
        finally:
            os.remove(ballast)

    @contextlib.contextmanager
    def kept_full(self, inodes=False):
        """of bytes or of inodes: what is freed meanwhile is taken at once"""
        folder, done = self.folder + "/ballast", threading.Event()
        os.mkdir(folder)

        def take():
            with open(folder + "/bytes", "wb", buffering=0) as f:
                while not done.wait(0.02):
                    self.take_inodes(folder) if inodes else self.write(f)

        thread = threading.Thread(target=take)
        thread.start()
        try:
            time.sleep(0.5)
            yield
        finally:
            done.set()
            thread.join()
            shutil.rmtree(folder)

    @staticmethod
    def take_inodes(folder):
        try:
            while True:
                os.close(os.open(f"{folder}/{time.monotonic_ns()}", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except OSError:  # none left
            return

    @staticmethod
    def write(f):
        for size in (1 << 20, 4096, 1):
            try:
                while True:
                    f.write(b"x" * size)
            except OSError:  # full, to that size
                continue
