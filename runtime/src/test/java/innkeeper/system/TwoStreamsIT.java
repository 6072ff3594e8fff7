package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** stdout and stderr of real programs, as each of them buffers what it prints. */
class TwoStreamsIT {

  private static final int LINES = 20_000;

  private static final String AWK =
      "BEGIN{for(i=1;i<=20000;i++){print \"user=\" i \" password=s3cr3t-\" i \"-hunter2\";"
          + " if(i%3==0) print \"warning: \" i > \"/dev/stderr\"}}";
  private static final String PERL =
      "$|=0;for my $i(1..20000){print \"user=$i password=s3cr3t-$i-hunter2\\n\";"
          + "print STDERR \"warning: $i\\n\" unless $i%3}";
  private static final String PYTHON =
      "import sys\nfor i in range(1, 20001):\n"
          + " sys.stdout.write('user=%d password=s3cr3t-%d-hunter2\\n' % (i, i))\n"
          + " i % 3 or sys.stderr.write('warning: %d\\n' % i)\n";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static void add(String id, String script) throws Exception {
    Path file = host.scratch().resolve(id + ".sh");
    Files.writeString(file, script);
    host.cli("add", id, "--", "/bin/sh", file.toString()).ok();
  }

  @ParameterizedTest
  @CsvSource({"awk,-f", "perl,''", "python3,''"})
  void noLineOfStderrTearsASecretOfStdout(String program, String option) throws Exception {
    assumeTrue(
        Stream.of("/bin", "/usr/bin").anyMatch(d -> Files.isExecutable(Path.of(d, program))),
        program + " is not installed");
    String text = program.equals("awk") ? AWK : program.equals("perl") ? PERL : PYTHON;
    Path file = Files.writeString(host.scratch().resolve(program + ".text"), text);
    add(program, program + " " + option + " " + file + "\necho done\nexec sleep 600\n");
    // Which of two streams is read first is not told by the order of their ends.
    HostProcess.await(
        "both streams to their ends",
        () -> host.log(program).containsAll(List.of("done", "warning: " + (LINES / 3 * 3))));
    List<String> lines = host.log(program);
    assertEquals(0, lines.stream().filter(l -> l.contains("hunter2")).count(), "leaking lines");
    assertEquals(
        LINES, lines.stream().filter(l -> l.matches("user=\\d+ password=\\[REDACTED\\]")).count());
    assertEquals(LINES / 3, lines.stream().filter(l -> l.matches("warning: \\d+")).count());
  }

  private static String tail() {
    try {
      return host.cli("logs", "prompt", "-n", "2").ok().out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPromptIsShownWhileTenMegabytesOfStderrGoBy() throws Exception {
    Path go = host.scratch().resolve("go");
    add(
        "prompt",
        "printf 'go on? '\nyes 'a warning of some length' | head -c 10000000 >&2\necho >&2\n"
            + "echo end >&2\nwhile ! [ -e "
            + go
            + " ]; do sleep 0.05; done\necho yes\nexec sleep 600\n");
    Path log = host.data().resolve("logs/prompt.log");
    HostProcess.await("end", () -> host.log("prompt").contains("end"));
    assertFalse(Files.readString(log).contains("go on?"), "it is not in the file yet");
    HostProcess.await("shown", () -> tail().endsWith("end\ngo on? \n"));
    assertTrue(
        host.get("/api/logs/prompt?lines=2").body().contains("\"go on? \""),
        host.get("/api/logs/prompt?lines=2").body());
    Files.createFile(go);
    HostProcess.await("whole", () -> host.log("prompt").contains("go on? yes"));
  }
}
