package innkeeper.logging.rules;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets with which servers were started, by value. A value that no server has any more stays
 * registered for a day, because another program may still print it. The values lie in memory beside
 * the rings, so that a successor of this bundle or process knows them. They are never on disk. Safe
 * for many threads.
 */
public final class ServerSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(ServerSecrets.class);

  static final Duration KEPT_AFTER_USE = Duration.ofDays(1);

  /** The entry in the file for a value of a server that existed when the file was written. */
  private static final String IN_USE = "";

  private final RegisteredSecrets registered;
  private final Function<List<String>, CommandSecrets> commands;
  private final InstantSource clock;
  private final SecretsFile file;

  /** The values by the log's name. */
  private final Map<String, Set<String>> current = new HashMap<>();

  /** The time of expiry of each value that no server has any more, in milliseconds. */
  private final Map<String, Long> ends = new HashMap<>();

  /**
   * Creates an empty set; {@link #recall} fills it.
   *
   * @param commands finds the secrets in a command
   * @param directory the directory in memory; null if it does not exist
   */
  public ServerSecrets(
      RegisteredSecrets registered,
      Function<List<String>, CommandSecrets> commands,
      Path directory,
      InstantSource clock) {
    this.registered = registered;
    this.commands = commands;
    this.clock = clock;
    this.file = new SecretsFile(directory == null ? null : directory.resolve("server-secrets"));
  }

  /** Registers the secrets of a new server, before the first byte of its output is processed. */
  public void started(ServerRecord server) {
    Optional<WrapperEnvironment.Start> start = WrapperEnvironment.of(server);
    if (start.isEmpty()) {
      LOG.warn(
          "server's environment cannot be read, its secrets are redacted by structure only"
              + " channelId={} wrapperPid={}",
          server.channelId(),
          server.wrapper().pid());
      return;
    }
    String project = "project " + server.channelId() + " ";
    Map<String, Set<String>> found = new LinkedHashMap<>();
    WrapperEnvironment.secrets(start.get().environment())
        .forEach((variable, values) -> found.put(project + variable, values));
    commands
        .apply(start.get().command())
        .values()
        .forEach((word, values) -> found.put(project + "argument " + word, values));
    has(server.name(), found);
  }

  /**
   * Replaces the secrets of a log's server.
   *
   * @param secrets all secrets of this server, by their origin
   */
  synchronized void has(String log, Map<String, Set<String>> secrets) {
    Set<String> values = new LinkedHashSet<>();
    secrets.values().forEach(values::addAll);
    registered.register(secrets);
    replace(log, values);
  }

  /** Removes a log to which no server prints any more. */
  public synchronized void gone(String log) {
    if (current.containsKey(log)) {
      replace(log, Set.of());
      current.remove(log);
    }
  }

  private void replace(String log, Set<String> values) {
    Set<String> before = Objects.requireNonNullElse(current.put(log, values), Set.of());
    boolean changed = ends.keySet().removeAll(values);
    if (!values.equals(before)) {
      changed = true;
      Set<String> old = new HashSet<>(before);
      current.values().forEach(old::removeAll);
      long end = clock.millis() + KEPT_AFTER_USE.toMillis();
      old.forEach(value -> ends.put(value, end));
    }
    if (changed) {
      write();
    }
  }

  /** Forgets the values that no server has had for a day. */
  public synchronized void expire() {
    Set<String> due = new HashSet<>();
    ends.forEach(
        (value, end) -> {
          if (end <= clock.millis()) {
            due.add(value);
          }
        });
    if (ends.keySet().removeAll(due)) {
      registered.serverForgot(due);
      write();
    }
  }

  private void write() {
    Map<String, String> entries = new TreeMap<>();
    ends.forEach((value, end) -> entries.put(value, Long.toString(end)));
    current.values().forEach(values -> values.forEach(value -> entries.put(value, IN_USE)));
    try {
      file.replace(entries);
    } catch (IOException e) {
      LOG.warn("secrets of servers will be forgotten with this process", e);
    }
  }

  /**
   * Registers the secrets of a predecessor's servers. It is not known yet which of the servers
   * still run.
   */
  public synchronized void recall() throws IOException {
    long now = clock.millis();
    for (Map.Entry<String, String> entry : file.read()) {
      boolean used = entry.getValue().equals(IN_USE);
      long end = used ? now + KEPT_AFTER_USE.toMillis() : Long.parseLong(entry.getValue());
      if (end > now) {
        ends.put(entry.getKey(), end);
      }
    }
    // The host that registered them has already reported the values that are too short.
    List<String> fit = ends.keySet().stream().filter(s -> Engine.unfit(s).isEmpty()).toList();
    registered.register(Map.of("servers of the host before", fit));
  }
}
