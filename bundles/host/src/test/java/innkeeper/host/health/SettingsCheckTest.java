package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsCheckTest {

  @TempDir private Path conf;
  private final List<String> mistakes = new ArrayList<>();

  private Result result() {
    return new SettingsCheck(() -> mistakes, List.of(conf, conf.resolve("missing"))).execute();
  }

  private static String why(Result result) {
    for (ResultLog.Entry entry : result) {
      return entry.getMessage();
    }
    return "";
  }

  @Test
  void aMistakeWarnsThatTheNextStartWouldFail() {
    assertEquals(Result.Status.OK, result().getStatus());
    mistakes.add("conf/innkeeper.config: line 3: LOG_MAX_FILES=x is not a whole number");
    Result result = result();
    assertEquals(Result.Status.WARN, result.getStatus());
    assertTrue(why(result).startsWith("The next start would fail, "), why(result));
    assertTrue(why(result).contains(mistakes.get(0)), why(result));
  }

  @Test
  void aFileThatHasNoEffectIsNamed() throws IOException {
    Path file = Files.writeString(conf.resolve("x.cfg"), "a=b\n");
    assertTrue(why(result()).startsWith(file + " is ignored: "), why(result()));
    Files.move(file, conf.resolve("x~one.config"));
    assertTrue(why(result()).endsWith("name it x-one.config"), why(result()));
    Files.move(conf.resolve("x~one.config"), conf.resolve("x.config"));
    assertEquals(Result.Status.OK, result().getStatus(), "all values are text");
    Files.writeString(conf.resolve("x.config"), "url=\"http://127.0.0.1/x\"\nevents=all\n");
    String why = why(result());
    assertTrue(why.startsWith(conf.resolve("x.config") + ": line 2 (events) has a value"), why);
    Files.writeString(conf.resolve("innkeeper.config"), "url=\"x\"\nevents=all\n");
    assertEquals(why, why(result()), "the settings have a check of their own");
  }

  @Test
  void aFileThatIsRemovedMeanwhileIsNoProblem() throws Exception {
    Path file = conf.resolve("x.config");
    AtomicBoolean ended = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              while (!ended.get()) {
                try {
                  Files.writeString(file, "a=\"1\"\n");
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    writer.start();
    try {
      for (int i = 0; i < 5000; i++) {
        assertEquals(Result.Status.OK, result().getStatus(), why(result()));
      }
    } finally {
      ended.set(true);
      writer.join();
    }
  }

  @Test
  void aConfigurationWithANameBesideOneWithoutIsNamed() throws IOException {
    Files.writeString(conf.resolve("innkeeper.ntfy-a.config"), "url=\"http://127.0.0.1/a\"\n");
    Files.writeString(conf.resolve("innkeeper.ntfy-b.config"), "url=\"http://127.0.0.1/b\"\n");
    assertEquals(Result.Status.OK, result().getStatus());
    Files.delete(conf.resolve("innkeeper.ntfy-b.config"));
    Path one = conf.resolve("innkeeper.ntfy.config");
    Files.writeString(one, "url=\"http://127.0.0.1/b\"\n");
    assertEquals(
        one
            + " and innkeeper.ntfy-a.config exclude each other, and only one of them is used;"
            + " rename the first to innkeeper.ntfy-one.config",
        why(result()));
  }

  @Test
  void valuesWithATypeMayBeOfAnyFormOfTheFormat() {
    assertEquals(
        Optional.empty(),
        ConfigurationFiles.untyped(
            List.of(
                "# comment",
                "! comment",
                "",
                "a = \"1\"",
                "port=I\"8080\"",
                "list=[ \\",
                "  \"a\", \\",
                "  \"b\", \\",
                "  ]",
                "b:T\"x=y\"")));
    assertEquals(
        Optional.of("3 (port)"),
        ConfigurationFiles.untyped(List.of("a=\"1\"", "", "port=8080", "b=c")));
  }
}
