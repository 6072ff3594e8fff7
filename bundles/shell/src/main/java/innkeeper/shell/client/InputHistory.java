package innkeeper.shell.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Lines typed before, in a file only their owner reads. */
final class InputHistory {

  private static final int KEPT = 1000;

  private final Path file;
  private final List<String> lines = new ArrayList<>();

  /** A file that cannot be read is an empty history; the shell works without. */
  InputHistory(Path file) {
    this.file = file;
    try {
      if (Files.isRegularFile(file)) {
        lines.addAll(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList());
      }
    } catch (IOException e) {
      lines.clear();
    }
    trim();
  }

  List<String> lines() {
    return lines;
  }

  /**
   * Whether a line may be kept: not one that begins with a space, nor one that sets environment
   * values, which are likely secrets.
   */
  static boolean keeps(String line) {
    return !line.isBlank()
        && !line.startsWith(" ")
        && !line.contains("--env ")
        && !line.contains("--env=");
  }

  /**
   * @return what went wrong with writing it down, or ""
   */
  String add(String line) {
    if (!keeps(line) || !lines.isEmpty() && lines.get(lines.size() - 1).equals(line)) {
      return "";
    }
    lines.add(line);
    trim();
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      if (lines.size() == KEPT) {
        Files.write(file, lines, StandardOpenOption.TRUNCATE_EXISTING);
      } else {
        Files.write(file, List.of(line), StandardOpenOption.APPEND);
      }
      return "";
    } catch (IOException | UnsupportedOperationException e) {
      return "history is not kept in " + file + ": " + e.getMessage();
    }
  }

  /** The newest line up to {@code before} that holds the text; -1 for none. */
  int find(String text, int before) {
    for (int i = Math.min(before, lines.size() - 1); i >= 0; i--) {
      if (lines.get(i).contains(text)) {
        return i;
      }
    }
    return -1;
  }

  private void trim() {
    while (lines.size() > KEPT) {
      lines.remove(0);
    }
  }
}
