package innkeeper.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One POST of one alarm. The whole of it, the answer's body included, has the timeout; redirects
 * are not followed, for the secret's signature is for one receiver. The URL may hold a token, so
 * errors name its host alone.
 */
final class HttpPost implements Outbox.Post {

  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;
  private static final int REQUEST_TIMEOUT = 408;

  private final URI url;
  private final byte[] key;
  private final String host;
  private final Duration timeout;
  private final Clock clock;
  private final ObjectMapper json = new ObjectMapper();
  private HttpClient client;

  /**
   * @param key empty for unsigned
   * @param host this machine's name, as the alarm tells it
   */
  HttpPost(URI url, byte[] key, String host, Duration timeout, Clock clock) {
    this.url = url;
    this.key = key.clone();
    this.host = host;
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public Answer send(Alarm alarm, long dropped) throws InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer;
    try {
      byte[] body = json.writeValueAsBytes(alarm.message(host, dropped).toMap());
      answer = client().sendAsync(request(alarm, body), HttpResponse.BodyHandlers.discarding());
    } catch (IOException | IllegalArgumentException e) {
      return new Answer(Outcome.NEVER, "it could not be written: " + e.getMessage());
    }
    try {
      return judge(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode());
    } catch (TimeoutException e) {
      answer.cancel(true);
      // What hangs goes with its client.
      client = null;
      return new Answer(
          Outcome.LATER, url.getHost() + " did not answer within " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      return new Answer(Outcome.LATER, url.getHost() + ": " + words(e.getCause()));
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

  private HttpRequest request(Alarm alarm, byte[] body) {
    long seconds = clock.instant().getEpochSecond();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .header("User-Agent", "innkeeper-webhook")
            .header("webhook-id", alarm.id())
            .header("webhook-timestamp", Long.toString(seconds))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (key.length > 0) {
      request.header("webhook-signature", Signature.of(key, alarm.id(), seconds, body));
    }
    return request.build();
  }

  private Answer judge(int status) {
    if (status >= 200 && status < 300) {
      return new Answer(Outcome.DELIVERED, "");
    }
    boolean passes =
        status >= 500 || status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
    return new Answer(
        passes ? Outcome.LATER : Outcome.NEVER, url.getHost() + " answered " + status);
  }
}
