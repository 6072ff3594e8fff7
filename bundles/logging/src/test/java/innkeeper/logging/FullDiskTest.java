package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.api.project.LogPolicy;
import innkeeper.logging.capture.LogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that is really full: a small tmpfs in the place of logs/. */
class FullDiskTest {

  private static final Pattern NOTE =
      Pattern.compile("innkeeper: dropped (\\d+) lines \\((\\d+) bytes\\) from \\S+Z to \\S+Z: .*");
  private static final String COUNTER =
      "exec perl -e '$|=1;my $n=0;while(!-e $ARGV[0]){my $b=\"\";"
          + "for(1..20){$n++;$b.=sprintf(\"line %d password=secret%d of some length\\n\",$n,$n)}"
          + "print $b;select(undef,undef,undef,0.002)}"
          + "open F,\">\",$ARGV[1];print F \"$n\\n\"' ";

  private House house;
  private Path filler;
  private boolean mounted;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
    filler = house.data.resolve("logs/filler");
    String[] mount = {
      "mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", house.data + "/logs"
    };
    try {
      mounted = new ProcessBuilder(mount).start().waitFor() == 0;
    } catch (IOException e) {
      mounted = false;
    }
    if (!mounted) {
      System.err.println(
          "SKIPPED: no file system can be mounted here, so a full disk was NOT tested; run as root");
    }
    assumeTrue(mounted, "mounting a tmpfs needs root");
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
    if (mounted) {
      House.run("umount", house.data + "/logs");
    }
  }

  private void fill() throws Exception {
    // dd ends with an error once the disk is full, which is what is wanted.
    new ProcessBuilder("dd", "if=/dev/zero", "of=" + filler, "bs=512").start().waitFor();
  }

  private Result.Status check(String name) {
    return house.logging.checks().get(name).execute().getStatus();
  }

  private Process counter() throws IOException {
    return house.server(
        "demo", COUNTER + house.data.resolve("halt") + " " + house.data.resolve("last"));
  }

  private long end() throws Exception {
    Files.writeString(house.data.resolve("halt"), "");
    Path last = house.data.resolve("last");
    House.await("last", Duration.ofSeconds(60), () -> Files.exists(last) && Files.size(last) > 1);
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    return Long.parseLong(Files.readString(last).strip());
  }

  private static String line(long n) {
    return "line " + n + " password=[REDACTED] of some length";
  }

  @Test
  void aServerWaitsOverSwapsAndLosesNoLineOnAFullDisk() throws Exception {
    house.start();
    house.fifo("demo");
    counter();
    House.await("lines", () -> house.logging.logs().tail("demo", 1).lines().size() == 1);
    fill();
    House.await("full", () -> check("disk:full") == Result.Status.CRITICAL);
    for (int i = 0; i < 3; i++) {
      house.stop();
      house.start();
      House.await("full again", () -> check("disk:full") == Result.Status.CRITICAL);
    }
    Files.delete(filler);
    House.await("well", () -> check("disk:full") == Result.Status.OK);
    long n = end();
    List<String> lines = house.all("demo").lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(line(i + 1), lines.get(i));
    }
    assertEquals(n, lines.size());
  }

  /** Every line is there once or counted once, whatever happened while none could be written. */
  private void assertAccounted(long n) throws Exception {
    long expected = 1;
    long dropped = 0;
    for (String line : house.all("demo").lines().toList()) {
      Matcher note = NOTE.matcher(line);
      if (note.matches()) {
        expected += Long.parseLong(note.group(1));
        dropped += Long.parseLong(note.group(1));
      } else {
        assertEquals(line(expected++), line);
      }
    }
    assertEquals(n + 1, expected);
    assertTrue(dropped > 0, "something was dropped");
  }

  @Test
  void droppedLinesAreCountedExactlyOverSwaps() throws Exception {
    house.start();
    house.fifo("demo");
    Process server = counter();
    house.record("demo", 1, server, new LogPolicy(0, 0, LogPolicy.WhenFull.DROP));
    House.await("lines", () -> house.logging.logs().tail("demo", 1).lines().size() == 1);
    for (int round = 0; round < 3; round++) {
      fill();
      House.await("dropping", () -> check("logs:dropped") == Result.Status.WARN);
      for (int i = 0; i < 3; i++) {
        house.stop();
        int made = house.rotatable.size();
        house.start();
        House.await("dropping on", () -> house.rotatable.size() > made && dropping());
      }
      long before = house.logging.logs().status("demo").orElseThrow().dropped();
      House.await(
          "more", () -> house.logging.logs().status("demo").orElseThrow().dropped() > before);
      Files.delete(filler);
      House.await("written again", () -> !dropping());
    }
    assertAccounted(end());
  }

  private boolean dropping() {
    // Each start made a writer of its own; the last one serves.
    return ((LogWriter) house.rotatable.get(house.rotatable.size() - 1)).dropping();
  }

  @Test
  void droppedLinesAreCountedExactlyOverKillsOfTheHost() throws Exception {
    house.fifo("demo");
    Process server = counter();
    house.record("demo", 1, server, new LogPolicy(0, 0, LogPolicy.WhenFull.DROP));
    for (int kill = 0; kill < 6; kill++) {
      Process host = ExactlyOnceTest.HostUnderTest.launch(house);
      Thread.sleep(50 + 30 * kill);
      fill();
      Thread.sleep(100 + 20 * kill);
      if (kill % 2 == 0) {
        Files.delete(filler);
        Thread.sleep(10 * kill);
      }
      host.destroyForcibly().waitFor();
      Files.deleteIfExists(filler);
    }
    house.start();
    fill();
    House.await("dropping", () -> !house.rotatable.isEmpty() && dropping());
    Files.delete(filler);
    House.await("written again", () -> !dropping());
    assertAccounted(end());
  }
}
