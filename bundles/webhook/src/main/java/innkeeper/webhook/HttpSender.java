package innkeeper.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends one request. The timeout covers the whole exchange, including the answer's body. Redirects
 * are not followed, because a token or a signature is meant for one receiver. Errors name only the
 * host. For one thread.
 */
final class HttpSender {

  private static final int MOST_BODY = 16 << 10;

  private final Duration timeout;
  private HttpClient client;

  /**
   * A request.
   *
   * @param body empty for a GET
   */
  record Post(URI uri, Map<String, String> headers, Optional<byte[]> body) {}

  /**
   * An answer.
   *
   * @param body the beginning of the body
   */
  record Reply(int status, HttpHeaders headers, String body) {}

  HttpSender(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Sends a request. {@code localhost} means 127.0.0.1 or, if that refuses the connection, ::1.
   *
   * @throws IOException if no answer came in time; its message names only the host
   */
  Reply send(Post post) throws IOException, InterruptedException {
    try {
      return sendTo(post);
    } catch (IOException e) {
      boolean refused = e.getCause() != null && e.getCause().getCause() instanceof ConnectException;
      if (!refused || !"localhost".equalsIgnoreCase(post.uri().getHost())) {
        throw e;
      }
      String address = post.uri().toString().replaceFirst("(?i)//localhost", "//[::1]");
      return sendTo(new Post(URI.create(address), post.headers(), post.body()));
    }
  }

  private Reply sendTo(Post post) throws IOException, InterruptedException {
    String host = post.uri().getHost();
    CompletableFuture<Reply> answer =
        client()
            .sendAsync(request(post), HttpResponse.BodyHandlers.ofInputStream())
            .thenApplyAsync(HttpSender::reply);
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      drop(answer);
      throw new IOException(host + " did not answer within " + timeout.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(host + ": " + words(e.getCause()), e);
    } catch (InterruptedException e) {
      drop(answer);
      throw e;
    }
  }

  /** Abandons a hanging request together with its client. */
  private void drop(CompletableFuture<Reply> answer) {
    answer.cancel(true);
    client = null;
  }

  private HttpRequest request(Post post) throws IOException {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(post.uri()).timeout(timeout);
      request.header("User-Agent", "innkeeper");
      post.headers().forEach(request::header);
      post.body()
          .ifPresentOrElse(
              body -> request.POST(HttpRequest.BodyPublishers.ofByteArray(body)), request::GET);
      return request.build();
    } catch (IllegalArgumentException e) {
      // The exception's message would contain a header's value, which may be a token.
      throw new IOException("a header or the URL holds a character that is not allowed");
    }
  }

  private static Reply reply(HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      String text = new String(body.readNBytes(MOST_BODY), StandardCharsets.UTF_8);
      return new Reply(response.statusCode(), response.headers(), text);
    } catch (IOException e) {
      return new Reply(response.statusCode(), response.headers(), "");
    }
  }

  private static String words(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(timeout)
              .followRedirects(HttpClient.Redirect.NEVER)
              .version(HttpClient.Version.HTTP_1_1)
              .build();
    }
    return client;
  }
}
