package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** One stream over all that can happen to it: every line and every record once, in order. */
class EventsIT {

  /** A reader that comes back whenever it is cut off, as a browser does. */
  private static final class Reader implements AutoCloseable {

    private final HostProcess host;
    private final List<Integer> lines = new ArrayList<>();
    private final List<Integer> audit = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private String last = "";
    private volatile boolean closed;
    private final Thread thread = new Thread(this::run, "reader");

    Reader(HostProcess host) {
      this.host = host;
      thread.start();
    }

    private void run() {
      while (!closed) {
        try (Socket socket = new Socket("127.0.0.1", host.port())) {
          socket.setSoTimeout(1000);
          String resume = last.isEmpty() ? "" : "Last-Event-ID: " + last + "\r\n";
          // 1.0, so that the body comes without chunk sizes.
          socket
              .getOutputStream()
              .write(
                  ("GET /api/events?log=c1&lines=10000 HTTP/1.0\r\nHost: 127.0.0.1\r\n"
                          + resume
                          + "\r\n")
                      .getBytes(StandardCharsets.US_ASCII));
          read(
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
          LockSupport.parkNanos(50_000_000); // nobody there yet: again
        }
      }
    }

    private void read(BufferedReader in) throws IOException {
      String type = "";
      String id = "";
      while (!closed) {
        String line;
        try {
          line = in.readLine();
        } catch (java.net.SocketTimeoutException quiet) {
          continue;
        }
        if (line == null) {
          return;
        }
        if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          // Only a whole event counts, and moves the place to come back to.
          take(type, Json.read(line.substring(6)));
          last = id.isEmpty() ? last : id;
          id = "";
        }
      }
    }

    private synchronized void take(String type, Map<?, ?> data) {
      types.add(type);
      if (type.equals("log")) {
        for (Object line : (List<?>) data.get("lines")) {
          lines.add(Integer.parseInt(line.toString()));
        }
      } else if (type.equals("audit")) {
        audit.add(((Number) data.get("seq")).intValue());
      } else if (type.equals("snapshot") && data.get("audit") != null) {
        for (Object entry : (List<?>) data.get("audit")) {
          audit.add(((Number) ((Map<?, ?>) entry).get("seq")).intValue());
        }
      }
    }

    synchronized boolean has(int line) {
      return !lines.isEmpty() && lines.get(lines.size() - 1) >= line;
    }

    synchronized boolean told(String type) {
      return types.contains(type);
    }

    void stop() {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      stop();
    }
  }

  @Test
  void nothingIsLostOrDoubledOverTurnsSwapsAndTheHostsDeath() throws Exception {
    try (HostProcess host =
        new HostProcess().with("LOG_MAX_BYTES", "16384").with("LOG_MAX_FILES", "100")) {
      host.start();
      host.cli(
              "add",
              "c1",
              "--",
              "/bin/sh",
              "-c",
              "i=0; while :; do j=0; while [ $j -lt 50 ]; do echo $i; i=$((i+1)); j=$((j+1)); done;"
                  + " sleep 0.02; done")
          .ok();
      try (Reader reader = new Reader(host);
          Reader second = new Reader(host)) {
        HostProcess.await("it reads", () -> reader.has(1000));
        host.cli("rotate", "c1").ok();
        for (String surface : List.of("admin", "logging", "supervisor", "rotation", "store")) {
          int before = reader.lines.size();
          host.cli("update", "innkeeper." + surface).ok();
          HostProcess.await(
              "it goes on after " + surface + " was replaced",
              () -> reader.has(before + 1000) && second.has(before + 1000));
        }
        assertTrue(reader.told("bye"), "the page's own surface said goodbye first");
        host.crash();
        host.start();
        int before = reader.lines.size();
        HostProcess.await(
            "it goes on after the host died",
            () -> reader.has(before + 2000) && second.has(before + 2000));
        for (Reader each : List.of(reader, second)) {
          each.stop();
          assertFalse(each.told("gap"), "no gap had to be told");
          inARow(each.lines, each.lines.get(0));
          inARow(each.audit, each.audit.get(0));
        }
      }
      try (var logs = Files.list(host.data().resolve("logs"))) {
        assertTrue(logs.count() > 2, "it was rotated");
      }
    }
  }

  private static void inARow(List<Integer> numbers, int first) {
    for (int i = 0; i < numbers.size(); i++) {
      assertEquals(first + i, numbers.get(i), "at " + i);
    }
  }
}
