package innkeeper.admin.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** One request and its answer. */
public final class Exchange {

  /** Past this an answer is written as the reader takes it, so that no thread waits for it. */
  private static final int PATIENT_BYTES = 256 * 1024;

  /** Headers that describe the answer that was begun; they are wrong for a problem in its place. */
  private static final List<String> OF_THE_ANSWER =
      List.of("ETag", "Content-Encoding", "Content-Disposition");

  private static final String PROBLEM = "application/problem+json";
  public static final String JSON = "application/json";

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final ServiceSnapshot services;
  private final String id;
  private final Query query;

  public Exchange(
      HttpServletRequest request,
      HttpServletResponse response,
      ServiceSnapshot services,
      String id) {
    this.request = request;
    this.response = response;
    this.services = services;
    this.id = id;
    this.query = new Query(request.getQueryString());
  }

  public HttpServletRequest request() {
    return request;
  }

  public HttpServletResponse response() {
    return response;
  }

  /** The rooms as they were when the request came. */
  public ServiceSnapshot services() {
    return services;
  }

  /** What the path's variable stands for. */
  public String id() {
    return id;
  }

  public Query query() {
    return query;
  }

  /** Smaller answers fit in one packet as they are. */
  private static final int WORTH_PACKING = 1400;

  /** Whether only the headers are wanted. */
  public boolean head() {
    return request.getMethod().equals("HEAD");
  }

  public void json(int status, Object value) throws IOException {
    send(status, JSON, Json.bytes(value));
  }

  /** As {@link #json}, with a weak ETag over its bytes; 304 where the asker has it. */
  public void jsonTagged(Object value) throws IOException {
    tagged(JSON, Json.bytes(value));
  }

  /** Answers 200 with a weak ETag over the bytes, or 304 where the asker has it. */
  public void tagged(String type, byte[] body) throws IOException {
    tagged(tag(body), type, body);
  }

  /** Answers 200 with the tag, or 304 where the asker has it. */
  public void tagged(String tag, String type, byte[] body) throws IOException {
    if (hasAlready(tag)) {
      return;
    }
    send(200, type, body);
  }

  /** Sets the tag; whether the asker has it already and was told so. */
  public boolean hasAlready(String tag) {
    response.setHeader("ETag", tag);
    String known = request.getHeader("If-None-Match");
    if (known == null || !matches(known, tag)) {
      return false;
    }
    response.setStatus(304);
    return true;
  }

  public void send(int status, String type, byte[] body) throws IOException {
    if (type.equals(JSON) && body.length >= WORTH_PACKING) {
      response.setHeader("Vary", "Accept-Encoding");
      if (Accept.gzip(request.getHeader("Accept-Encoding"))) {
        response.setHeader("Content-Encoding", "gzip");
        write(status, type, Gzip.pack(body, Deflater.BEST_SPEED));
        return;
      }
    }
    write(status, type, body);
  }

  /** As {@link #send}, of bytes that are packed already, or are not worth it. */
  public void write(int status, String type, byte[] body) throws IOException {
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

  /** Where the answer goes; what it throws is a {@link ClientLeftException}. */
  public OutputStream output() throws IOException {
    return new ClientOutput(response.getOutputStream());
  }

  static String tag(byte[] body) {
    CRC32C crc = new CRC32C();
    crc.update(body);
    return "W/\""
        + Long.toHexString(crc.getValue())
        + "-"
        + Integer.toHexString(body.length)
        + "\"";
  }

  /** Weak comparison, RFC 9110 §13.1.2. */
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

  /** Answers a problem. Does nothing where the answer has begun. */
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
    if (!problem.allow().isEmpty()) {
      response.setHeader("Allow", problem.allow());
    }
    byte[] body = Json.bytes(problem.body(request.getRequestURI()));
    response.setStatus(problem.kind().status());
    response.setContentType(null); // else its charset stays
    response.setContentType(PROBLEM);
    response.setContentLength(body.length);
    if (!request.getMethod().equals("HEAD")) {
      new ClientOutput(response.getOutputStream()).write(body);
    }
  }
}
