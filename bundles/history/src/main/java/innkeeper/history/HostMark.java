package innkeeper.history;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/**
 * A file that names the host process that samples, or says that it stopped by itself. So the next
 * host knows whether the last one was killed, and whether the machine was restarted since.
 */
final class HostMark {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String RUNNING = "running";

  private final Path file;
  private final String boot;
  private final String process;
  private Optional<Instant> lastSince = Optional.empty();

  HostMark(Path file) throws IOException {
    this(
        file,
        Files.readString(BOOT_ID).strip(),
        ProcessHandle.current().pid()
            + "/"
            + ProcessHandle.current()
                .info()
                .startInstant()
                .map(Object::toString)
                .orElse("unknown"));
  }

  /**
   * @param process distinguishes host processes of one boot
   */
  HostMark(Path file, String boot, String process) {
    this.file = file;
    this.boot = boot;
    this.process = process;
  }

  /** The end of the host process before this one. */
  enum Before {
    /** No host ran in this directory: the file is missing, or was copied from another one. */
    NONE,
    /** The process is the same, and only the bundle was replaced. */
    SAME,
    STOPPED,
    KILLED,
    /** The machine went down while the host ran. */
    MACHINE_DOWN
  }

  /** Reads the mark of the host before, and writes the mark of this one. */
  Before begin() throws IOException {
    Before before = before();
    write(RUNNING);
    return before;
  }

  private Before before() throws IOException {
    if (!Files.isRegularFile(file)) {
      return Before.NONE;
    }
    String[] words = Files.readString(file).strip().split(" ");
    if (words.length < 3) {
      return Before.NONE;
    }
    boolean sameBoot = words[1].equals(boot);
    // Device numbers are valid for one boot. Earlier releases did not write the place.
    if (sameBoot && words.length > 3 && !words[3].equals(place())) {
      return Before.NONE;
    }
    lastSince = since(words[2]);
    if (sameBoot && words[2].equals(process)) {
      return Before.SAME;
    }
    if (!words[0].equals(RUNNING)) {
      return Before.STOPPED;
    }
    return sameBoot ? Before.KILLED : Before.MACHINE_DOWN;
  }

  /** Returns the start of the host process before this one; empty if it left no mark here. */
  Optional<Instant> lastSince() {
    return lastSince;
  }

  private static Optional<Instant> since(String process) {
    try {
      return Optional.of(Instant.parse(process.substring(process.indexOf('/') + 1)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Returns device and inode of the directory, which a copy does not share. */
  private String place() throws IOException {
    Map<String, Object> own = Files.readAttributes(file.getParent(), "unix:dev,ino");
    return own.get("dev") + ":" + own.get("ino");
  }

  void end() throws IOException {
    write("stopped");
  }

  private void write(String word) throws IOException {
    String line = String.join(" ", word, boot, process, place()) + "\n";
    Durable.write(file, line.getBytes(StandardCharsets.UTF_8));
  }
}
