package innkeeper.admin.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The places in each project's log at which lifecycle events happened. A log file holds only the
 * server's own lines, without times. So a place is a cursor of {@code Logs}, which stays valid
 * across rotations, updates and hosts. Safe for many threads.
 */
final class LifecycleMarks {

  static final int MOST = 200;

  /**
   * A lifecycle event with its place.
   *
   * @param cursor the place in the log
   * @param data the body that the page gets
   */
  record Mark(String cursor, Map<String, Object> data) {}

  private final MarksFile file;
  private final Executor later;
  private final Map<String, ArrayDeque<Mark>> byLog = new HashMap<>();
  private final Map<String, List<Mark>> unsaved = new LinkedHashMap<>();

  /**
   * Creates an object that reads the marks of a log when they are first needed.
   *
   * @param later runs a task after a delay, so that marks that come together are saved together
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

  /** Appends all unsaved marks to their files. Marks that cannot be written are kept in memory. */
  synchronized void save() {
    unsaved.forEach((log, marks) -> file.append(log, marks, marks(log)));
    unsaved.clear();
  }

  /** Returns all remembered marks of a log, oldest first. */
  synchronized List<Mark> of(String log) {
    return List.copyOf(marks(log));
  }

  private ArrayDeque<Mark> marks(String log) {
    return byLog.computeIfAbsent(log, name -> new ArrayDeque<>(file.read(name)));
  }

  /**
   * Returns the wire form of the marks that fall among some lines. Its member {@code back} is the
   * number of lines that come after the mark.
   *
   * @param after for each mark the number of lines after it; -1 if it is not among the lines
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
