package innkeeper.boot;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The data of {@link StartRecord} and its rules. Jars are named relative to DATA_DIR and identified
 * by their digest: a replaced jar is another jar.
 */
final class StartState {

  private enum Phase {
    /** No jar changed since the last good start. */
    CALM,
    /** The host is not ready yet. */
    STARTING,
    /** The host is ready, with jars that are not yet part of a good start. */
    SETTLING,
    /** A bundle ended the host, and the host noticed it. */
    DIED
  }

  private final boolean known;
  private Phase phase = Phase.CALM;
  private final Map<String, String> good = new TreeMap<>();
  private final Map<String, String> changed = new TreeMap<>();

  /** The digest and the number of deaths, by name. */
  private final Map<String, String> deaths = new TreeMap<>();

  private StartState(boolean known) {
    this.known = known;
  }

  /**
   * Reads the state. If the file is missing or damaged, the state is unknown and no jar is blamed.
   */
  static StartState read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new StartState(false);
    }
    Properties words = new Properties();
    StartState state = new StartState(true);
    try (Reader reader = Files.newBufferedReader(file)) {
      words.load(reader);
      state.phase = Phase.valueOf(words.getProperty("phase", "CALM"));
    } catch (IllegalArgumentException e) {
      return new StartState(false);
    }
    state.take(words, "good.", state.good);
    state.take(words, "changed.", state.changed);
    state.take(words, "deaths.", state.deaths);
    return state;
  }

  private void take(Properties words, String prefix, Map<String, String> into) {
    for (String key : words.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        into.put(key.substring(prefix.length()), words.getProperty(key));
      }
    }
  }

  void write(Path file) throws IOException {
    Properties words = new Properties();
    words.setProperty("phase", phase.name());
    good.forEach((name, digest) -> words.setProperty("good." + name, digest));
    changed.forEach((name, digest) -> words.setProperty("changed." + name, digest));
    deaths.forEach((name, count) -> words.setProperty("deaths." + name, count));
    try (Writer writer = Files.newBufferedWriter(file)) {
      words.store(writer, "Which starts of the host came to a good end, with which jars.");
    }
  }

  boolean known() {
    return known;
  }

  boolean isEmpty() {
    return good.isEmpty() && deaths.isEmpty();
  }

  void wasGood(String name, String digest) {
    good.put(name, digest);
  }

  boolean isGood(String name, String digest) {
    return digest.equals(good.get(name));
  }

  /** Returns the jars of the previous start that no good start contained. */
  Map<String, String> changed() {
    return Map.copyOf(changed);
  }

  /**
   * Returns whether the previous start died because of its jars.
   *
   * @param byItself whether its process exited or crashed, instead of being killed from outside
   */
  boolean died(boolean byItself) {
    return phase == Phase.DIED || phase != Phase.CALM && byItself;
  }

  /** Returns whether a jar is not yet part of a good start. */
  boolean atStake() {
    return phase != Phase.CALM;
  }

  /**
   * Counts a death for each suspect that is not part of a good start.
   *
   * @return whether any was counted
   */
  boolean blame(Map<String, String> suspects) {
    boolean any = false;
    for (Map.Entry<String, String> suspect : suspects.entrySet()) {
      String name = suspect.getKey();
      String digest = suspect.getValue();
      if (!isGood(name, digest)) {
        deaths.put(name, digest + " " + (deaths(name, digest) + 1));
        any = true;
      }
    }
    return any;
  }

  int deaths(String name, String digest) {
    String[] words = deaths.getOrDefault(name, "").split(" ");
    return words.length == 2 && words[0].equals(digest) && words[1].matches("[0-9]{1,4}")
        ? Integer.parseInt(words[1])
        : 0;
  }

  void forget(String name) {
    good.remove(name);
    changed.remove(name);
    deaths.remove(name);
  }

  /**
   * Records that a start begins.
   *
   * @param now the jars that are present
   * @param safe whether none of them is loaded
   */
  void startBegins(Map<String, String> now, boolean safe) {
    good.keySet().retainAll(now.keySet());
    deaths.keySet().removeIf(name -> deaths(name, now.getOrDefault(name, "")) == 0);
    changed.clear();
    if (!safe) {
      now.forEach(this::add);
    }
    phase = changed.isEmpty() ? Phase.CALM : Phase.STARTING;
  }

  private void add(String name, String digest) {
    if (!isGood(name, digest)) {
      changed.put(name, digest);
    }
  }

  /**
   * Records that the host is ready and these jars serve.
   *
   * @return whether all of them are part of a good start already
   */
  boolean ready(Map<String, String> serving) {
    changed.clear();
    serving.forEach(this::add);
    phase = changed.isEmpty() ? Phase.CALM : Phase.SETTLING;
    return changed.isEmpty();
  }

  /** Records that the host has continued to run with these jars, which are good now. */
  void settled(Map<String, String> serving) {
    good.putAll(serving);
    deaths.keySet().removeAll(serving.keySet());
    changed.clear();
    phase = Phase.CALM;
  }

  /**
   * Records an end in order.
   *
   * @return whether the state changed
   */
  boolean ends() {
    boolean news = phase != Phase.CALM;
    phase = Phase.CALM;
    return news;
  }

  /** Records that a bundle ended the host. */
  void dies() {
    if (!changed.isEmpty()) {
      phase = Phase.DIED;
    }
  }
}
