package innkeeper.admin.http;

import innkeeper.admin.http.ClientOutput.ClientLeftException;
import innkeeper.api.audit.Actor;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/**
 * One request and its answer.
 *
 * @param services the services as they were when the request came
 * @param id the value of the path's variable
 * @param inFlight holds the request while it waits
 * @param peer finds the request's actor
 */
public record Exchange(
    HttpServletRequest request,
    HttpServletResponse response,
    ServiceSnapshot services,
    String id,
    Query query,
    InFlight inFlight,
    LoopbackPeer peer) {

  /**
   * A larger answer is written asynchronously at the reader's speed, so that no thread waits for
   * it.
   */
  private static final int PATIENT_BYTES = 256 * 1024;

  /** A smaller answer is not compressed: it fits in one packet without. */
  private static final int WORTH_PACKING = 1400;

  /** Headers that describe an answer; they are removed when a problem replaces that answer. */
  private static final List<String> OF_THE_ANSWER =
      List.of("ETag", "Content-Encoding", "Content-Disposition");

  private static final String PROBLEM = "application/problem+json";
  public static final String JSON = "application/json";

  /**
   * Returns a service of another bundle.
   *
   * @throws Problem if it is away
   */
  public <S> S get(Class<S> service) {
    return services.get(service);
  }

  /** Returns whether the client asks only for the headers. */
  public boolean head() {
    return request.getMethod().equals("HEAD");
  }

  /** Returns the user and the process of the request, as far as the platform reports them. */
  public Actor actor() {
    return asker().get();
  }

  /**
   * Returns a supplier that finds the actor when it is first read, on any thread. The action so
   * does not wait for the lookup.
   */
  public Supplier<Actor> asker() {
    String connection = request.getServletConnection().getConnectionId();
    int theirs = request.getRemotePort();
    int ours = request.getLocalPort();
    return () -> peer.actor(connection, theirs, ours);
  }

  /**
   * Answers when the operation has ended, after that many seconds, or early when this surface
   * stops. The request holds no thread meanwhile.
   */
  public void await(CompletableFuture<?> done, long seconds, Route.Endpoint answer)
      throws IOException {
    if (done.isDone() || seconds == 0) {
      answer.serve(this);
    } else {
      inFlight.await(this, done, seconds, answer);
    }
  }

  public void json(int status, Object value) throws IOException {
    send(status, JSON, Json.bytes(value));
  }

  void json(boolean tagged, Object value) throws IOException {
    byte[] body = Json.bytes(value);
    if (tagged) {
      tagged(JSON, body);
    } else {
      send(200, JSON, body);
    }
  }

  /** Answers 200 with a weak ETag over the bytes, or 304 if the client has it already. */
  public void tagged(String type, byte[] body) throws IOException {
    tagged(tag(body), type, body);
  }

  /** Answers 200 with this ETag, or 304 if the client has it already. */
  public void tagged(String tag, String type, byte[] body) throws IOException {
    response.setHeader("ETag", tag);
    String known = request.getHeader("If-None-Match");
    if (known != null && matches(known, tag)) {
      response.setStatus(304);
    } else {
      send(200, type, body);
    }
  }

  public void send(int status, String type, byte[] body) throws IOException {
    if (type.equals(JSON) && body.length >= WORTH_PACKING) {
      send(status, type, body, () -> Gzip.pack(body, Deflater.BEST_SPEED));
    } else {
      write(status, type, body);
    }
  }

  /** Answers with the compressed bytes if the client accepts gzip, else with the body. */
  public void send(int status, String type, byte[] body, Supplier<byte[]> gzip) throws IOException {
    response.setHeader("Vary", "Accept-Encoding");
    boolean packed = Accept.gzip(request.getHeader("Accept-Encoding"));
    if (packed) {
      response.setHeader("Content-Encoding", "gzip");
    }
    write(status, type, packed ? gzip.get() : body);
  }

  private void write(int status, String type, byte[] body) throws IOException {
    response.setStatus(status);
    response.setContentType(type);
    response.setContentLength(body.length);
    if (head()) {
      return;
    }
    if (body.length <= PATIENT_BYTES) {
      output().write(body);
    } else {
      AsyncBody.send(request, response, body);
    }
  }

  /**
   * Returns the stream of the answer. It throws a {@link ClientLeftException} if the client has
   * left.
   */
  public OutputStream output() throws IOException {
    return new ClientOutput(response.getOutputStream());
  }

  /** Returns a weak ETag over the bytes. */
  public static String tag(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return "W/\""
        + Long.toHexString(crc.getValue())
        + "-"
        + Integer.toHexString(body.length)
        + "\"";
  }

  /** Returns whether one of the known tags matches: weak comparison, RFC 9110 §13.1.2. */
  static boolean matches(String known, String tag) {
    for (String one : known.split(",")) {
      String candidate = one.strip();
      if (candidate.equals("*") || opaque(candidate).equals(opaque(tag))) {
        return true;
      }
    }
    return false;
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  /** Answers a problem. Does nothing if the answer has begun already. */
  public static void problem(
      HttpServletRequest request, HttpServletResponse response, Problem problem)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    response.resetBuffer();
    OF_THE_ANSWER.forEach(name -> response.setHeader(name, null));
    if (problem.kind().status() == 503) {
      response.setHeader("Retry-After", "1");
    }
    byte[] body = Json.bytes(problem.body(request.getRequestURI()));
    response.setStatus(problem.kind().status());
    response.setContentType(null); // otherwise its charset would stay
    response.setContentType(PROBLEM);
    response.setContentLength(body.length);
    if (!request.getMethod().equals("HEAD")) {
      new ClientOutput(response.getOutputStream()).write(body);
    }
  }
}
