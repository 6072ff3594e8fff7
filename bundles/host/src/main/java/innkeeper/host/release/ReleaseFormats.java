package innkeeper.host.release;

import innkeeper.api.host.Host.HostException;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What a release reads and writes in DATA_DIR: its lib/formats.properties. At each start boot asks
 * the same of DATA_DIR; here it is asked before a host gives way.
 */
final class ReleaseFormats {

  private static final String WRITES = "writes.";

  /** Fields behind the name in /proc/PID/stat. */
  private static final int PARENT = 1;

  private static final int START_TIME = 19;

  private ReleaseFormats() {}

  /**
   * @throws HostException if {@code next} does not read what {@code running} has written
   */
  static void check(Path running, Path next) {
    Properties written = read(running);
    Properties known = read(next);
    for (String key : written.stringPropertyNames()) {
      String name = key.startsWith(WRITES) ? key.substring(WRITES.length()) : "";
      int number = number(written, key);
      int most = number(known, "reads." + name);
      if (!name.isEmpty() && number > most) {
        throw new HostException(
            "%s does not read what %s has written here: %s has format %d, it reads %d at most; nothing was changed; other releases: innkeeper upgrade --list"
                .formatted(
                    Releases.at(next).name(), Releases.at(running).name(), name, number, most));
      }
    }
  }

  /**
   * Whether servers that run are of a format that {@code next} does not read. When none runs any
   * more, the note of that format is taken away.
   *
   * @param run DATA_DIR/run
   * @throws HostException with the names of the servers
   */
  static void checkServers(Path run, Path next) {
    Path formats = run.resolve("formats");
    try {
      Properties written = properties(formats);
      if (number(written, WRITES + "run") <= number(read(next), "reads.run")) {
        return;
      }
      List<String> running = running(run);
      if (!running.isEmpty()) {
        throw new HostException(
            "%s does not read stderr of the servers that run here; nothing was changed; stop them first: innkeeper stop %s"
                .formatted(Releases.at(next).name(), String.join(" ", running)));
      }
      written.remove(WRITES + "run");
      Path half = run.resolve(".formats");
      try (Writer writer = Files.newBufferedWriter(half)) {
        written.store(writer, null);
      }
      Files.move(half, formats, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new HostException(formats + " cannot be read or written: " + e.getMessage(), e);
    }
  }

  /**
   * Servers whose stderr has a FIFO of its own, by run/NAME.id, which has pid and start time of the
   * server. Its wrapper, the parent, holds that FIFO open as descriptor 4.
   */
  private static List<String> running(Path run) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run, "*.id")) {
      for (Path file : files) {
        String[] words = Files.readString(file).strip().split(" ");
        String name = file.getFileName().toString();
        name = name.substring(0, name.length() - ".id".length());
        List<String> stat = stat(words[0]);
        if (words.length == 2
            && stat.size() > START_TIME
            && words[1].equals(stat.get(START_TIME))
            && (isOpen(stat.get(PARENT), "4", name) || isOpen(words[0], "2", name))) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** What follows the program's name in /proc/PID/stat; empty if there is no such process. */
  private static List<String> stat(String pid) {
    try {
      String stat = Files.readString(Path.of("/proc", pid, "stat"), StandardCharsets.ISO_8859_1);
      return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    } catch (IOException gone) {
      return List.of();
    }
  }

  private static boolean isOpen(String pid, String descriptor, String name) {
    try {
      Path open = Files.readSymbolicLink(Path.of("/proc", pid, "fd", descriptor));
      return open.getFileName().toString().startsWith(name + ".err");
    } catch (IOException gone) {
      return false;
    }
  }

  /** A release without the file has format 1 of everything. */
  private static Properties read(Path home) {
    Path file = home.resolve("lib/formats.properties");
    try {
      return properties(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new HostException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static Properties properties(Path file) throws IOException {
    Properties read = new Properties();
    if (Files.isRegularFile(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        read.load(reader);
      }
    }
    return read;
  }

  private static int number(Properties of, String key) {
    try {
      return Integer.parseInt(of.getProperty(key, "1"));
    } catch (NumberFormatException e) {
      throw new HostException("lib/formats.properties: " + key + " is no number", e);
    }
  }
}
