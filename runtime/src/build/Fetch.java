import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;

/**
 * Asks a host what a browser asks when it opens the page, so that the class archive holds what
 * answering takes: {@code java Fetch.java PORT}.
 */
public final class Fetch {

  private static final List<String> PATHS =
      List.of(
          "/",
          "/api/projects",
          "/api/projects/warm",
          "/api/health",
          "/api/logs/warm?lines=20",
          "/api/audit?limit=20",
          "/api/backups",
          "/api/surfaces",
          "/api/events",
          "/metrics",
          "/api/nothing");

  private Fetch() {}

  public static void main(String[] args) throws Exception {
    for (String path : PATHS) {
      HttpURLConnection http =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + args[0] + path).toURL().openConnection();
      http.setRequestProperty("Accept-Encoding", "gzip");
      http.setReadTimeout(10_000);
      try (InputStream in =
          http.getResponseCode() < 400 ? http.getInputStream() : http.getErrorStream()) {
        if (path.endsWith("events")) {
          in.readNBytes(64);
        } else {
          in.readAllBytes();
        }
      }
    }
  }
}
