package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.StateMark;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.TimedLine;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the marks of a log: what happened to its project, between the lines of that time. They
 * are the newest audit entries of the project, the last start of its server and the present state.
 * A mark is as exact as the times of lines, a quarter of a second.
 */
final class LogMarks {

  private static final Logger LOG = LoggerFactory.getLogger(LogMarks.class);
  private static final int MOST_ENTRIES = 200;

  private record Mark(Instant at, Map<String, Object> data) {}

  private LogMarks() {}

  /**
   * Returns the wire form of the marks among some lines, oldest first. Its member {@code back} is
   * the number of lines after the mark. A mark after a line without a time has no known place and
   * is left out.
   *
   * @param lines the newest lines of the log
   * @param whole whether the log has no other lines; otherwise marks before the first line are left
   *     out
   */
  static List<Map<String, Object>> among(
      List<TimedLine> lines, boolean whole, ServiceSnapshot services, String channelId) {
    List<Map<String, Object>> found = new ArrayList<>();
    int i = 0;
    for (Mark mark : marks(services, channelId)) {
      while (i < lines.size() && lines.get(i).at().filter(mark.at()::isBefore).isEmpty()) {
        i++;
      }
      if (i == 0 ? whole : lines.get(i - 1).at().isPresent()) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("back", lines.size() - i);
        map.putAll(mark.data());
        found.add(map);
      }
    }
    return found;
  }

  private static List<Mark> marks(ServiceSnapshot services, String channelId) {
    List<Mark> marks = new ArrayList<>();
    try {
      services.find(AuditLog.class).stream()
          .flatMap(
              audit ->
                  audit.entries(MOST_ENTRIES, Long.MAX_VALUE, channelId, "").entries().stream())
          .filter(entry -> !entry.action().equals("project.define"))
          .forEach(entry -> marks.add(of(entry)));
      services
          .find(Supervisor.class)
          .flatMap(s -> s.project(channelId))
          .ifPresent(p -> add(p, marks));
    } catch (RuntimeException e) {
      LOG.debug("marks cannot be read channelId={}", channelId, e);
    }
    marks.sort(Comparator.comparing(Mark::at));
    return marks;
  }

  private static Mark of(AuditEntry entry) {
    return new Mark(entry.ts(), Map.of("audit", entry));
  }

  /** Adds the last start and the present state of a project whose server has been started. */
  private static void add(ProjectStatus project, List<Mark> marks) {
    if (project.server().incarnation() == 0) {
      return;
    }
    project
        .server()
        .startedAt()
        .filter(at -> at.isBefore(project.lifecycle().since()))
        .ifPresent(at -> marks.add(of(new StateMark(at, ProjectState.STARTING, ""))));
    marks.add(
        of(
            new StateMark(
                project.lifecycle().since(), project.state(), project.lifecycle().reason())));
  }

  private static Mark of(StateMark mark) {
    return new Mark(mark.at(), mark.toMap());
  }
}
