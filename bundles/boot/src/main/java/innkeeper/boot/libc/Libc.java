package innkeeper.boot.libc;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The calls of the C library that Java lacks. The library is loaded at its first use. */
public final class Libc {

  private static final int SET_DESCRIPTOR_FLAGS = 2;
  private static final int CLOSE_ON_EXEC = 1;
  private static final int NO_HANG = 1;
  private static final int READ_WRITE = 2;
  private static final int OWN_READ_WRITE = 0600;

  /** The result of {@link #lock} when another holder has the lock. */
  static final int WOULD_BLOCK = -11;

  private static final int EXCLUSIVE_NOW = 2 | 4;

  private static final short UNIX_FAMILY = 1;
  private static final int DATAGRAMS = 2;
  private static final int CLOSE_ON_EXEC_TYPE = 02000000;
  private static final int DONT_WAIT = 0x40;
  private static final int NO_SIGNAL = 0x4000;

  /** The encoding that Java uses for the bytes of a path. */
  static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

  private final NativeLibrary library;

  private Libc(NativeLibrary library) {
    this.library = library;
    // Found now, because a successor may need them when no memory is left.
    library.getFunction("fcntl");
    library.getFunction("execv");
  }

  /**
   * @param scratch where JNA may unpack its native library, for a moment
   * @throws LinkageError if this platform has no such library
   */
  public static Libc load(Path scratch) {
    return new Libc(library(scratch));
  }

  static NativeLibrary library(Path scratch) {
    System.setProperty("jna.tmpdir", executable(scratch).toString());
    return NativeLibrary.getInstance("c");
  }

  /**
   * Returns the scratch directory, or XDG_RUNTIME_DIR if the file system of scratch is mounted
   * noexec.
   */
  private static Path executable(Path scratch) {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    try {
      Path probe =
          Files.createTempFile(
              scratch,
              "exec",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      // The kernel denies this on a noexec mount, also to root.
      boolean fine = Files.isExecutable(probe);
      Files.delete(probe);
      return fine || runtime == null ? scratch : Path.of(runtime);
    } catch (IOException e) {
      return scratch; // A later write to the directory reports this error.
    }
  }

  /** Calls a function. Returns its result, or a negative errno if it returned a negative number. */
  private int call(String function, Object... arguments) {
    int returned = library.getFunction(function).invokeInt(arguments);
    return returned < 0 ? -Native.getLastError() : returned;
  }

  /** Sets whether a descriptor closes when the program is replaced. */
  public void closeOnExec(int descriptor, boolean close) {
    call("fcntl", descriptor, SET_DESCRIPTOR_FLAGS, close ? CLOSE_ON_EXEC : 0);
  }

  /**
   * Opens a file or directory for reading, closed on exec. Returns its descriptor, or a negative
   * errno.
   */
  int openToRead(Path path) {
    int descriptor = call("open", (path + "\0").getBytes(PATHS), 0);
    if (descriptor >= 0) {
      closeOnExec(descriptor, true);
    }
    return descriptor;
  }

  /** Takes an exclusive flock(2) without waiting. Returns 0, or a negative errno. */
  int lock(int descriptor) {
    return call("flock", descriptor, EXCLUSIVE_NOW);
  }

  void close(int descriptor) {
    call("close", descriptor);
  }

  /** Replaces this program; returns only if that failed. */
  public void execute(String... command) {
    call("execv", command[0], command);
  }

  /** Removes a dead child from the process table. Returns false while the child lives. */
  public boolean reap(long pid) {
    return call("waitpid", (int) pid, null, NO_HANG) != 0;
  }

  /** Creates a FIFO that only this user can use. Returns 0, or a negative errno. */
  public int makeFifo(String path) {
    return call("mkfifo", (path + "\0").getBytes(PATHS), OWN_READ_WRITE);
  }

  /**
   * Sends a signal. Returns 0, or a negative errno.
   *
   * @param target a pid, or a group as a negative number
   */
  public int signal(int target, int number) {
    if (target == 0 || target == -1) {
      throw new IllegalArgumentException("that would be this host's own group, or everybody");
    }
    return call("kill", target, number);
  }

  /**
   * Sends a text as one datagram to a Unix socket, without waiting. Java supports only stream
   * sockets there.
   *
   * @param address a path, or {@code @NAME} in the abstract name space
   * @return 0, or a negative errno
   */
  public int sendDatagram(String address, String text) {
    byte[] name = address.getBytes(PATHS);
    boolean isAbstract = address.startsWith("@");
    // A path ends with a zero byte; an abstract name begins with one.
    ByteBuffer to = ByteBuffer.allocate(Short.BYTES + name.length + (isAbstract ? 0 : 1));
    to.order(ByteOrder.nativeOrder()).putShort(UNIX_FAMILY).put(name);
    if (isAbstract) {
      to.put(Short.BYTES, (byte) 0);
    }
    int socket = call("socket", (int) UNIX_FAMILY, DATAGRAMS | CLOSE_ON_EXEC_TYPE, 0);
    if (socket < 0) {
      return socket;
    }
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      Object[] arguments = {
        socket,
        bytes,
        new NativeLong(bytes.length),
        DONT_WAIT | NO_SIGNAL,
        to.array(),
        to.capacity()
      };
      long sent = library.getFunction("sendto").invokeLong(arguments);
      return sent < 0 ? -Native.getLastError() : 0;
    } finally {
      close(socket);
    }
  }

  /** Makes exit write that text to the file. A killed process writes nothing. */
  public void writeAtExit(Path file, String text) {
    Pointer stream =
        library.getFunction("fopen").invokePointer(new Object[] {file.toString(), "we"});
    if (stream == null) {
      throw new UnsatisfiedLinkError(file + " could not be opened");
    }
    library.getFunction("fputs").invokeInt(new Object[] {text, stream});
  }

  /**
   * Closes a socket that other code of this process owns. Wakes the threads that wait on it, then
   * puts /dev/null in its place, so that its owner can still close the number.
   *
   * @return whether it is closed
   */
  public boolean closeSocket(int descriptor) {
    call("shutdown", descriptor, READ_WRITE);
    int nothing = call("open", "/dev/null", READ_WRITE);
    if (nothing < 0) {
      return false;
    }
    int now = call("dup2", nothing, descriptor);
    close(nothing);
    return now == descriptor;
  }
}
