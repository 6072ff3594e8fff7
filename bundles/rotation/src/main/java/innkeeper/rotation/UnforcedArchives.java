package innkeeper.rotation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Archives that came into being and are not yet forced to disk. */
final class UnforcedArchives {

  private final ConcurrentLinkedQueue<Path> waiting = new ConcurrentLinkedQueue<>();

  void add(Path archive) {
    waiting.add(archive);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  List<Path> take() {
    List<Path> all = new ArrayList<>();
    for (Path one = waiting.poll(); one != null; one = waiting.poll()) {
      all.add(one);
    }
    return all;
  }
}
