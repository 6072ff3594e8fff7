package innkeeper.supervisor.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process that can open no file must not take the living for dead. */
class NoDescriptorTest {

  @Test
  void withoutADescriptorALivingProcessIsNotCalledDead() throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n 64; exec \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                Exhausted.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(30, TimeUnit.SECONDS);
    assertEquals("alive cannot-tell gone cannot-list alive", said.strip());
  }

  /** Opens all it may, then asks. */
  static final class Exhausted {

    private Exhausted() {}

    public static void main(String[] args) throws IOException {
      // Once before: afterwards no class could be loaded.
      StringBuilder said = new StringBuilder(self());
      new ProcTable().now();
      gone();
      ProcTable table = new ProcTable();
      List<InputStream> open = new ArrayList<>();
      try {
        while (true) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException full) {
        said.append(' ').append(self()).append(' ').append(gone());
        said.append(' ').append(list(table));
      }
      for (InputStream one : open) {
        one.close();
      }
      System.out.println(said.append(' ').append(self()));
    }

    private static String self() {
      try {
        return Proc.stat(ProcessHandle.current().pid()).isPresent() ? "alive" : "dead";
      } catch (IllegalStateException e) {
        return "cannot-tell";
      }
    }

    private static String gone() {
      Optional<Stat> none = Proc.stat(1L << 30);
      return none.isPresent() ? "there" : "gone";
    }

    private static String list(ProcTable table) {
      try {
        return table.now().bySession().isEmpty() ? "none" : "some";
      } catch (IllegalStateException e) {
        return "cannot-list";
      }
    }
  }
}
