package innkeeper.boot;

import innkeeper.common.file.FileDigest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The jars that the user added: DATA_DIR/surfaces and DATA_DIR/plugins. */
final class UserJars {

  static final String[] FOLDERS = {"surfaces", "plugins"};

  private final Path data;

  UserJars(Path data) {
    this.data = data;
  }

  /** Returns every jar that a start loads, by its path relative to DATA_DIR. */
  SortedMap<String, Path> all() throws IOException {
    return endingIn("", ".jar");
  }

  /** Returns the jars that were set aside. */
  SortedMap<String, Path> failed() throws IOException {
    return endingIn("", ".jar.failed");
  }

  /** Returns the copies of jars that served before. */
  SortedMap<String, Path> previous() throws IOException {
    return endingIn("/previous", ".jar");
  }

  private SortedMap<String, Path> endingIn(String below, String suffix) throws IOException {
    SortedMap<String, Path> jars = new TreeMap<>();
    for (String folder : FOLDERS) {
      for (Path file : files(data.resolve(folder + below), suffix)) {
        jars.put(folder + below + "/" + file.getFileName(), file);
      }
    }
    return jars;
  }

  /** Returns a folder's files with that suffix; an empty list if the folder is missing. */
  static List<Path> files(Path folder, String suffix) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(suffix) && !name.startsWith(".") && Files.isRegularFile(file)) {
          found.add(file);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return found;
  }

  /** Returns the SHA-256 of the content, in hex; a word in its place if it cannot be read. */
  static String digest(Path jar) {
    try {
      return FileDigest.sha256(jar);
    } catch (IOException e) {
      return "unreadable";
    }
  }

  /**
   * Returns the copy of the jar that last served under that file name; the host bundle keeps it.
   */
  Path previous(String name) {
    Path jar = data.resolve(name);
    return jar.resolveSibling("previous").resolve(jar.getFileName());
  }

  /**
   * Renames a jar to NAME.failed, so that no start loads it, and puts the copy that served before
   * in its place. The host bundle reports it in health and in the audit record.
   *
   * @param name relative to DATA_DIR
   */
  void setAside(String name, String why) throws IOException {
    Path jar = data.resolve(name);
    Path copy = previous(name);
    boolean there = Files.exists(jar);
    boolean other = there && Files.exists(copy) && Files.mismatch(copy, jar) >= 0;
    if (there) {
      Path failed = jar.resolveSibling(jar.getFileName() + ".failed");
      Files.move(jar, failed, StandardCopyOption.REPLACE_EXISTING);
    }
    if (other) {
      Path half = jar.resolveSibling("." + jar.getFileName());
      Files.copy(copy, half, StandardCopyOption.REPLACE_EXISTING);
      Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
    }
    leaveNote("surface.deploy", "failed", name, why + (other ? "; the jar before it is back" : ""));
  }

  /** Appends one line for the audit record. The next host that has a store writes it there. */
  void leaveNote(String action, String outcome, String name, String why) throws IOException {
    String line = String.join("\t", action, outcome, name, why.replaceAll("[\t\r\n]+", " ")) + "\n";
    Files.writeString(
        data.resolve("run/notes"),
        line,
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }
}
