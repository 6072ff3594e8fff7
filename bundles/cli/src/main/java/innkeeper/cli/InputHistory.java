package innkeeper.cli;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The lines typed before, in a file that only the owner can read. */
final class InputHistory {

  private static final int KEPT = 1000;

  private final Path file;
  private final List<String> lines = new ArrayList<>();

  /** Options and members whose values are probably secrets. */
  private static final Pattern SECRET =
      Pattern.compile("--(env|secret-env|forget)[ =]|\\b(env|secretEnv)(\\.[A-Za-z0-9_]+)?=");

  /**
   * Reads the file. An unreadable file gives an empty history, because the shell works without one.
   */
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
   * Returns whether a line may be kept. It rejects lines that begin with a space, and lines that
   * set variables or name values to redact, because they probably contain secrets.
   */
  static boolean keeps(String line) {
    return !line.isBlank() && !line.startsWith(" ") && !SECRET.matcher(line).find();
  }

  /**
   * @return the reason why the line could not be written, or ""
   */
  String add(String line) {
    if (!keeps(line) || !lines.isEmpty() && lines.get(lines.size() - 1).equals(line)) {
      return "";
    }
    lines.add(line);
    trim();
    try {
      if (!Files.exists(file)) {
        Durable.create(file);
      }
      if (lines.size() == KEPT) {
        Files.write(file, lines, StandardOpenOption.TRUNCATE_EXISTING);
      } else {
        Files.write(file, List.of(line), StandardOpenOption.APPEND);
      }
      return "";
    } catch (IOException e) {
      return "history is not kept in " + file + ": " + e.getMessage();
    }
  }

  /**
   * Returns the index of the newest line up to {@code before} that contains the text; -1 if no line
   * does.
   */
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
