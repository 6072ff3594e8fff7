package innkeeper.admin.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where in a project's log the turns of its life fall. A log holds the server's own lines alone and
 * no times, so a place is how many lines had been written. Remembered while this surface runs. Safe
 * for many threads.
 */
final class Marks {

  private static final int MOST = 200;

  private record Mark(long written, Map<String, Object> data) {}

  private final Map<String, ArrayDeque<Mark>> byLog = new HashMap<>();

  /**
   * @param written lines of that log so far, as its status counts them
   */
  synchronized void add(String log, long written, Map<String, Object> data) {
    ArrayDeque<Mark> marks = byLog.computeIfAbsent(log, name -> new ArrayDeque<>());
    forgetIfCountedAnew(marks, written);
    marks.addLast(new Mark(written, data));
    if (marks.size() > MOST) {
      marks.removeFirst();
    }
  }

  /**
   * Those that fall among the newest lines, oldest first; each says as {@code back} how many lines
   * come after it.
   */
  synchronized List<Map<String, Object>> among(String log, long written, int newest) {
    List<Map<String, Object>> found = new ArrayList<>();
    ArrayDeque<Mark> marks = byLog.getOrDefault(log, new ArrayDeque<>());
    forgetIfCountedAnew(marks, written);
    for (Mark mark : marks) {
      long back = written - mark.written();
      if (back <= newest) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("back", back);
        map.putAll(mark.data());
        found.add(map);
      }
    }
    return found;
  }

  /** A logging surface that was replaced counts from zero. */
  private static void forgetIfCountedAnew(ArrayDeque<Mark> marks, long written) {
    if (!marks.isEmpty() && marks.peekLast().written() > written) {
      marks.clear();
    }
  }
}
