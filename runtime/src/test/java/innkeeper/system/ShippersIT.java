package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Logs and rules as other people's programs read them. */
@Tag("nightly")
class ShippersIT {

  private static final int LINES = 6000;

  @Test
  void rsyslogGetsEveryLineOfAProjectsLogAndOfTheHostsOwnOnceOverRotations() throws Exception {
    Programs.need("rsyslogd");
    try (HostProcess host =
        new HostProcess().with("LOG_MAX_BYTES", "65536").with("LOG_MAX_FILES", "1000")) {
      host.start();
      Path out = Files.createDirectory(host.scratch().resolve("shipped"));
      Process rsyslog = rsyslog(host, out);
      try {
        HostProcess.await("rsyslog follows", () -> lines(out.resolve("main")).size() > 0);
        // 20 lines each 10 ms: some 130 kB a second, a turn twice a second.
        String script =
            "n=0; while [ $n -lt "
                + LINES
                + " ]; do i=0; while [ $i -lt 20 ]; do n=$((n+1)); i=$((i+1));"
                + " echo line $n of many, long enough to turn the log over now and then; done;"
                + " sleep 0.01; done; exec sleep 600";
        host.cli("add", "web", "--", "/bin/sh", "-c", script).ok();
        for (int i = 0; i < 3; i++) {
          // Each start is a line of the host's own.
          host.cli("add", "x" + i, "--", "/bin/sleep", "600").ok();
          // What the host says may come a little later, and an empty log is not rotated.
          HostProcess.await("a line", () -> host.data().resolve("bot.log").toFile().length() > 0);
          host.cli("rotate", "--main").ok();
        }
        HostProcess.await("all are written", () -> written(host.data(), "logs/web.log") >= LINES);
        HostProcess.await("all are shipped", () -> lines(out.resolve("web")).size() >= LINES);
        host.stop();
        List<String> main = all(host.data().resolve("bot.log"));
        HostProcess.await(
            "the host's own too", () -> lines(out.resolve("main")).size() >= main.size());
      } finally {
        rsyslog.destroy();
        assertTrue(rsyslog.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
      }
      List<String> log = all(host.data().resolve("logs/web.log"));
      assertEquals(LINES, log.size());
      assertEquals(log, lines(out.resolve("web")));
      assertEquals(all(host.data().resolve("bot.log")), lines(out.resolve("main")));
      assertTrue(archives(host.data().resolve("logs/web.log")).size() >= 3, "it did rotate");
      assertTrue(archives(host.data().resolve("bot.log")).size() >= 3, "it did rotate");
    }
  }

  private static Process rsyslog(HostProcess host, Path out) throws IOException {
    Path conf = out.resolve("rsyslog.conf");
    StringBuilder text = new StringBuilder();
    text.append("global(workDirectory=\"").append(out).append("\" maxMessageSize=\"64k\")\n");
    text.append("module(load=\"imfile\" mode=\"inotify\")\n");
    text.append("template(name=\"bare\" type=\"string\" string=\"%msg%\\n\")\n");
    follow(text, "main", host.data().resolve("bot.log"), out);
    follow(text, "web", host.data().resolve("logs/web.log"), out);
    Files.writeString(conf, text.toString());
    return new ProcessBuilder(
            "rsyslogd", "-n", "-f", conf.toString(), "-i", out.resolve("pid").toString())
        .redirectErrorStream(true)
        .redirectOutput(out.resolve("said").toFile())
        .start();
  }

  private static void follow(StringBuilder conf, String name, Path file, Path out) {
    conf.append("ruleset(name=\"r").append(name).append("\") { action(type=\"omfile\" file=\"");
    conf.append(out.resolve(name)).append("\" template=\"bare\") }\n");
    conf.append("input(type=\"imfile\" tag=\"").append(name).append("\" ruleset=\"r").append(name);
    conf.append("\" file=\"").append(file).append("\")\n");
  }

  private static int written(Path data, String log) {
    try {
      return all(data.resolve(log)).size();
    } catch (IOException e) {
      return 0; // an archive was compressed meanwhile; asked again
    }
  }

  private static List<Path> archives(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log.getParent())) {
      return files
          .filter(f -> f.getFileName().toString().startsWith(log.getFileName() + "."))
          .filter(f -> f.getFileName().toString().matches(".*Z-[0-9]+(\\.gz)?"))
          .sorted()
          .toList();
    }
  }

  private static List<String> all(Path log) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path archive : archives(log)) {
      try (InputStream in = Files.newInputStream(archive);
          InputStream plain = archive.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
        new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    }
    lines.addAll(lines(log));
    return lines;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
