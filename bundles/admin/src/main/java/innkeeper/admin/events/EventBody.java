package innkeeper.admin.events;

import innkeeper.admin.record.LineRecords;
import innkeeper.admin.record.TaggedLine;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.HealthReport;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.LineMarks;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.api.surface.Surfaces.Surface;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The records that are the bodies of events in the stream of GET /api/events. Some events have
 * records of innkeeper.api as bodies instead. A list or a report is null while the bundle that
 * provides it is away.
 */
public final class EventBody {

  private EventBody() {}

  /**
   * Facts about the host and its page.
   *
   * @param version the host's version
   * @param ui identifies the release of the page
   * @param host the host's display name: HOST_LABEL
   */
  public record About(String version, String ui, String host) {}

  record Hello(
      @JsonForm(inline = true) About about,
      String boot,
      Instant serverTime,
      @JsonForm("The host's time zone.") String zone,
      long heartbeatMs) {}

  /**
   * The complete state.
   *
   * @param resync whether the reader had a snapshot before; the audit record is then left out
   */
  public record Snapshot(
      boolean resync,
      Instant serverTime,
      List<ProjectRecord> projects,
      HealthReport health,
      List<Surface> surfaces,
      BackupState backups,
      List<Rotator.Status> rotation,
      List<AuditEntry> audit) {}

  /** The state that may have changed because a bundle came or went. */
  record Resync(
      boolean resync,
      List<ProjectRecord> projects,
      BackupState backups,
      List<Rotator.Status> rotation,
      List<Surface> surfaces) {}

  record BackupState(Backups.Status status, List<BackupManifest> list) {}

  record BackupProgress(String phase, int percent, String detail, BackupState backups) {}

  record SurfaceList(List<Surface> surfaces) {}

  record ProjectRemoved(String channelId, boolean removed) {}

  record Metrics(Instant serverTime, List<ProjectMetrics> projects, Optional<LogStatus> main) {}

  record ProjectMetrics(
      String channelId, long uptimeMs, Resources resources, Optional<LogStatus> log) {}

  /**
   * A report of data that this reader has lost.
   *
   * @param what {@code events}, {@code audit} or {@code log}
   * @param missed the number of lost events
   * @param from the first lost audit entry
   * @param to the last lost audit entry
   * @param channelId the project whose log has lost lines
   */
  record Gap(
      String what,
      @JsonForm(empty = Empty.OMITTED) OptionalLong missed,
      @JsonForm(empty = Empty.OMITTED) OptionalLong from,
      @JsonForm(empty = Empty.OMITTED) OptionalLong to,
      @JsonForm(empty = Empty.OMITTED) String channelId,
      String detail) {

    private static final OptionalLong NONE = OptionalLong.empty();

    static Gap events(long missed) {
      String detail = "this reader was too slow; the snapshot that follows holds all there is";
      return new Gap("events", OptionalLong.of(missed), NONE, NONE, "", detail);
    }

    static Gap audit(long from, long to) {
      String detail = "/api/audit has these entries";
      return new Gap("audit", NONE, OptionalLong.of(from), OptionalLong.of(to), "", detail);
    }

    static Gap log(String channelId, String detail) {
      return new Gap("log", NONE, NONE, NONE, channelId, detail);
    }
  }

  /**
   * Lines of a log.
   *
   * @param times the time at which each line was printed, if known
   * @param positions the position at which each line begins
   * @param late the indexes of lines that were printed while no host ran; empty if there are none
   */
  record Lines(
      String channelId,
      List<String> lines,
      List<Optional<Instant>> times,
      List<Optional<String>> positions,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Integer>> late,
      @JsonForm(inline = true) LineRecords records) {

    static Lines of(String channelId, List<TaggedLine> tagged) {
      LineMarks marks = LineMarks.of(tagged.stream().map(TaggedLine::timed).toList(), 0);
      return new Lines(
          channelId,
          tagged.stream().map(line -> line.timed().line()).toList(),
          marks.times(),
          marks.positions(),
          Optional.of(marks.late()).filter(late -> !late.isEmpty()),
          LineRecords.of(tagged));
    }
  }

  /**
   * The next lines of a log.
   *
   * @param ended the archive that ended before these lines; "" if none did
   */
  record LogLines(
      @JsonForm(inline = true) Lines lines, @JsonForm(empty = Empty.OMITTED) String ended) {

    static LogLines of(String channelId, List<TaggedLine> tagged, String ended) {
      return new LogLines(Lines.of(channelId, tagged), ended);
    }
  }

  /**
   * The newest lines of a log, for a new reader.
   *
   * @param marks the events that happened between these lines
   */
  record LogTail(
      @JsonForm(inline = true) Lines lines,
      boolean reset,
      boolean truncated,
      List<Logs.Turn> turns,
      List<Map<String, Object>> marks) {

    static LogTail of(
        String channelId,
        Logs.Tail tail,
        List<TaggedLine> tagged,
        List<Map<String, Object>> marks) {
      return new LogTail(Lines.of(channelId, tagged), true, tail.truncated(), tail.turns(), marks);
    }
  }

  /**
   * The lines that a server has begun but not ended. Each is sent again when it is complete.
   *
   * @param lines at most one of stdout and one of stderr; empty if no line is unfinished
   */
  record Unfinished(String channelId, List<String> lines) {}

  /** A change of state, as a mark in a log. */
  record StateMark(Instant at, ProjectState state, @JsonForm(empty = Empty.NULL) String reason)
      implements JsonBody {}

  /**
   * The last event of a stream that the host ends.
   *
   * @param expectMs after how many milliseconds the reader can connect again
   */
  record Bye(String reason, long expectMs) {}
}
