package innkeeper.boot;

import innkeeper.common.file.PropertiesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The data of {@link StartRecord} and its rules. Jars are named relative to DATA_DIR and identified
 * by their digest: a replaced jar is another jar.
 */
final class StartState {

  /** The phase in the file if no jar changed since the last good start. */
  private static final String CALM = "CALM";

  private static final String DIED = "DIED";

  private final boolean known;
  private final Map<String, String> good = new TreeMap<>();

  /** The jars of this start, or of the previous one, that are not yet part of a good start. */
  private final Map<String, String> changed = new TreeMap<>();

  /** The digest and the number of deaths, by name. */
  private final Map<String, String> deaths = new TreeMap<>();

  /** Whether a bundle ended the host, and the host noticed it. */
  private boolean died;

  private StartState(boolean known) {
    this.known = known;
  }

  /**
   * Reads the state. If the file is missing or damaged, the state is unknown and no jar is blamed.
   */
  static StartState read(Path file) throws IOException {
    Properties words;
    try {
      words = PropertiesFile.read(file);
    } catch (IllegalArgumentException e) {
      return new StartState(false);
    }
    StartState state = new StartState(!words.isEmpty());
    String phase = words.getProperty("phase", CALM);
    state.died = phase.equals(DIED);
    take(words, "good.", state.good);
    take(words, "deaths.", state.deaths);
    if (!phase.equals(CALM)) {
      take(words, "changed.", state.changed);
    }
    return state;
  }

  private static void take(Properties words, String prefix, Map<String, String> into) {
    for (String key : words.stringPropertyNames()) {
      if (key.startsWith(prefix)) {
        into.put(key.substring(prefix.length()), words.getProperty(key));
      }
    }
  }

  void write(Path file) throws IOException {
    Properties words = new Properties();
    words.setProperty("phase", changed.isEmpty() ? CALM : died ? DIED : "STARTING");
    good.forEach((name, digest) -> words.setProperty("good." + name, digest));
    changed.forEach((name, digest) -> words.setProperty("changed." + name, digest));
    deaths.forEach((name, count) -> words.setProperty("deaths." + name, count));
    PropertiesFile.writeDurably(file, words);
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

  /** Returns the jars that are not yet part of a good start. */
  Map<String, String> changed() {
    return Map.copyOf(changed);
  }

  /**
   * Returns whether the previous start died because of its jars.
   *
   * @param byItself whether its process exited or crashed, instead of being killed from outside
   */
  boolean died(boolean byItself) {
    return !changed.isEmpty() && (died || byItself);
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
    died = false;
    runs(safe ? Map.of() : now);
  }

  /** Records the jars that run now. */
  void runs(Map<String, String> jars) {
    changed.clear();
    changed.putAll(jars);
    changed.entrySet().removeIf(jar -> isGood(jar.getKey(), jar.getValue()));
  }

  /** Records that the host has continued to run with these jars, which are good now. */
  void settled(Map<String, String> serving) {
    good.putAll(serving);
    deaths.keySet().removeAll(serving.keySet());
    changed.clear();
  }

  /**
   * Records an end in order.
   *
   * @return whether the state changed
   */
  boolean ends() {
    boolean news = !changed.isEmpty();
    changed.clear();
    return news;
  }

  /** Records that a bundle ended the host. */
  void dies() {
    died = true;
  }
}
