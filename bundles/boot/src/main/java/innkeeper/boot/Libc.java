package innkeeper.boot;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

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
    System.setProperty("jna.tmpdir", executable(scratch).toString());
    return new Libc(NativeLibrary.getInstance("c"));
  }

  /** That directory, or one of the user's in memory where its file system is mounted noexec. */
  private static Path executable(Path scratch) {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    try {
      Path probe =
          Files.createTempFile(
              scratch,
              "exec",
              "",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      // The kernel denies this where the mount says noexec, to root as well.
      boolean fine = Files.isExecutable(probe);
      Files.delete(probe);
      return fine || runtime == null ? scratch : Path.of(runtime);
    } catch (IOException e) {
      return scratch; // What cannot be written there is said when it is.
    }
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
