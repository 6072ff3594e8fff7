package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose stdout and stderr have a FIFO each. */
class TwoStreamsTest {

  private static final int KILLS =
      Integer.getInteger("kills", Boolean.getBoolean("innkeeper.nightly") ? 12 : 4);
  private static final int TORN = 20_000;

  private House house;

  @BeforeEach
  void setUp(@TempDir Path data) throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private String log() throws Exception {
    return Files.exists(house.log("demo")) ? Files.readString(house.log("demo")) : "";
  }

  /** Its stdout is written in blocks that end within a line, as stdio does it for a pipe. */
  @Test
  void aBlockOfStdoutIsNotTornByALineOfStderr() throws Exception {
    house.start();
    house.fifos("demo");
    house.server(
        "demo",
        "exec perl -e '$|=0;select STDERR;$|=1;for(1..20000){"
            + "print STDOUT \"user=u$_ password=s3cr3t-$_-hunter2hunter2\\n\";"
            + "print STDERR \"warning: $_ is late\\n\" if $_ % 3 == 0}"
            + "close STDOUT; print STDERR \"done\\n\"; sleep 60'");
    House.await("done", Duration.ofSeconds(60), () -> log().contains("done\n"));
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    List<String> lines = log().lines().toList();
    assertEquals(0, lines.stream().filter(l -> l.contains("hunter2")).count(), "leaking lines");
    assertEquals(
        TORN, lines.stream().filter(l -> l.matches("user=u\\d+ password=\\[REDACTED\\]")).count());
    assertEquals(TORN / 3, lines.stream().filter(l -> l.matches("warning: \\d+ is late")).count());
    assertEquals(TORN + TORN / 3 + 1, lines.size());
  }

  @Test
  void aPromptDelaysNoOtherLine() throws Exception {
    house.start();
    house.fifos("demo");
    Path go = house.data.resolve("go");
    House.run("mkfifo", go.toString());
    house.server(
        "demo",
        "printf 'go on? '; yes 'a warning of thirty two bytes..' | head -c 10485760 >&2;"
            + " echo end >&2; read x < "
            + go
            + "; echo yes");
    House.await("end", Duration.ofSeconds(60), () -> log().endsWith("..\nend\n"));
    assertEquals(10 * 1024 * 1024 + 4, log().length());
    House.await(
        "shown",
        () -> house.logging.logs().tail("demo", 1).unfinished().equals(List.of("go on? ")));
    // The prompt is kept over a swap, though ten megabytes came behind it.
    house.stop();
    house.start();
    House.await(
        "shown again",
        () -> house.logging.logs().tail("demo", 1).unfinished().equals(List.of("go on? ")));
    Files.writeString(go, "go\n");
    House.await("whole", () -> log().endsWith("end\ngo on? yes\n"));
  }

  @Test
  void linesThatAreFiveMillisecondsApartKeepTheirOrder() throws Exception {
    house.start();
    house.fifos("demo");
    house.server(
        "demo",
        "exec perl -e '$|=1;select STDERR;$|=1;select STDOUT;for(1..300){"
            + "print {$_ % 2 ? *STDOUT : *STDERR} \"$_\\n\";select undef,undef,undef,0.005}"
            + "sleep 60'");
    House.await("300", () -> log().lines().count() == 300);
    List<String> lines = log().lines().toList();
    int swapped = 0;
    for (int i = 0; i + 1 < lines.size(); i++) {
      swapped += Integer.parseInt(lines.get(i)) > Integer.parseInt(lines.get(i + 1)) ? 1 : 0;
    }
    // None on an idle machine; this one may be busy with other builds.
    assertTrue(swapped <= 15, swapped + " of 300 swapped");
  }

  @Test
  void unfinishedLinesOfBothStreamsAreShownAndEndedWithTheServer() throws Exception {
    house.start();
    house.fifos("demo");
    house.server("demo", "echo one; printf 'out '; printf 'err ' >&2; sleep 60");
    House.await(
        "both",
        () -> house.logging.logs().tail("demo", 5).unfinished().equals(List.of("out ", "err ")));
    Files.writeString(house.data.resolve("run/demo.exit"), "0\n");
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    assertEquals("one\nout \nerr \n", log());
  }

  @Test
  void aKeyOnOneStreamHidesNothingOfTheOther() throws Exception {
    house.start();
    house.fifos("demo");
    String row = "MIIEpAIBAAKCAQEA1c7cTq9f2gXb3hLkT8xkPnq7Qy0d9Z4v6m1aXw2Yb5Rr8Uu1";
    house.server(
        "demo",
        "echo '-----BEGIN RSA PRIVATE KEY-----'; echo "
            + row
            + "; sleep 0.3; echo 'plain words' >&2; sleep 0.3; echo "
            + row
            + "; echo '-----END RSA PRIVATE KEY-----'; echo after; sleep 60");
    House.await("after", () -> log().endsWith("after\n"));
    assertTrue(log().contains("\nplain words\n"), log());
    assertFalse(log().contains("MIIE"), log());
    assertEquals(6, log().lines().count(), log());
  }

  @Test
  void aLineOfMoreThanAMebibyteIsSplitWhereTheOtherStreamHasALine() throws Exception {
    house.start();
    house.fifos("demo");
    house.server(
        "demo",
        "head -c 1500000 /dev/zero | tr '\\0' ' '; sleep 0.5; echo between >&2; sleep 0.5;"
            + " echo end; sleep 60");
    House.await("end", () -> log().endsWith("end\n"));
    List<String> lines = log().lines().toList();
    assertEquals(3, lines.size());
    assertEquals("between", lines.get(1));
    assertEquals(1_500_003, lines.get(0).length() + lines.get(2).length());
  }

  /** The FIFO of stderr comes with the next wrapper. */
  @Test
  void stderrIsReadWhenItsFifoAppears() throws Exception {
    house.start();
    house.fifo("demo");
    house.server("demo", "echo one; echo two >&2");
    House.await("two", () -> log().equals("one\ntwo\n"));
    House.run("mkfifo", "-m", "600", house.data.resolve("run/demo.err").toString());
    house.server("demo", "echo three >&2");
    House.await("three", () -> log().equals("one\ntwo\nthree\n"));
  }

  /** Writes until told to stop, then says how far each stream got. */
  private void numbers() throws Exception {
    house.server(
        "demo",
        "exec perl -e '$|=1;select STDERR;$|=1;select STDOUT;my $n=0;while(!-e $ARGV[0]){"
            + "my ($o,$e)=(\"\",\"\");for(1..200){$n++;"
            + "$o.=\"out $n password=secret$n of some length\\n\";$e.=\"err $n is some text\\n\"}"
            + "my $cut=1+$n % 37;syswrite STDOUT,substr($o,0,-$cut);syswrite STDERR,$e;"
            + "syswrite STDOUT,substr($o,-$cut)}"
            + "open F,\">\",$ARGV[1];print F \"$n\\n\"' "
            + house.data.resolve("stop")
            + " "
            + house.data.resolve("last"));
  }

  private void check() throws Exception {
    Path last = house.data.resolve("last");
    Files.writeString(house.data.resolve("stop"), "");
    House.await("last", Duration.ofSeconds(60), () -> Files.exists(last) && Files.size(last) > 1);
    long n = Long.parseLong(Files.readString(last).strip());
    house.logging.logs().drained("demo").get(30, TimeUnit.SECONDS);
    long out = 0;
    long err = 0;
    for (String line : house.all("demo").lines().toList()) {
      if (line.startsWith("err")) {
        assertEquals("err " + ++err + " is some text", line);
      } else {
        assertEquals("out " + ++out + " password=[REDACTED] of some length", line);
      }
    }
    assertEquals(List.of(n, n), List.of(out, err));
    assertTrue(n > 1000);
  }

  @Test
  void nothingIsLostDoubledOrTornOverKillsAndRotations() throws Exception {
    house.fifos("demo");
    numbers();
    for (int i = 0; i < KILLS; i++) {
      Process host = ExactlyOnceTest.HostUnderTest.launch(house);
      Thread.sleep(ThreadLocalRandom.current().nextInt(60));
      host.destroyForcibly().waitFor();
    }
    house.start();
    check();
  }

  @Test
  void nothingIsLostDoubledOrTornOverHandOvers() throws Exception {
    house.rotator = new TurningRotator(256 * 1024);
    house.maxBytes = 256 * 1024;
    house.fifos("demo");
    house.start();
    numbers();
    for (int i = 0; i < 20; i++) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(30));
      house.stop();
      house.start();
    }
    check();
  }

  @Test
  void bothStreamsAreReadWithoutTheCLibrary() throws Exception {
    house.nativeCalls = false;
    house.start();
    house.fifos("demo");
    house.server("demo", "seq 1 20000; seq 1 20000 >&2; echo password=hunter2; exec sleep 60");
    House.await("all", () -> log().lines().count() == 40001);
    assertTrue(log().contains("password=[REDACTED]"));
  }
}
