package innkeeper.host.surface;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jars in the folders that do not serve, each with the reason. Safe for many threads. */
final class JarProblems {

  private static final Logger LOG = LoggerFactory.getLogger(JarProblems.class);

  private final Map<Path, String> troubles = new ConcurrentSkipListMap<>();

  /** Jars that stay in place, because they may still become active. */
  private final Set<Path> passing = ConcurrentHashMap.newKeySet();

  void add(Path jar, String why) {
    passing.remove(jar);
    if (!why.equals(troubles.put(jar, why))) {
      LOG.error("jar does not serve file={} reason={}", jar, why);
    }
  }

  /** Adds a jar that may still become active. */
  void addPassing(Path jar, String why) {
    add(jar, why);
    passing.add(jar);
  }

  boolean has(Path jar) {
    return troubles.containsKey(jar);
  }

  Set<Path> files() {
    return Set.copyOf(troubles.keySet());
  }

  /**
   * Removes a jar that serves or was uninstalled, and also its earlier version that was set aside.
   */
  void remove(Path jar) {
    forget(jar);
    troubles.remove(Deployer.failed(jar));
  }

  /** Removes a jar whose file is gone. */
  void forget(Path jar) {
    passing.remove(jar);
    troubles.remove(jar);
  }

  /**
   * Returns the current problems, without those that are solved.
   *
   * @param serves whether the bundle of a file serves
   */
  Map<Path, String> now(Predicate<Path> serves) {
    troubles
        .keySet()
        .removeIf(jar -> !Files.exists(jar) || passing.contains(jar) && serves.test(jar));
    return Map.copyOf(troubles);
  }
}
