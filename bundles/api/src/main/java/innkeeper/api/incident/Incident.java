package innkeeper.api.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ExitCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One incident, from its first sign to its end. Immutable. All texts are redacted.
 *
 * @param id its number; 0 until it is stored
 * @param channelId of the project; "" for the host's own
 * @param source name and key of the {@link IncidentSource} that told it, {@code health/disk:free};
 *     "" for the host's own kinds
 * @param from its first sign
 * @param to its end; empty while it lasts
 * @param runs how many servers ended, or could not be started, within it
 * @param cause one sentence; quotes the last error record where there is one
 * @param ends the distinct ways in which servers ended, oldest first, at most {@link #MOST_ENDS}
 * @param changes what changed in the hour before, oldest first
 * @param resources CPU and memory in the five minutes before; empty if nothing was sampled
 * @param actors who acted while it lasted, oldest first
 * @param acknowledgedBy who has seen it; empty for nobody
 * @param acknowledgedAt when; empty for never
 * @param snoozedUntil until when nobody wants to hear of it; empty for not at all
 */
public record Incident(
    long id,
    @JsonForm(empty = Empty.NULL) String channelId,
    IncidentKind kind,
    @JsonForm(empty = Empty.NULL) String source,
    Instant from,
    Optional<Instant> to,
    int runs,
    String cause,
    List<End> ends,
    List<Change> changes,
    Optional<Usage> resources,
    List<Action> actors,
    Optional<Actor> acknowledgedBy,
    Optional<Instant> acknowledgedAt,
    Optional<Instant> snoozedUntil)
    implements JsonBody {

  /** How many distinct ends are kept. */
  public static final int MOST_ENDS = 5;

  /** How many changes, and how many actions, are kept. */
  public static final int MOST_ENTRIES = 50;

  /** An incident of the host's own kinds. */
  public Incident(
      long id,
      String channelId,
      IncidentKind kind,
      Instant from,
      Optional<Instant> to,
      int runs,
      String cause,
      List<End> ends,
      List<Change> changes,
      Optional<Usage> resources,
      List<Action> actors,
      Optional<Actor> acknowledgedBy,
      Optional<Instant> acknowledgedAt,
      Optional<Instant> snoozedUntil) {
    this(
        id,
        channelId,
        kind,
        "",
        from,
        to,
        runs,
        cause,
        ends,
        changes,
        resources,
        actors,
        acknowledgedBy,
        acknowledgedAt,
        snoozedUntil);
  }

  /**
   * One way in which servers ended; those that ended the same way are counted.
   *
   * @param at when the last of them ended
   * @param code exit code; empty if unknown
   * @param signal the signal that is known to have ended it; "" for none
   * @param count how many ended this way
   * @param error the last error record's message; "" if the log has none
   * @param lines the last lines before the end, at most 20
   * @param by who ended the last of them
   */
  @JsonForm(name = "IncidentEnd")
  public record End(
      Instant at,
      OptionalInt code,
      @JsonForm(empty = Empty.NULL) String signal,
      int count,
      @JsonForm(empty = Empty.NULL) String error,
      List<String> lines,
      @JsonForm("Who ended the server.") EndedBy by) {

    /** Ends that the host did not bring about. */
    public End(
        Instant at, OptionalInt code, String signal, int count, String error, List<String> lines) {
      this(at, code, signal, count, error, lines, EndedBy.unasked(code));
    }

    /**
     * How the servers ended and who ended them, as one clause.
     *
     * @return the clause, without a full stop
     */
    public String sentence() {
      return ExitCode.sentence(code, signal, by);
    }
  }

  /**
   * Something that changed before.
   *
   * @param what {@code definition}, {@code environment file}, {@code bundle}, {@code release} or
   *     {@code setting}
   * @param detail one line; may be ""
   * @param via the way in which it was asked for; "" if nobody can tell
   */
  @JsonForm(name = "IncidentChange")
  public record Change(
      Instant at,
      String what,
      @JsonForm(empty = Empty.NULL) String detail,
      @JsonForm(empty = Empty.NULL) String via) {}

  /**
   * Something that a person did meanwhile.
   *
   * @param action as in the audit record: {@code project.restart}
   */
  @JsonForm(name = "IncidentAction")
  public record Action(Instant at, String action, Actor actor) {}

  /**
   * What the servers used before.
   *
   * @param cpuPercent of one core; empty if no server ran
   * @param rssBytes resident memory; empty if no server ran
   */
  @JsonForm(name = "IncidentUsage")
  public record Usage(Optional<Range> cpuPercent, Optional<Range> rssBytes) {}

  /**
   * The samples of five minutes.
   *
   * @param min the smallest
   * @param avg the mean
   * @param max the largest
   */
  @JsonForm(name = "IncidentRange")
  public record Range(double min, double avg, double max) {}

  /** Whether it lasts. */
  @JsonForm(after = "actors")
  public boolean open() {
    return to.isEmpty();
  }

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
