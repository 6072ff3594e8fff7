package innkeeper.admin.http;

import innkeeper.admin.http.Problem.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One row of the route table, with its description in the OpenAPI document. Immutable once the
 * table is made.
 */
public final class Route {

  /** Answers the requests of one route. */
  @FunctionalInterface
  public interface Endpoint {

    /**
     * Serves one request.
     *
     * @throws Problem if the request is refused
     */
    void serve(Exchange exchange) throws IOException;
  }

  /** Computes the body of an answer. */
  @FunctionalInterface
  public interface Body<T> {

    /**
     * Returns the body.
     *
     * @throws Problem if the request is refused
     */
    T of(Exchange exchange) throws IOException;
  }

  /**
   * An answer, as the OpenAPI document describes it.
   *
   * @param body the type of its JSON body; empty for an answer that is not JSON
   * @param list whether the body is a list of that type
   * @param texts the media types of its other forms
   */
  public record Answer(
      String description, Optional<Class<?>> body, boolean list, List<String> texts) {}

  /**
   * The description of a route in the OpenAPI document.
   *
   * @param description "" if there is none
   * @param answers by status
   * @param problems by status
   */
  public record Operation(
      String id,
      String tag,
      String summary,
      String description,
      boolean tagged,
      List<Parameter> parameters,
      Map<Integer, Answer> answers,
      Map<Integer, Kind> problems) {}

  private final String method;
  private final String path;
  private final List<Parameter> parameters = new ArrayList<>();
  private final Map<Integer, Answer> answers = new TreeMap<>();
  private final Map<Integer, Kind> problems = new TreeMap<>();
  private String id = "";
  private String tag = "";
  private String summary = "";
  private String description = "";
  private boolean tagged;
  private Endpoint endpoint;

  private Route(String method, String path) {
    this.method = method;
    this.path = path;
  }

  /**
   * Creates a route for GET and HEAD.
   *
   * @param path in the form of the OpenAPI document: {@code /api/projects/{id}}
   */
  public static Route get(String path) {
    return new Route("GET", path);
  }

  public static Route post(String path) {
    return new Route("POST", path);
  }

  /**
   * Adds the route to the OpenAPI document, with the problems that every route may answer.
   *
   * @param uniqueId the operation's unique id
   * @param group the group that the operation belongs to
   */
  public Route named(String uniqueId, String group, String sentence) {
    id = uniqueId;
    tag = group;
    summary = sentence;
    return refuses(
        Kind.BAD_VALUE,
        Kind.UNKNOWN_PATH,
        Kind.METHOD_NOT_ALLOWED,
        Kind.TOO_SLOW,
        Kind.TOO_LARGE,
        Kind.FAILED,
        Kind.SURFACE_AWAY);
  }

  public Route describes(String text) {
    description = text;
    return this;
  }

  public Route takes(Parameter... more) {
    parameters.addAll(List.of(more));
    return this;
  }

  /** Adds problems. Each replaces an earlier problem with the same status. */
  public Route refuses(Kind... kinds) {
    for (Kind kind : kinds) {
      problems.put(kind.status(), kind);
    }
    return this;
  }

  /** Declares that the route needs no other surface. */
  public Route alone() {
    problems.remove(Kind.SURFACE_AWAY.status());
    return this;
  }

  /** Declares that an answer 200 has an ETag, and that a request with this ETag gets 304. */
  public Route tagged() {
    tagged = true;
    return this;
  }

  /**
   * Declares an answer with a JSON body.
   *
   * @param texts the media types of its other forms
   */
  public Route answers(int status, String sentence, Class<?> body, String... texts) {
    answers.put(status, new Answer(sentence, Optional.of(body), false, List.of(texts)));
    return this;
  }

  /** Declares an answer 200 whose JSON body is a list. */
  public Route answersList(String sentence, Class<?> item) {
    answers.put(200, new Answer(sentence, Optional.of(item), true, List.of()));
    return this;
  }

  /** Declares an answer 200 that has only these media types. */
  public Route answersText(String sentence, String... types) {
    answers.put(200, new Answer(sentence, Optional.empty(), false, List.of(types)));
    return this;
  }

  public Route by(Endpoint serves) {
    endpoint = serves;
    return this;
  }

  /** Answers 200 with this body as JSON, with an ETag if the route is {@link #tagged}. */
  public <T> Route returns(String sentence, Class<T> type, Body<T> body) {
    return answers(200, sentence, type).by(x -> x.json(tagged, body.of(x)));
  }

  /** Answers 200 with this list as JSON, with an ETag if the route is {@link #tagged}. */
  public <T> Route lists(String sentence, Class<T> item, Body<List<T>> list) {
    return answersList(sentence, item).by(x -> x.json(tagged, list.of(x)));
  }

  public String method() {
    return method;
  }

  public String path() {
    return path;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** Returns the description; empty for a route that is not in the OpenAPI document. */
  public Optional<Operation> operation() {
    return id.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Operation(id, tag, summary, description, tagged, parameters, answers, problems));
  }
}
