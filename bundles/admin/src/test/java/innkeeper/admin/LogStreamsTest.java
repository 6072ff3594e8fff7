package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each of many readers of one log gets every line once and in order. */
@Timeout(60)
class LogStreamsTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Listening> open = new ArrayList<>();
  private Inn inn;
  private Thread writer;
  private volatile int written;
  private volatile int stopAt = Integer.MAX_VALUE;

  @BeforeEach
  void start() throws Exception {
    inn = new Inn(0);
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
    writer =
        new Thread(
            () -> {
              while (written < stopAt && !Thread.currentThread().isInterrupted()) {
                List<String> lines = new ArrayList<>();
                for (int i = 0; i < 37; i++) {
                  lines.add(String.valueOf(written++));
                }
                inn.logs.line("demo", lines.toArray(String[]::new));
                java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
              }
            });
    writer.start();
  }

  @AfterEach
  void stop() throws Exception {
    writer.interrupt();
    writer.join();
    for (Listening one : open) {
      one.close();
    }
    inn.close();
  }

  private Listening listen(String lastId) throws Exception {
    Listening one = new Listening(http, inn.url() + "/api/events?log=c1&lines=1", lastId);
    open.add(one);
    return one;
  }

  /** Reads until this line has come; every line must follow the one before. */
  private static int read(Listening from, int after, int until) throws Exception {
    int at = after;
    while (at < until) {
      for (var line : from.next("log").data().get("lines")) {
        int n = Integer.parseInt(line.asText());
        if (at >= 0) {
          assertEquals(at + 1, n);
        }
        at = n;
      }
    }
    return at;
  }

  @Test
  void eachReaderGetsEachLineOnce() throws Exception {
    List<Listening> readers = new ArrayList<>();
    List<Integer> at = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      readers.add(listen(""));
      at.add(read(readers.get(i), -1, written + 50));
    }
    int enough = written + 20_000;
    for (int i = 0; i < readers.size(); i++) {
      read(readers.get(i), at.get(i), enough);
    }
  }

  @Test
  void aReaderThatReconnectsContinuesAtItsPlace() throws Exception {
    Listening steady = listen("");
    int steadyAt = read(steady, -1, 100);
    String last = "";
    int at = -1;
    for (int i = 0; i < 12; i++) {
      Listening one = listen(last);
      at = read(one, at, written + 100);
      last = one.lastId;
      one.close();
    }
    read(steady, steadyAt, at);
  }

  @Test
  void aReaderThatPausedGetsEveryLineAndDelaysNoOtherReader() throws Exception {
    URI url = URI.create(inn.url());
    Listening quick = listen("");
    int at = read(quick, -1, 100);
    try (Socket slow = new Socket()) {
      // A smaller buffer makes the kernel probe the window every 200 ms, so reading takes minutes.
      slow.setReceiveBufferSize(64 * 1024);
      slow.connect(new InetSocketAddress(url.getHost(), url.getPort()));
      slow.getOutputStream()
          .write(
              "GET /api/events?log=c1&lines=1 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      // Far more than the queue and both kernels' buffers hold.
      at = read(quick, at, at + 120_000);
      stopAt = 0;
      writer.join();
      int last = written - 1;
      read(quick, at, last);
      Pattern line = Pattern.compile("(?<=[\\[,])\"(\\d+)\"(?=[],])");
      StringBuilder rest = new StringBuilder();
      byte[] buffer = new byte[1 << 16];
      int seen = -1;
      while (seen < last) {
        int n = slow.getInputStream().read(buffer);
        assertTrue(n > 0, "the stream ended at " + seen + " of " + last);
        rest.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
        int end = rest.lastIndexOf("\n\n");
        if (end < 0) {
          continue;
        }
        for (String frame : rest.substring(0, end).split("\n\n")) {
          if (frame.startsWith("event: log")) {
            String lines = frame.substring(0, frame.indexOf("\"times\":"));
            seen = follow(line.matcher(lines), seen);
          }
        }
        rest.delete(0, end + 2);
      }
    }
  }

  private static int follow(Matcher lines, int after) {
    int at = after;
    while (lines.find()) {
      int n = Integer.parseInt(lines.group(1));
      if (at >= 0) {
        assertEquals(at + 1, n);
      }
      at = n;
    }
    return at;
  }
}
