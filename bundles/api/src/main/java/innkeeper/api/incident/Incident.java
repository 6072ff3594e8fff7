package innkeeper.api.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ExitCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One incident, from its first sign to its end. Immutable. All texts are redacted.
 *
 * @param id the incident's number; 0 until it is stored
 * @param from the time of its first sign
 * @param to the time of its end; empty while it lasts
 */
public record Incident(
    long id,
    @JsonForm(inline = true) Subject subject,
    Instant from,
    Optional<Instant> to,
    @JsonForm(inline = true) Course course,
    @JsonForm(inline = true) Context context,
    @JsonForm(inline = true) Acknowledgement acknowledgement)
    implements JsonBody {

  /** The maximum number of distinct ends in an incident. */
  public static final int MOST_ENDS = 5;

  /** The maximum number of changes, and of actions, in an incident. */
  public static final int MOST_ENTRIES = 50;

  /**
   * The project and the kind of trouble.
   *
   * @param channelId the project; "" for an incident of the host
   * @param source name and key of the {@link IncidentSource} that reported it, {@code
   *     health/disk:free}; "" for the host's own kinds
   */
  public record Subject(
      @JsonForm(empty = Empty.NULL) String channelId,
      IncidentKind kind,
      @JsonForm(empty = Empty.NULL) String source) {}

  /**
   * The events of the incident.
   *
   * @param runs the number of servers that ended, or could not be started, during it
   * @param cause one sentence; it quotes the last {@link End#error}
   * @param ends the distinct ways in which servers ended, oldest first, at most {@link #MOST_ENDS}
   */
  public record Course(int runs, String cause, List<End> ends) {}

  /**
   * The circumstances that may explain the incident.
   *
   * @param changes the changes in the hour before, oldest first
   * @param resources CPU and memory in the five minutes before; empty if nothing was sampled
   * @param actors the actions of people while it lasted, oldest first
   */
  public record Context(List<Change> changes, Optional<Usage> resources, List<Action> actors) {

    /** The context of an incident about which nothing is known. */
    public static final Context NONE = new Context(List.of(), Optional.empty(), List.of());
  }

  /**
   * The reaction of people.
   *
   * @param by the person who acknowledged it; empty if no person did
   * @param at the time of the acknowledgement; empty if no person acknowledged it
   * @param snoozedUntil the end of the snooze; empty if it is not snoozed
   */
  public record Acknowledgement(
      @JsonForm(name = "acknowledgedBy") Optional<Actor> by,
      @JsonForm(name = "acknowledgedAt") Optional<Instant> at,
      Optional<Instant> snoozedUntil) {

    /** The absence of a reaction. */
    public static final Acknowledgement NONE =
        new Acknowledgement(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * One way in which servers ended; equal ends are counted.
   *
   * @param at the time of the last such end
   * @param code exit code; empty if unknown
   * @param signal the signal that is known to have ended it; "" if no signal is known
   * @param count the number of servers that ended this way
   * @param error what the log says about the reason, in one line; "" if it says nothing
   * @param lines of the log, oldest first, at most 20. With an {@code error}, at most 10 lines up
   *     to the beginning of its record, {@code …} for lines that are left out, and the last lines
   *     before the end; else the last lines
   * @param by the party that ended the last of them
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

    /** Creates an end that the host did not cause. */
    public End(
        Instant at, OptionalInt code, String signal, int count, String error, List<String> lines) {
      this(at, code, signal, count, error, lines, EndedBy.unasked(code));
    }

    /** Returns how the servers ended and who ended them, as one clause without a full stop. */
    public String sentence() {
      return ExitCode.sentence(code, signal, by);
    }
  }

  /**
   * A change before the incident.
   *
   * @param what {@code definition}, {@code environment file}, {@code bundle}, {@code release} or
   *     {@code setting}
   * @param detail one line; may be ""
   * @param via the way of the request; "" if it is unknown
   */
  @JsonForm(name = "IncidentChange")
  public record Change(
      Instant at,
      String what,
      @JsonForm(empty = Empty.NULL) String detail,
      @JsonForm(empty = Empty.NULL) String via) {}

  /**
   * An action of a person during the incident.
   *
   * @param action as in the audit record: {@code project.restart}
   */
  @JsonForm(name = "IncidentAction")
  public record Action(Instant at, String action, Actor actor) {}

  /**
   * The resources that the servers used before the incident.
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

  /** Returns the project, or "" for an incident of the host. */
  public String channelId() {
    return subject.channelId();
  }

  /** Returns the kind of trouble. */
  public IncidentKind kind() {
    return subject.kind();
  }

  /** Returns the cause in one sentence. */
  public String cause() {
    return course.cause();
  }

  /** Returns whether the incident lasts. */
  @JsonForm(after = "actors")
  public boolean open() {
    return to.isEmpty();
  }
}
