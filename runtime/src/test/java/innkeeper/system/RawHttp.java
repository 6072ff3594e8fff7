package innkeeper.system;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Requests byte by byte, as no well-behaved client sends them. */
final class RawHttp {

  private static final int PATIENCE_MILLIS = 20_000;

  private final int port;

  RawHttp(int port) {
    this.port = port;
  }

  /**
   * One answer.
   *
   * @param status 0 where the connection was closed without one
   */
  record Answer(int status, List<String> headers, String body) {

    /** All values of a header. */
    List<String> header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return headers.stream()
          .filter(h -> h.toLowerCase(Locale.ROOT).startsWith(start))
          .map(h -> h.substring(start.length()).strip())
          .toList();
    }
  }

  Socket open() throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** A request with our Host, and with Connection: close. */
  Answer ask(String requestLine, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(0, "Host: 127.0.0.1:" + port);
    return send(requestLine, all.toArray(String[]::new));
  }

  /** A request with these headers alone, and with Connection: close. */
  Answer send(String requestLine, String... headers) throws IOException {
    StringBuilder text = new StringBuilder(requestLine).append("\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return bytes(text + "Connection: close\r\n\r\n");
  }

  /** What the first answer to these bytes is. */
  Answer bytes(String text) throws IOException {
    return all(text).stream().findFirst().orElse(new Answer(0, List.of(), ""));
  }

  /** Every answer to these bytes, until the other end closes. */
  List<Answer> all(String text) throws IOException {
    try (Socket socket = open()) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      try (InputStream in = socket.getInputStream()) {
        in.transferTo(all);
      } catch (IOException e) {
        // A reset after the answer is an end as well.
        if (e instanceof java.net.SocketTimeoutException) {
          throw new AssertionError("neither answered nor closed: " + text, e);
        }
      }
      return parse(all.toString(StandardCharsets.ISO_8859_1));
    }
  }

  private static List<Answer> parse(String text) throws IOException {
    List<Answer> answers = new ArrayList<>();
    String rest = text;
    while (rest.startsWith("HTTP/1.")) {
      int end = rest.indexOf("\r\n\r\n");
      List<String> head = List.of(rest.substring(0, end).split("\r\n"));
      Answer bare =
          new Answer(Integer.parseInt(head.get(0).split(" ")[1]), head.subList(1, head.size()), "");
      String after = rest.substring(end + 4);
      // Another answer begins where its status line does; no body of ours holds one.
      int next = after.indexOf("HTTP/1.1 ");
      answers.add(
          new Answer(
              bare.status, bare.headers, body(bare, next < 0 ? after : after.substring(0, next))));
      rest = next < 0 ? "" : after.substring(next);
    }
    return answers;
  }

  /** A character for each byte becomes the text that they are. */
  private static String body(Answer bare, String bytes) throws IOException {
    byte[] raw = bytes.getBytes(StandardCharsets.ISO_8859_1);
    if (raw.length > 0 && bare.header("Content-Encoding").contains("gzip")) {
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(raw))) {
        raw = in.readAllBytes();
      }
    }
    return new String(raw, StandardCharsets.UTF_8);
  }
}
