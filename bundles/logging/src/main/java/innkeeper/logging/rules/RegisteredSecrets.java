package innkeeper.logging.rules;

import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets that are known by value. Values that were registered at run time also lie in memory
 * beside the rings. So a successor of this bundle or process knows them before it prints a line.
 * The disk contains only those that an operator registered permanently.
 */
public final class RegisteredSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(RegisteredSecrets.class);

  /**
   * The maximum number of values; each takes about 8 KiB of the host's heap, for all its encodings.
   */
  private static final int MOST = 10_000;

  private final Engine engine;
  private final SecretsFile file;

  /**
   * The file redact.keep in DATA_DIR: the values that an operator registered permanently, one per
   * line. A deleted line is forgotten when the host starts again.
   */
  private final Path kept;

  /** The values that are not forgotten while this process lives. */
  private final Set<String> lasting = ConcurrentHashMap.newKeySet();

  /**
   * Creates an empty registry; {@link #recall} and {@link #recallKept} fill it.
   *
   * @param directory the directory in memory; null if it does not exist
   */
  public RegisteredSecrets(Engine engine, Path directory, Path dataDir) {
    this.engine = engine;
    this.file = new SecretsFile(directory == null ? null : directory.resolve("literals"));
    this.kept = dataDir.resolve("redact.keep");
  }

  /**
   * Registers secrets that are read again at the next start. It does so in one step, because each
   * step copies all registered values.
   *
   * @param secrets the values, by their origin
   */
  public void learn(Map<String, ? extends Collection<String>> secrets) {
    Map<String, List<String>> fresh = new LinkedHashMap<>();
    secrets.forEach(
        (source, values) ->
            values.stream()
                .filter(lasting::add)
                .forEach(
                    value -> fresh.computeIfAbsent(source, key -> new ArrayList<>()).add(value)));
    if (!fresh.isEmpty()) {
      register(fresh);
    }
  }

  /** Registers the secrets of the host's own environment. */
  public void learnFrom(Map<String, String> environment) {
    Map<String, Collection<String>> secrets = new LinkedHashMap<>();
    environment.forEach(
        (name, value) ->
            secrets.put("environment of the host " + name, SecretNames.secrets(name, value)));
    learn(secrets);
  }

  void serverForgot(Set<String> secrets) {
    engine.forget(
        secrets.stream().filter(value -> !lasting.contains(value)).collect(Collectors.toSet()));
  }

  /** Registers secrets by their origin; those of servers may be forgotten again. */
  void register(Map<String, ? extends Collection<String>> secrets) {
    for (String warning : engine.register(secrets)) {
      LOG.warn("secret cannot be searched by value {}", warning);
    }
  }

  /** Registers values at run time; successors know them until the machine is shut down. */
  public Collection<String> register(String source, Collection<String> secrets) {
    long fresh = secrets.stream().distinct().filter(s -> !lasting.contains(s)).count();
    if (lasting.size() + fresh > MOST) {
      throw new IllegalArgumentException(
          "nothing was registered: "
              + lasting.size()
              + " values are registered, and "
              + fresh
              + " more would make more than "
              + MOST
              + "; values of one form need one row in conf/redaction instead, see innkeeper help"
              + " redact");
    }
    Collection<String> warnings = engine.register(source, secrets);
    for (String secret : secrets) {
      if (!secret.isEmpty() && lasting.add(secret)) {
        append(source, secret);
      }
    }
    return warnings;
  }

  /**
   * Registers values at run time and permanently. A value that the engine cannot search for is not
   * stored.
   */
  public Collection<String> keep(String source, Collection<String> secrets) throws IOException {
    Collection<String> warnings = register(source, secrets);
    store(secrets.stream().map(String::strip).filter(s -> Engine.unfit(s).isEmpty()).toList());
    return warnings;
  }

  /** Adds values to the file; they are on disk when this returns. */
  private synchronized void store(Collection<String> values) throws IOException {
    Set<String> all = new LinkedHashSet<>(kept());
    if (all.addAll(values)) {
      SecretsFile.replace(kept, String.join("\n", all) + "\n");
    }
  }

  private List<String> kept() throws IOException {
    return SecretsFile.isThere(kept)
        ? Files.readAllLines(kept).stream().filter(line -> !line.isBlank()).toList()
        : List.of();
  }

  private synchronized void append(String source, String secret) {
    try {
      file.append(source, secret);
    } catch (IOException e) {
      LOG.warn("registered secret will be forgotten with this process source={}", source, e);
    }
  }

  /** Registers the values that a predecessor received at run time. */
  public void recall() throws IOException {
    learn(
        file.read().stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList()))));
  }

  /** Registers the values that an operator registered permanently. */
  public void recallKept() throws IOException {
    learn(Map.of(kept.toString(), kept()));
  }
}
