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

/** Follows the host's log and prints what the bundle logs, and the errors that its code is in. */
final class BundleLog extends Thread {

  private static final long AGAIN_MILLIS = 1_000;

  /** The time of a line, in the zone of this machine with its offset. */
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
   * @param symbolicName of the bundle
   * @param activator its class; its package is the bundle's
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
        Thread.sleep(AGAIN_MILLIS); // no host now
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

  /** A line of bot.log as it is shown; empty if it is none of the bundle's. */
  Optional<String> text(String line) throws IOException {
    Map<String, String> fields = fields(line);
    String error = fields.getOrDefault("error", "");
    boolean its = name.equals(fields.get("bundle"));
    boolean inIt = !pack.isEmpty() && error.contains("at " + pack);
    if (name.isEmpty() || !its && !inIt) {
      return Optional.empty();
    }
    String shown =
        time(fields.getOrDefault("ts", ""))
            + " "
            + String.format(Locale.ROOT, "%-5s", fields.getOrDefault("level", ""))
            + " "
            + fields.getOrDefault("msg", "");
    return Optional.of(visible(error.isEmpty() ? shown : shown + "\n" + error));
  }

  private String time(String utc) {
    try {
      return TIME.format(Instant.parse(utc).atZone(zone));
    } catch (DateTimeException e) {
      return utc; // Whatever the line says instead is shown.
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
      return Map.of(); // the host's first words, before its log
    }
    return fields;
  }

  /** What a bundle logs cannot move the cursor. */
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
