package innkeeper.shell.gogo;

import innkeeper.common.text.NearestWord;
import innkeeper.shell.cli.Bundles;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Outcome;
import innkeeper.shell.cli.ScriptCommand;
import innkeeper.shell.cli.Suspended;
import innkeeper.shell.cli.UnknownWord;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Job;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One Gogo session of one caller. */
final class GogoShell implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GogoShell.class);

  /** The session variable that holds the caller; a leading dot hides it. */
  static final String CALLER = ".innkeeper.caller";

  /** The scopes that are searched for unscoped names, in this order. */
  private static final String SCOPES = "inn:felix:gogo:*";

  private static final Set<String> FELIX = Set.of("felix", "gogo", "scr");

  private static final String START = "felix:start ";

  /** The longest wait until an interrupted job ends. */
  private static final long GIVE_UP_MS = 2_000;

  private final CommandProcessor processor;
  private final Bundles bundles;
  private final CommandSession session;
  private final CleanOutput out;
  private final CleanOutput err;

  GogoShell(CommandProcessor processor, Caller caller, InputStream input, Bundles bundles) {
    this.processor = processor;
    this.bundles = bundles;
    this.out = new CleanOutput(caller.out());
    this.err = new CleanOutput(caller.err());
    session =
        processor.createSession(
            out.after(input),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    session.put("SCOPE", SCOPES);
    session.put(CALLER, caller);
    session.currentDir(caller.directory());
  }

  CommandProcessor processor() {
    return processor;
  }

  /** Returns all commands as {@code scope:name}. */
  List<String> commands() {
    List<String> names = new ArrayList<>();
    if (session.get(".commands") instanceof Collection<?> all) {
      for (Object name : all) {
        // Another bundle's service may have any name; a name that cannot be typed is
        // skipped.
        if (isName(String.valueOf(name))) {
          names.add(String.valueOf(name));
        }
      }
    }
    return names;
  }

  /**
   * Runs words as one command, and passes each word unchanged. A single word with spaces is run as
   * a line.
   */
  Outcome words(List<String> words) throws Suspended {
    if (words.size() == 1 && words.get(0).indexOf(' ') >= 0) {
      return line(words.get(0));
    }
    if (!isName(words.get(0)) || isMeantForUs(words.get(0))) {
      return unknown(words.get(0));
    }
    StringBuilder line = new StringBuilder(words.get(0));
    for (String word : words.subList(1, words.size())) {
      line.append(' ').append(quoted(word));
    }
    return line(line.toString());
  }

  /**
   * Returns whether users type that word for one of our commands, while only Felix has a command of
   * that name. Felix's command still runs with its scope before the name.
   */
  private boolean isMeantForUs(String word) {
    return UnknownWord.meant(word).isPresent()
        && commands().stream()
            .filter(command -> command.endsWith(":" + word))
            .allMatch(command -> FELIX.contains(command.substring(0, command.indexOf(':'))));
  }

  /** Runs a line in Gogo's language and prints its result. */
  Outcome line(String line) throws Suspended {
    try {
      Object result = session.execute(named(line));
      if (result != null) {
        CharSequence text = session.format(result, Converter.INSPECT);
        session.getConsole().println(text);
      }
      return new Outcome(Outcome.DONE, "");
    } catch (Suspended e) {
      throw e;
    } catch (GogoFunction.Failure e) {
      return e.outcome();
    } catch (InterruptedException e) {
      giveUp();
      return new Outcome(Outcome.CANCELLED, "");
    } catch (Exception e) {
      return failure(e, line);
    } finally {
      end();
    }
  }

  private void end() {
    session.getConsole().flush();
    try {
      out.end();
      err.end();
    } catch (IOException e) {
      LOG.debug("client has gone before a command's last output", e);
    }
  }

  private Outcome failure(Exception e, String line) {
    // Gogo's own exceptions are matched by name, because its implementation package is not
    // imported.
    String kind = e.getClass().getSimpleName();
    String message = e.getMessage() == null ? "" : firstLine(e.getMessage());
    if (message.startsWith("Cannot coerce ")) {
      Optional<String> missing =
          message.contains("Bundle") ? missingBundle(line) : Optional.empty();
      if (missing.isPresent()) {
        return Outcome.saying(Outcome.USAGE, missing.get());
      }
      String name = message.substring("Cannot coerce ".length()).split("\\(", 2)[0];
      return Outcome.saying(
          Outcome.USAGE, name + " does not take these words; see: innkeeper felix:help " + name);
    }
    return switch (kind) {
      case "CommandNotFoundException" -> unknown(message.substring(message.lastIndexOf(' ') + 1));
      case "EOFError", "SyntaxError" ->
          Outcome.saying(Outcome.USAGE, "the line cannot be read: " + message);
      default ->
          message.isEmpty()
              ? Outcome.failure("shell", e)
              : Outcome.saying(Outcome.REFUSED, message);
    };
  }

  /**
   * Returns a message about the word of a Felix command that is not a bundle; the converter cannot
   * report it to Gogo.
   */
  private Optional<String> missingBundle(String line) {
    return Stream.of(line.split(" "))
        .skip(1)
        .filter(word -> isName(word) && !word.startsWith("-"))
        .filter(word -> bundles.id(word).isEmpty())
        .findFirst()
        .map(word -> "unknown bundle " + word + NearestWord.hint(word, bundles.names()));
  }

  private static String firstLine(String text) {
    String s = text.strip();
    int end = s.indexOf('\n');
    return end < 0 ? s : s.substring(0, end);
  }

  private Outcome unknown(String name) {
    List<String> known = new ArrayList<>();
    commands().forEach(command -> known.add(command.substring(command.indexOf(':') + 1)));
    ScriptCommand.ALL.forEach(row -> known.add(row.name()));
    if (ScriptCommand.find(name).isPresent()) {
      return Outcome.saying(
          Outcome.USAGE,
          name + " is not run inside a host; type it in a terminal: innkeeper " + name);
    }
    String message = UnknownWord.message(name, known);
    String felix =
        commands().stream()
            .filter(command -> command.endsWith(":" + name))
            .findFirst()
            .map(command -> "; Felix's command is: innkeeper " + command)
            .orElse("");
    return Outcome.saying(
        Outcome.USAGE,
        message
            + (message.endsWith("?") ? " What there is: " : "; what there is: ")
            + "innkeeper help"
            + felix);
  }

  /**
   * Interrupts the jobs. Gogo runs a line on its own thread, which does not notice our interrupt.
   */
  private void giveUp() {
    session.jobs().forEach(Job::interrupt);
    long deadline = System.nanoTime() + GIVE_UP_MS * 1_000_000;
    while (stuck() && System.nanoTime() < deadline) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Returns whether an interrupted job still runs; then this session cannot take another one. */
  boolean stuck() {
    return session.foregroundJob() != null;
  }

  Path directory() {
    return session.currentDir().toAbsolutePath();
  }

  /** Replaces names of bundles by numbers, because felix:start takes numbers and URLs only. */
  private String named(String line) {
    if (!line.startsWith(START)) {
      return line;
    }
    StringBuilder out = new StringBuilder("felix:start");
    for (String word : line.substring(START.length()).split(" ", -1)) {
      OptionalLong id = bundles.id(word);
      out.append(' ').append(id.isPresent() ? Long.toString(id.getAsLong()) : word);
    }
    return out.toString();
  }

  /** Returns whether a word can be a command's name, without any special character of Gogo. */
  private static boolean isName(String word) {
    return word.matches("[A-Za-z0-9._/:-]+");
  }

  /** Returns the word in a form that Gogo's parser converts back to the same word. */
  private static String quoted(String word) {
    boolean bare = word.matches("[A-Za-z0-9._/-]+");
    return bare ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @Override
  public void close() {
    session.jobs().forEach(Job::interrupt);
    session.close();
  }
}
