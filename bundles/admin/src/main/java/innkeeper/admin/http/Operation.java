package innkeeper.admin.http;

import innkeeper.admin.http.Problem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The description of a route in the OpenAPI document. It includes from the start the problems that
 * every route may answer.
 */
public final class Operation {

  private final String id;
  private final String tag;
  private final String summary;
  private String description = "";
  private boolean tagged;
  private final List<Parameter> parameters = new ArrayList<>();
  private final Map<Integer, Answer> answers = new TreeMap<>();
  private final Map<Integer, Kind> problems = new TreeMap<>();

  /**
   * @param id the operation's unique id
   * @param tag the group that the operation belongs to
   */
  public Operation(String id, String tag, String summary) {
    this.id = id;
    this.tag = tag;
    this.summary = summary;
    refuses(
        Kind.BAD_VALUE,
        Kind.UNKNOWN_PATH,
        Kind.METHOD_NOT_ALLOWED,
        Kind.TOO_SLOW,
        Kind.TOO_LARGE,
        Kind.FAILED,
        Kind.SURFACE_AWAY);
  }

  public Operation describes(String text) {
    description = text;
    return this;
  }

  public Operation takes(Parameter... more) {
    parameters.addAll(List.of(more));
    return this;
  }

  public Operation answers(Answer answer) {
    answers.put(answer.status(), answer);
    return this;
  }

  /** Declares that an answer 200 has an ETag, and that a request with this ETag gets 304. */
  public Operation tagged() {
    tagged = true;
    return this;
  }

  /** Adds problems. Each replaces an earlier problem with the same status. */
  public Operation refuses(Kind... kinds) {
    for (Kind kind : kinds) {
      problems.put(kind.status(), kind);
    }
    return this;
  }

  /** Declares that the route needs no other surface. */
  public Operation alone() {
    problems.remove(Kind.SURFACE_AWAY.status());
    return this;
  }

  public String id() {
    return id;
  }

  public String tag() {
    return tag;
  }

  public String summary() {
    return summary;
  }

  /** Returns the description; "" if there is none. */
  public String description() {
    return description;
  }

  public boolean isTagged() {
    return tagged;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  /** Returns the answers by status. */
  public Map<Integer, Answer> answers() {
    return answers;
  }

  /** Returns the problems by status. */
  public Map<Integer, Kind> problems() {
    return problems;
  }
}
