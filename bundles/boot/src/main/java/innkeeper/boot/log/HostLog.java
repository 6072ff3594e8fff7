package innkeeper.boot.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import innkeeper.boot.disk.DiskReserve;
import innkeeper.boot.disk.StartRoom;
import innkeeper.boot.settings.Environment;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The host's own log, from the first line to the last. Everything passes the engine, then goes to
 * the console and, as JSONL, to bot.log.
 */
public final class HostLog {

  private final Engine baseline = new Engine();
  private final AtomicReference<UnaryOperator<String>> engine =
      new AtomicReference<>(baseline::redact);
  private final BotLog file;
  private final DiskReserve reserve;
  private final Console console;
  private final LoggerContext context;

  private HostLog(BotLog file, DiskReserve reserve, PrintStream console) {
    this.file = file;
    this.console = new Console(console, file::note);
    this.reserve = reserve;
    this.context = (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  public static HostLog open(Path path, Environment environment, PrintStream console)
      throws IOException {
    Path data = path.toAbsolutePath().getParent();
    DiskReserve reserve =
        DiskReserve.at(data.resolve("run/reserve"), StartRoom.bytes(environment.home(), data));
    HostLog log = new HostLog(BotLog.open(path, reserve), reserve, console);
    log.context.reset();
    boolean colour =
        Boolean.getBoolean("innkeeper.tty")
            && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    Logger root = log.context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(started(log, new ConsoleLines(log.console, colour, log::clean)));
    root.addAppender(started(log, new JsonLines(log.file, log::clean)));
    for (String chatty : new String[] {"org.eclipse.jetty", "org.apache.felix", "org.osgi"}) {
      log.context.getLogger(chatty).setLevel(Level.WARN);
    }
    // Its loader logs stacks of failed attempts; the store reports the result in one line.
    log.context.getLogger("org.sqlite").setLevel(Level.OFF);
    log.level(environment.values().get("LOG_LEVEL"));
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    return log;
  }

  private static LogLines started(HostLog log, LogLines appender) {
    appender.setContext(log.context);
    appender.start();
    return appender;
  }

  /** Returns the text redacted by the current engine; by boot's own engine if that one fails. */
  public String clean(String text) {
    try {
      return engine.get().apply(text);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      file.note(
          "redaction by the bundle logging failed, the engine of boot is used: " + e.getClass());
      return baseline.redact(text);
    }
  }

  /** Returns a stream that redacts the output of a bundle's command for a client. */
  public OutputStream cleanStream(OutputStream to) {
    return new CleanBytes(baseline, to);
  }

  /**
   * Redirects stdout and stderr into the log, because the framework and others print without
   * Logback.
   */
  public void guardStandardStreams() {
    System.setOut(guarded("stdout", Level.INFO));
    System.setErr(guarded("stderr", Level.WARN));
  }

  private PrintStream guarded(String name, Level level) {
    org.slf4j.Logger logger = LoggerFactory.getLogger(name);
    Consumer<String> lines = level == Level.INFO ? logger::info : logger::warn;
    return new PrintStream(new CleanLines(baseline, lines), true, StandardCharsets.UTF_8);
  }

  public void error(String message) {
    LoggerFactory.getLogger("innkeeper.boot").error(message);
  }

  public void info(String message) {
    LoggerFactory.getLogger("innkeeper.boot").info(message);
  }

  public void warn(String message) {
    LoggerFactory.getLogger("innkeeper.boot").warn(message);
  }

  /** Sets the console's level; bot.log always records info and above. */
  void level(String word) {
    Level level = Level.toLevel(word.toUpperCase(Locale.ROOT), Level.INFO);
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(level == Level.DEBUG ? Level.DEBUG : Level.INFO);
    root.iteratorForAppenders()
        .forEachRemaining(a -> ((LogLines) a).least(a instanceof JsonLines ? Level.DEBUG : level));
  }

  public void publish(Map<String, Object> map) {
    map.put("engine", engine);
    file.publish(map);
    map.put("reserve", (LongPredicate) reserve::give);
    map.put("log.level", (Consumer<String>) this::level);
  }

  public void close() {
    context.stop();
    console.close();
    file.close();
    reserve.close();
  }
}
