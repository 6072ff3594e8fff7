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
 * What {@link StartRecord} remembers, and its rules. Jars are named relative to DATA_DIR and known
 * by their digest: a jar that is replaced is another jar.
 */
final class StartState {

  private enum Phase {
    /** Nothing is at stake: no jar changed since the last good start. */
    CALM,
    /** The host is not ready yet. */
    STARTING,
    /** The host is ready, with jars that have not proved themselves. */
    SETTLING,
    /** The host saw itself ended by a bundle. */
    DIED
  }

  private final boolean known;
  private Phase phase = Phase.CALM;
  private final Map<String, String> good = new TreeMap<>();
  private final Map<String, String> changed = new TreeMap<>();

  /** Name to digest and number of deaths. */
  private final Map<String, String> deaths = new TreeMap<>();

  private StartState(boolean known) {
    this.known = known;
  }

  /** Unknown where the file is missing or damaged: then nothing is held against anything. */
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

  /** What the start before had that no good start had. */
  Map<String, String> changed() {
    return Map.copyOf(changed);
  }

  /**
   * Whether the start before died of what it had.
   *
   * @param byItself whether its process exited or crashed, rather than was killed from outside
   */
  boolean died(boolean byItself) {
    return phase == Phase.DIED || phase != Phase.CALM && byItself;
  }

  /** Whether a jar has to prove itself. */
  boolean atStake() {
    return phase != Phase.CALM;
  }

  /**
   * Counts a death for each of them that is not part of a good start.
   *
   * @return whether there is one
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
   * A start begins.
   *
   * @param now the jars that are there
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
   * The host is ready and these serve.
   *
   * @return whether none of them has to prove itself
   */
  boolean ready(Map<String, String> serving) {
    changed.clear();
    serving.forEach(this::add);
    phase = changed.isEmpty() ? Phase.CALM : Phase.SETTLING;
    return changed.isEmpty();
  }

  /** The host has run on with these. */
  void settled(Map<String, String> serving) {
    good.putAll(serving);
    deaths.keySet().removeAll(serving.keySet());
    changed.clear();
    phase = Phase.CALM;
  }

  /**
   * In order.
   *
   * @return whether that is news
   */
  boolean ends() {
    boolean news = phase != Phase.CALM;
    phase = Phase.CALM;
    return news;
  }

  /** Ended by a bundle. */
  void dies() {
    if (!changed.isEmpty()) {
      phase = Phase.DIED;
    }
  }
}
