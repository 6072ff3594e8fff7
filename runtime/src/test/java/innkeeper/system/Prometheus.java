package innkeeper.system;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The Prometheus of this machine, on a free port, with its data in a directory of the test. */
final class Prometheus implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final String api;

  /**
   * @param config the text of prometheus.yml
   */
  Prometheus(Path directory, String config) throws IOException {
    Files.createDirectories(directory);
    Path file = Files.writeString(directory.resolve("prometheus.yml"), config);
    int port = HostProcess.freePort();
    api = "http://127.0.0.1:" + port + "/api/v1/";
    process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + file,
                "--storage.tsdb.path=" + directory.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("prometheus.log").toFile())
            .start();
  }

  /** What /api/v1/PATH answers; {@code {}} while it is not up. */
  String ask(String path) {
    try {
      HttpResponse<String> answer =
          HTTP.send(
              HttpRequest.newBuilder(URI.create(api + path)).build(), BodyHandlers.ofString());
      // It reads its own files first.
      return answer.statusCode() == 503 ? "{}" : answer.body();
    } catch (IOException e) {
      return "{}";
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The result of an instant query: one map for each series. */
  List<Map<?, ?>> query(String expression) {
    Map<?, ?> answer =
        (Map<?, ?>)
            Json.read(ask("query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8)));
    if ("error".equals(answer.get("status"))) {
      throw new AssertionError(expression + ": " + answer.get("error"));
    }
    Object data = answer.get("data");
    return data == null
        ? List.of()
        : ((List<?>) ((Map<?, ?>) data).get("result"))
            .stream().<Map<?, ?>>map(series -> (Map<?, ?>) series).toList();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
