package innkeeper.boot;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;

/** The three calls of the C library that Java has not. Loaded only when one is needed. */
final class Libc {

  private static final int SET_DESCRIPTOR_FLAGS = 2;
  private static final int CLOSE_ON_EXEC = 1;
  private static final int NO_HANG = 1;

  private final Function fcntl;
  private final Function execv;
  private final Function waitpid;

  private Libc(NativeLibrary library) {
    fcntl = library.getFunction("fcntl");
    execv = library.getFunction("execv");
    waitpid = library.getFunction("waitpid");
  }

  /**
   * @param scratch where JNA may unpack what it loads, for a moment
   * @throws LinkageError if this platform has none
   */
  static Libc load(Path scratch) {
    System.setProperty("jna.tmpdir", scratch.toString());
    return new Libc(NativeLibrary.getInstance("c"));
  }

  /** Whether a descriptor closes when the program is replaced. */
  void closeOnExec(int descriptor, boolean close) {
    fcntl.invokeInt(new Object[] {descriptor, SET_DESCRIPTOR_FLAGS, close ? CLOSE_ON_EXEC : 0});
  }

  /** Replaces this program; returns only if that failed. */
  void execute(String... command) {
    execv.invokeInt(new Object[] {command[0], command});
  }

  /** Takes a dead child off the process table; whether it is one no more. */
  boolean reap(long pid) {
    return waitpid.invokeInt(new Object[] {(int) pid, null, NO_HANG}) != 0;
  }
}
