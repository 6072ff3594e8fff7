package innkeeper.common.file;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a project's env file with lines KEY=VALUE. Blank lines and {@code #} comments are skipped.
 * A leading {@code export } is allowed. One pair of quotes around the value is removed. Values are
 * not expanded. No message contains a value.
 */
public final class EnvFile {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private EnvFile() {}

  /**
   * Reads the variables of a file.
   *
   * @return values by name, in the order of the file
   * @throws IOException if the file cannot be read or has another form; its message is one line
   *     with the file and the mistake
   */
  public static Map<String, String> read(Path file) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new IOException("env file not found: " + file + "; make it or change envFile", e);
    } catch (AccessDeniedException e) {
      throw new IOException(
          "permission denied: env file " + file + " cannot be read by this user", e);
    } catch (MalformedInputException e) {
      throw new IOException("env file " + file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new IOException(
          "env file cannot be read: "
              + file
              + (Files.isDirectory(file)
                  ? " is a directory"
                  : " (" + e.getClass().getSimpleName() + ")"),
          e);
    }
    Map<String, String> values = new LinkedHashMap<>();
    int number = 0;
    for (String line : lines) {
      number++;
      String s = line.strip();
      if (s.isEmpty() || s.startsWith("#")) {
        continue;
      }
      s = s.startsWith("export ") ? s.substring(7).stripLeading() : s;
      int equals = s.indexOf('=');
      if (equals < 1 || !NAME.matcher(s.substring(0, equals)).matches() || s.indexOf(0) >= 0) {
        throw new IOException(
            "env file "
                + file
                + " line "
                + number
                + " is no KEY=VALUE; allowed: letters, digits, _");
      }
      values.put(s.substring(0, equals), unquote(s.substring(equals + 1).strip()));
    }
    return values;
  }

  private static String unquote(String value) {
    if (value.length() > 1) {
      char first = value.charAt(0);
      if ((first == '"' || first == '\'') && value.charAt(value.length() - 1) == first) {
        return value.substring(1, value.length() - 1);
      }
    }
    return value;
  }
}
