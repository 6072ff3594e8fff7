package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer of numbered lines at full speed: none lost, doubled or torn. */
class ExactlyOnceTest {

  private static final int HAND_OVERS =
      Integer.getInteger("handOvers", Boolean.getBoolean("innkeeper.nightly") ? 30 : 10);
  private static final int KILLS =
      Integer.getInteger("kills", Boolean.getBoolean("innkeeper.nightly") ? 12 : 4);

  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  /** Writes until told to stop, then says how far it got. */
  private Process numbers() throws Exception {
    Path stop = house.data.resolve("stop");
    Path last = house.data.resolve("last");
    return house.server(
        "demo",
        "exec perl -e '$|=1;my $n=0;while(!-e $ARGV[0]){my $b=\"\";"
            + "for(1..500){$n++;$b.=\"line $n password=secret$n of some length\\n\"}print $b}"
            + "open F,\">\",$ARGV[1];print F \"$n\\n\"' "
            + stop
            + " "
            + last);
  }

  private void check() throws Exception {
    Path last = house.data.resolve("last");
    Files.writeString(house.data.resolve("stop"), "");
    House.await("last", Duration.ofSeconds(60), () -> Files.exists(last) && Files.size(last) > 1);
    long n = Long.parseLong(Files.readString(last).strip());
    house.logging.logs().drained("demo").get(30, java.util.concurrent.TimeUnit.SECONDS);
    long expected = 0;
    try (BufferedReader in = new BufferedReader(new StringReader(house.all("demo")))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        expected++;
        assertEquals("line " + expected + " password=[REDACTED] of some length", line);
      }
    }
    assertEquals(n, expected);
    assertTrue(n > 1000);
    assertEquals(n, house.logging.logs().status("demo").orElseThrow().lines() + uncounted);
  }

  private long uncounted;

  @Test
  void manyHandOversWithRotationLoseNoLine() throws Exception {
    house.rotator = new TurningRotator(256 * 1024);
    house.maxBytes = 256 * 1024;
    house.fifo("demo");
    house.start();
    numbers();
    for (int i = 0; i < HAND_OVERS; i++) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(30));
      house.stop();
      house.start();
    }
    check();
  }

  @Test
  void manyKillsWithRotationLoseNoLine() throws Exception {
    house.fifo("demo");
    numbers();
    for (int i = 0; i < KILLS; i++) {
      Process host = HostUnderTest.launch(house);
      Thread.sleep(ThreadLocalRandom.current().nextInt(60));
      host.destroyForcibly().waitFor();
    }
    house.start();
    Files.writeString(house.data.resolve("stop"), "");
    Path last = house.data.resolve("last");
    House.await("last", Duration.ofSeconds(60), () -> Files.exists(last) && Files.size(last) > 1);
    house.logging.logs().drained("demo").get(30, java.util.concurrent.TimeUnit.SECONDS);
    long n = Long.parseLong(Files.readString(last).strip());
    uncounted = n - house.logging.logs().status("demo").orElseThrow().lines();
    check();
  }

  private static final int ROUND = 20_000;

  /** Faster than one thread reads and writes: then a second one helps. */
  private void fastNumbers() throws Exception {
    StringBuilder round = new StringBuilder();
    for (int i = 0; i < ROUND; i++) {
      round.append("line ").append(i).append(" of a round, and some more text to make it long\n");
    }
    Path numbers = Files.writeString(house.data.resolve("numbers"), round);
    house.server(
        "demo",
        "n=0; while [ ! -e "
            + house.data.resolve("stop")
            + " ]; do cat "
            + numbers
            + "; n=$((n+1)); done; echo $n > "
            + house.data.resolve("last"));
  }

  private void checkFast() throws Exception {
    Path last = house.data.resolve("last");
    Files.writeString(house.data.resolve("stop"), "");
    House.await("last", Duration.ofSeconds(60), () -> Files.exists(last) && Files.size(last) > 1);
    house.logging.logs().drained("demo").get(30, java.util.concurrent.TimeUnit.SECONDS);
    byte[] round = Files.readAllBytes(house.data.resolve("numbers"));
    long[] at = {0};
    house
        .logging
        .logs()
        .copyTo(
            "demo",
            new java.io.OutputStream() {
              @Override
              public void write(int b) {
                assertEquals(round[(int) (at[0]++ % round.length)], (byte) b, "byte " + at[0]);
              }
            });
    assertEquals(Long.parseLong(Files.readString(last).strip()) * round.length, at[0]);
  }

  @Test
  void handOversOfAFastServerLoseNoLine() throws Exception {
    house.rotator = new TurningRotator(8 << 20);
    house.maxBytes = 8 << 20;
    house.fifo("demo");
    house.start();
    fastNumbers();
    for (int i = 0; i < HAND_OVERS / 3; i++) {
      Thread.sleep(20 + ThreadLocalRandom.current().nextInt(60));
      house.stop();
      house.start();
    }
    checkFast();
  }

  @Test
  void killsUnderAFastServerLoseNoLine() throws Exception {
    house.fifo("demo");
    fastNumbers();
    for (int i = 0; i < KILLS / 2; i++) {
      Process host = HostUnderTest.launch(house, 8 << 20);
      Thread.sleep(100 + ThreadLocalRandom.current().nextInt(200));
      host.destroyForcibly().waitFor();
    }
    house.start();
    checkFast();
  }

  /** A host of its own, to be killed. */
  static final class HostUnderTest {
    private HostUnderTest() {}

    /** Returns once it captures. */
    static Process launch(House house) throws Exception {
      return launch(house, 64 * 1024);
    }

    static Process launch(House house, int maxBytes) throws Exception {
      Path ready = house.data.resolve("ready");
      Files.deleteIfExists(ready);
      Process host =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  HostUnderTest.class.getName(),
                  house.data.toString(),
                  Integer.toString(maxBytes))
              .redirectErrorStream(true)
              .redirectOutput(house.data.resolve("host.out").toFile())
              .start();
      house.processes.add(host);
      House.await("host", () -> Files.exists(ready) || !host.isAlive());
      assertTrue(host.isAlive(), Files.readString(house.data.resolve("host.out")));
      return host;
    }

    public static void main(String[] args) throws Exception {
      House house = new House(Path.of(args[0]));
      int maxBytes = Integer.parseInt(args[1]);
      house.rotator = new TurningRotator(maxBytes);
      house.maxBytes = maxBytes;
      house.start();
      Files.write(house.data.resolve("ready"), List.of("ready"));
      Thread.sleep(60_000);
    }
  }
}
