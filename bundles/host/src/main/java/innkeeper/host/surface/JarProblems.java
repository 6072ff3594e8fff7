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

/** What lies in the folders and does not serve, file and why. Safe for many threads. */
final class JarProblems {

  private static final Logger LOG = LoggerFactory.getLogger(JarProblems.class);

  private final Map<Path, String> troubles = new ConcurrentSkipListMap<>();

  /** Those that are left where they are, because they may come to serve yet. */
  private final Set<Path> passing = ConcurrentHashMap.newKeySet();

  void add(Path jar, String why) {
    passing.remove(jar);
    if (!why.equals(troubles.put(jar, why))) {
      LOG.error("jar does not serve file={} reason={}", jar, why);
    }
  }

  /** It may come to serve yet. */
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

  /** It serves, or nobody wants it: what was set aside before it is no trouble either. */
  void remove(Path jar) {
    forget(jar);
    troubles.remove(Deployer.failed(jar));
  }

  /** The file is gone. */
  void forget(Path jar) {
    passing.remove(jar);
    troubles.remove(jar);
  }

  /**
   * As of now.
   *
   * @param serves whether a file's bundle serves
   */
  Map<Path, String> now(Predicate<Path> serves) {
    troubles
        .keySet()
        .removeIf(jar -> !Files.exists(jar) || passing.contains(jar) && serves.test(jar));
    return Map.copyOf(troubles);
  }
}
