package innkeeper.admin.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Where in a project's log the turns of its life fall. A log holds the server's own lines alone and
 * no times, so a place is a cursor of {@code Logs}, which outlives turns, swaps and hosts. Safe for
 * many threads.
 */
final class LifecycleMarks {

  static final int MOST = 200;

  /**
   * @param cursor the place in the log
   * @param data what the page is told
   */
  record Mark(String cursor, Map<String, Object> data) {}

  private final MarksFile file;
  private final Executor later;
  private final Map<String, ArrayDeque<Mark>> byLog = new HashMap<>();
  private final Map<String, List<Mark>> unsaved = new LinkedHashMap<>();

  /**
   * @param later runs a task after a while, in which more marks come: a start alone makes several
   */
  LifecycleMarks(MarksFile file, Executor later) {
    this.file = file;
    this.later = later;
  }

  synchronized void add(String log, Mark mark) {
    ArrayDeque<Mark> marks = marks(log);
    marks.addLast(mark);
    if (marks.size() > MOST) {
      marks.removeFirst();
    }
    if (unsaved.isEmpty()) {
      later.execute(this::save);
    }
    unsaved.computeIfAbsent(log, name -> new ArrayList<>()).add(mark);
  }

  /** All that were added are on file when this returns. */
  synchronized void save() {
    unsaved.forEach((log, marks) -> file.append(log, marks, marks(log)));
    unsaved.clear();
  }

  /** All that are remembered of a log, oldest first. */
  synchronized List<Mark> of(String log) {
    return List.copyOf(marks(log));
  }

  private ArrayDeque<Mark> marks(String log) {
    return byLog.computeIfAbsent(log, name -> new ArrayDeque<>(file.read(name)));
  }

  /**
   * Wire form of those that fall among some lines; each says as {@code back} how many lines come
   * after it.
   *
   * @param after for each mark, how many lines come after it; -1 for out of sight
   */
  static List<Map<String, Object>> seen(List<Mark> marks, List<Integer> after) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      if (after.get(i) >= 0) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("back", after.get(i));
        map.putAll(marks.get(i).data());
        found.add(map);
      }
    }
    return found;
  }
}
