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
 * What the events hold that are not a record of the API. A list or report is null where the bundle
 * that gives it is away.
 */
public final class EventBody {

  private EventBody() {}

  /**
   * @param version of the host
   * @param ui names the release's page
   * @param host what people call this host: HOST_LABEL
   */
  public record About(String version, String ui, String host) {}

  record Hello(
      @JsonForm(inline = true) About about,
      String boot,
      Instant serverTime,
      @JsonForm("The host's time zone.") String zone,
      long heartbeatMs) {}

  /**
   * All there is.
   *
   * @param resync whether the reader had a snapshot before; then the audit record is not in it
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

  /** What may have changed because a bundle came or went. */
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
   * What was lost.
   *
   * @param what {@code events}, {@code audit} or {@code log}
   * @param missed how many events
   * @param from the first audit entry
   * @param to the last audit entry
   * @param channelId whose log
   */
  record Gap(
      String what,
      @JsonForm(empty = Empty.OMITTED) OptionalLong missed,
      @JsonForm(empty = Empty.OMITTED) OptionalLong from,
      @JsonForm(empty = Empty.OMITTED) OptionalLong to,
      @JsonForm(empty = Empty.OMITTED) String channelId,
      String detail) {

    static Gap events(long missed) {
      return new Gap(
          "events",
          OptionalLong.of(missed),
          OptionalLong.empty(),
          OptionalLong.empty(),
          "",
          "this reader was too slow; the snapshot that follows holds all there is");
    }

    static Gap audit(long from, long to) {
      return new Gap(
          "audit",
          OptionalLong.empty(),
          OptionalLong.of(from),
          OptionalLong.of(to),
          "",
          "/api/audit has these entries");
    }

    static Gap log(String channelId, String detail) {
      return new Gap(
          "log",
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          channelId,
          detail);
    }
  }

  /**
   * @param times when each line came
   * @param positions where each begins
   * @param late the indexes of those that were printed while no host ran; empty for none
   * @param ended the archive that ended before these lines; "" for none
   */
  record LogLines(
      String channelId,
      List<String> lines,
      List<Optional<Instant>> times,
      List<Optional<String>> positions,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Integer>> late,
      @JsonForm(inline = true) LineRecords records,
      @JsonForm(empty = Empty.OMITTED) String ended) {

    static LogLines of(String channelId, List<TaggedLine> tagged, String ended) {
      LineMarks marks = LineRecords.marks(tagged);
      List<String> lines = tagged.stream().map(line -> line.timed().line()).toList();
      return new LogLines(
          channelId,
          lines,
          marks.times(),
          marks.positions(),
          lateOf(marks),
          LineRecords.of(tagged),
          ended);
    }
  }

  /**
   * The newest lines, for a new reader.
   *
   * @param marks what happened between these lines
   */
  record LogTail(
      String channelId,
      List<String> lines,
      List<Optional<Instant>> times,
      List<Optional<String>> positions,
      @JsonForm(empty = Empty.OMITTED) Optional<List<Integer>> late,
      @JsonForm(inline = true) LineRecords records,
      boolean reset,
      boolean truncated,
      List<Logs.Turn> turns,
      List<Map<String, Object>> marks) {

    static LogTail of(
        String channelId,
        Logs.Tail tail,
        List<TaggedLine> tagged,
        List<Map<String, Object>> marks) {
      LineMarks known = LineMarks.of(tail.timed(), 0);
      return new LogTail(
          channelId,
          tail.lines(),
          known.times(),
          known.positions(),
          lateOf(known),
          LineRecords.of(tagged),
          true,
          tail.truncated(),
          tail.turns(),
          marks);
    }
  }

  private static Optional<List<Integer>> lateOf(LineMarks marks) {
    return Optional.of(marks.late()).filter(late -> !late.isEmpty());
  }

  /**
   * What a server has printed of lines that it has not ended; they come again, whole.
   *
   * @param lines at most one of stdout and one of stderr; empty if there is none now
   */
  record Unfinished(String channelId, List<String> lines) {}

  /** A change of state, as a mark in a log. */
  record StateMark(Instant at, ProjectState state, @JsonForm(empty = Empty.NULL) String reason)
      implements JsonBody {}

  /**
   * @param expectMs when to come back
   */
  record Bye(String reason, long expectMs) {}
}
