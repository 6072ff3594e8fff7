package innkeeper.admin.http;

import innkeeper.api.action.ProjectActions.ActionRefusedException;
import innkeeper.api.action.ProjectActions.UnknownActionException;
import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.log.PositionGoneException;
import innkeeper.api.log.UnreadableLogException;
import innkeeper.api.panel.Panels.UnknownPanelException;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A refusal of a request. It is answered in the form of RFC 9457 with the additional one-line
 * member {@code error}. Its type refers to the OpenAPI document, which explains each kind.
 */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** All kinds of problems. */
  public enum Kind {
    BAD_VALUE(
        400,
        "Bad value",
        "A parameter is not a whole number, out of range, or not one of its allowed values.",
        "The detail says what is allowed."),
    CONFIG_HIDDEN(
        403,
        "Configuration hidden",
        "The setting ADMIN_SHOW_CONFIG is off, so no definition is shown over HTTP.",
        "Use innkeeper export on the command line."),
    UNKNOWN_PATH(
        404, "Unknown path", "Nothing is served at this path.", "This document lists what is."),
    UNKNOWN_PROJECT(
        404,
        "Unknown project",
        "No project has this id or name.",
        "GET /api/projects lists them; they are defined on the command line."),
    UNKNOWN_BACKUP(
        404, "Unknown backup", "No verified backup has this name.", "GET /api/backups lists them."),
    UNKNOWN_ACTION(
        404,
        "Unknown action",
        "No bundle offers an action of this name for this project.",
        "GET /api/projects/ID/actions lists them."),
    UNKNOWN_PANEL(
        404,
        "Unknown panel",
        "No bundle has a panel of this name for this project, or for the host.",
        "GET /api/panels lists them."),
    UNKNOWN_INCIDENT(
        404, "Unknown incident", "No incident has this number.", "GET /api/incidents lists them."),
    METHOD_NOT_ALLOWED(
        405,
        "Method not allowed",
        "The path does not take this method.",
        "The Allow header says which it takes."),
    TOO_SLOW(
        408,
        "Request body too slow",
        "The request's body did not arrive within 30 seconds.",
        "No call needs a body."),
    STATE_CONFLICT(
        409,
        "State conflict",
        "The project's state does not allow the action; UNKNOWN allows none.",
        "The detail says what is allowed; `innkeeper why ID` says why."),
    ACTION_REFUSED(
        409,
        "Action refused",
        "The action has to be confirmed, or an earlier run has not ended.",
        "The detail says which."),
    BACKUP_RUNNING(
        409,
        "Backup already running",
        "A backup is being made already.",
        "Wait for the backup event, or read /api/backups/status."),
    LOG_UNREADABLE(
        409,
        "Log unreadable",
        "The log exists but cannot be read: it is not a regular file, or the host may not read it.",
        "The detail says what to do; GET /api/health names it too."),
    POSITION_GONE(
        410,
        "Position gone",
        "The file that the position is in was deleted.",
        "The detail says since when the log is kept."),
    TOO_LARGE(
        413,
        "Request body too large",
        "The request's body is over 65536 bytes.",
        "No call needs a body."),
    FAILED(500, "Failed", "The host failed to answer.", "GET /api/logs/main says why."),
    SURFACE_AWAY(
        503,
        "Surface away",
        "The surface that answers this is being replaced, or is not installed.",
        "Try again after Retry-After seconds; GET /api/surfaces says what serves."),
    STORE_FAILED(
        503,
        "Database unavailable",
        "The database could not be read or written.",
        "GET /api/health says why."),
    TOO_MANY_STREAMS(
        503,
        "Too many streams",
        "There are 16 event streams or four downloads already, or more large answers than the host's memory may hold.",
        "Close one and try again.");

    private final int status;
    private final String title;
    private final String what;
    private final String next;

    Kind(int status, String title, String what, String next) {
      this.status = status;
      this.title = title;
      this.what = what;
      this.next = next;
    }

    public int status() {
      return status;
    }

    public String title() {
      return title;
    }

    /** Returns one sentence that says what is wrong. */
    public String what() {
      return what;
    }

    /** Returns one sentence that says what to do. */
    public String next() {
      return next;
    }

    /** Returns the last word of the kind's type. */
    public String slug() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static final Map<Class<? extends Exception>, Kind> KINDS =
      Map.of(
          UnreadableLogException.class, Kind.LOG_UNREADABLE,
          PositionGoneException.class, Kind.POSITION_GONE,
          StateConflictException.class, Kind.STATE_CONFLICT,
          ActionRefusedException.class, Kind.ACTION_REFUSED,
          UnknownActionException.class, Kind.UNKNOWN_ACTION,
          UnknownPanelException.class, Kind.UNKNOWN_PANEL,
          BackupException.class, Kind.STORE_FAILED,
          ServiceAwayException.class, Kind.SURFACE_AWAY);

  private final Kind kind;

  public Problem(Kind kind, String detail) {
    super(detail, null, false, false);
    this.kind = kind;
  }

  /** Returns the problem of a parameter with a wrong value. */
  public static Problem bad(String detail) {
    return new Problem(Kind.BAD_VALUE, detail);
  }

  /** Returns the problem for a surface that does not serve now. */
  public static Problem away(String surface) {
    return new Problem(
        Kind.SURFACE_AWAY,
        "The surface \"" + surface + "\" does not serve now; it may be being replaced. Try again.");
  }

  static Problem failed() {
    return new Problem(Kind.FAILED, "The host failed to answer; its log says why.");
  }

  /** Returns the refusal that an exception of a service means; empty for an unexpected failure. */
  public static Optional<Problem> of(Exception e) {
    if (e instanceof Problem problem) {
      return Optional.of(problem);
    }
    if (e instanceof UnknownProjectException) {
      return Optional.of(
          new Problem(
              Kind.UNKNOWN_PROJECT, "No project has this id or name; /api/projects lists them."));
    }
    if (e instanceof StoreException) {
      return Optional.of(
          new Problem(
              Kind.STORE_FAILED, "The database could not be read or written: " + e.getMessage()));
    }
    return KINDS.entrySet().stream()
        .filter(row -> row.getKey().isInstance(e))
        .findFirst()
        .map(row -> new Problem(row.getValue(), e.getMessage()));
  }

  /**
   * Calls a service with values of the request.
   *
   * @throws Problem if the service refuses one of the values
   */
  public static <T> T checked(Supplier<T> call) {
    try {
      return call.get();
    } catch (IllegalArgumentException e) {
      throw bad(e.getMessage());
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The body of the answer. A problem that the host's guard answers has no {@code instance}. */
  @JsonForm(value = "RFC 9457, and the one-line member error.", name = "Problem")
  public record Body(
      String type,
      String title,
      int status,
      String detail,
      @JsonForm(empty = Empty.OMITTED) String instance,
      String error) {}

  Body body(String instance) {
    return new Body(
        "/api/openapi.json#/x-problems/" + kind.slug(),
        kind.title(),
        kind.status(),
        getMessage(),
        instance,
        kind.title().toLowerCase(Locale.ROOT));
  }
}
