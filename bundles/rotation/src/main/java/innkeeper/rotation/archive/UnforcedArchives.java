package innkeeper.rotation.archive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The new archives that were not yet forced to disk. */
public final class UnforcedArchives {

  private final ConcurrentLinkedQueue<Path> waiting = new ConcurrentLinkedQueue<>();

  public void add(Path archive) {
    waiting.add(archive);
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  public List<Path> take() {
    List<Path> all = new ArrayList<>();
    for (Path one = waiting.poll(); one != null; one = waiting.poll()) {
      all.add(one);
    }
    return all;
  }
}
