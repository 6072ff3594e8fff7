package innkeeper.devkit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the host's log and prints the bundle's own lines, and errors with the bundle's code in
 * their stacks.
 */
final class BundleLog extends Thread {

  private static final long AGAIN_MILLIS = 1_000;

  /** Formats the time of a line in this machine's zone, with its offset. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSXXX", Locale.ROOT);

  private final HostCommands host;
  private final PrintStream out;
  private final ZoneId zone;
  private final JsonFactory json = new JsonFactory();
  private volatile String name = "";
  private volatile String pack = "";
  private volatile Process process;
  private volatile boolean closed;

  BundleLog(HostCommands host, PrintStream out, ZoneId zone) {
    super("log");
    this.zone = zone;
    setDaemon(true);
    this.host = host;
    this.out = out;
  }

  /**
   * Sets the bundle whose lines are printed.
   *
   * @param symbolicName the bundle's symbolic name
   * @param activator its activator class; the package of this class is the bundle's
   */
  void of(String symbolicName, String activator) {
    pack = activator.substring(0, activator.lastIndexOf('.') + 1);
    name = symbolicName;
  }

  @Override
  public void run() {
    try {
      while (!closed) {
        follow();
        Thread.sleep(AGAIN_MILLIS); // no host runs now
      }
    } catch (InterruptedException e) {
      return;
    }
  }

  private void follow() {
    try {
      process = host.start("logs", "--main", "-n", "0", "-f");
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          text(line).ifPresent(out::println);
        }
      }
    } catch (IOException e) {
      if (!closed) {
        out.println("-- the host's log cannot be followed: " + e.getMessage());
      }
    }
  }

  /**
   * Returns a line of bot.log in the form that is printed; empty if the line has nothing to do with
   * the bundle.
   */
  Optional<String> text(String line) throws IOException {
    Map<String, String> fields = fields(line);
    String error = fields.getOrDefault("error", "");
    boolean its = name.equals(fields.get("bundle"));
    boolean inIt = !pack.isEmpty() && error.contains("at " + pack);
    if (name.isEmpty() || !its && !inIt) {
      return Optional.empty();
    }
    String shown =
        "%s %-5s %s"
            .formatted(
                time(fields.getOrDefault("ts", "")),
                fields.getOrDefault("level", ""),
                fields.getOrDefault("msg", ""));
    return Optional.of(visible(error.isEmpty() ? shown : shown + "\n" + error));
  }

  private String time(String utc) {
    try {
      return TIME.format(Instant.parse(utc).atZone(zone));
    } catch (DateTimeException e) {
      return utc; // Any other text of the line is printed unchanged.
    }
  }

  private Map<String, String> fields(String line) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = json.createParser(line)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING && parser.currentName() != null) {
          fields.put(parser.currentName(), parser.getText());
        }
      }
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return Map.of(); // the host prints this before its log begins
    }
    return fields;
  }

  /** Escapes control characters, so that a bundle's text cannot move the cursor. */
  private static String visible(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean hidden = Character.isISOControl(c) && c != '\n' && c != '\t';
      shown.append(hidden ? String.format(Locale.ROOT, "\\u%04x", (int) c) : String.valueOf(c));
    }
    return shown.toString();
  }

  void close() {
    closed = true;
    interrupt();
    if (process != null) {
      process.destroy();
    }
  }
}
