package innkeeper.logging.rules;

import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets by value. Those registered at run time also lie in memory beside the rings, so that a
 * successor of this bundle or process knows them before it prints anything. On disk are only those
 * that an operator keeps.
 */
public final class RegisteredSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(RegisteredSecrets.class);

  /** Each takes about 8 KiB of the host's heap, for all its encodings. */
  private static final int MOST = 10_000;

  private final Engine engine;
  private final Optional<SecretsFile> file;
  private final KeptSecrets kept;

  /** Those that are not forgotten while this process lives. */
  private final Set<String> lasting = ConcurrentHashMap.newKeySet();

  /**
   * @param directory in memory; null if there is none
   */
  public RegisteredSecrets(Engine engine, Path directory, KeptSecrets kept) {
    this.engine = engine;
    this.file = Optional.ofNullable(directory).map(d -> new SecretsFile(d.resolve("literals")));
    this.kept = kept;
  }

  /**
   * Registers what is read again at the next start, in one step: each step costs a copy of all that
   * is registered.
   *
   * @param secrets by the place they come from
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

  /** Those of servers, by where they come from; they may be forgotten again. */
  void server(Map<String, ? extends Collection<String>> secrets) {
    register(secrets);
  }

  void serverForgot(Set<String> secrets) {
    engine.forget(
        secrets.stream().filter(value -> !lasting.contains(value)).collect(Collectors.toSet()));
  }

  private void register(Map<String, ? extends Collection<String>> secrets) {
    for (String warning : engine.register(secrets)) {
      LOG.warn("secret cannot be looked for by value {}", warning);
    }
  }

  /** At run time: known to successors until the machine ends. */
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

  /** At run time, and for good. What cannot be looked for is not kept. */
  public Collection<String> keep(String source, Collection<String> secrets) throws IOException {
    Collection<String> warnings = register(source, secrets);
    kept.add(secrets.stream().map(String::strip).filter(s -> Engine.unfit(s).isEmpty()).toList());
    return warnings;
  }

  private synchronized void append(String source, String secret) {
    if (file.isEmpty()) {
      return;
    }
    try {
      file.get().append(source, secret);
    } catch (IOException e) {
      LOG.warn("registered secret will be forgotten with this process source={}", source, e);
    }
  }

  /** Registers what a predecessor was given at run time. */
  public void recall() throws IOException {
    if (file.isPresent()) {
      learn(
          file.get().read().stream()
              .collect(
                  Collectors.groupingBy(
                      Map.Entry::getKey,
                      Collectors.mapping(Map.Entry::getValue, Collectors.toList()))));
    }
  }

  /** Registers what an operator keeps. */
  public void recallKept() throws IOException {
    learn(Map.of(kept.file().toString(), kept.read()));
  }
}
