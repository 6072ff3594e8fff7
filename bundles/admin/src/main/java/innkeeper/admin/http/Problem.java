package innkeeper.admin.http;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.util.Locale;

/**
 * A refusal, thrown where it is found and answered as RFC 9457 with the one-line member {@code
 * error} besides. Its type points into the OpenAPI document, where each kind is explained.
 */
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Every kind there is. */
  public enum Kind {
    BAD_VALUE(400, "Bad value"),
    UNKNOWN_PATH(404, "Unknown path"),
    UNKNOWN_PROJECT(404, "Unknown project"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    TOO_SLOW(408, "Request body too slow"),
    STATE_CONFLICT(409, "State conflict"),
    BACKUP_RUNNING(409, "Backup already running"),
    LOG_UNREADABLE(409, "Log unreadable"),
    TOO_LARGE(413, "Request body too large"),
    FAILED(500, "Failed"),
    SURFACE_AWAY(503, "Surface away"),
    STORE_FAILED(503, "Database unavailable"),
    TOO_MANY_STREAMS(503, "Too many streams");

    private final int status;
    private final String title;

    Kind(int status, String title) {
      this.status = status;
      this.title = title;
    }

    public int status() {
      return status;
    }

    public String title() {
      return title;
    }

    /** The last word of its type. */
    public String slug() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Kind kind;
  private final String allow;

  public Problem(Kind kind, String detail) {
    this(kind, detail, "");
  }

  private Problem(Kind kind, String detail, String allow) {
    super(detail, null, false, false);
    this.kind = kind;
    this.allow = allow;
  }

  /** The surface of that name does not serve now. */
  public static Problem away(String surface) {
    return new Problem(
        Kind.SURFACE_AWAY,
        "The surface \"" + surface + "\" does not serve now; it may be being replaced. Try again.");
  }

  static Problem methodNotAllowed(String method, String allow) {
    return new Problem(
        Kind.METHOD_NOT_ALLOWED, "This path takes " + allow + ", not " + method + ".", allow);
  }

  public Kind kind() {
    return kind;
  }

  /** What the path takes; "" unless that is the matter. */
  String allow() {
    return allow;
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
