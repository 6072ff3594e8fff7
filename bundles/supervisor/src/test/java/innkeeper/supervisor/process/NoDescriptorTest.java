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
  void aLivingProcessIsNotReportedDeadForLackOfADescriptor() throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n 96; exec \"$0\" \"$@\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-cp",
                System.getProperty("java.class.path"),
                Exhausted.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(30, TimeUnit.SECONDS);
    assertEquals(
        "alive cannot-tell gone cannot-list alive lacking kept alive cannot-tell", said.strip());
  }

  /** Opens all it may, then asks. */
  static final class Exhausted {

    private Exhausted() {}

    public static void main(String[] args) throws IOException {
      StringBuilder said = withoutReserve();
      int starts = 0;
      while (ReservedDescriptors.lacking().isEmpty()) {
        starts++;
      }
      said.append(starts > 0 && starts < 10 ? " lacking" : " starts " + starts);
      System.out.println(said.append(withReserve()));
    }

    private static StringBuilder withoutReserve() throws IOException {
      // Once before: afterwards no class could be loaded.
      StringBuilder said = new StringBuilder(self());
      new ProcTable().now();
      gone();
      ProcTable table = new ProcTable();
      List<InputStream> open = new ArrayList<>();
      exhaust(open);
      said.append(' ').append(self()).append(' ').append(gone());
      said.append(' ').append(list(table));
      for (InputStream one : open) {
        one.close();
      }
      return said.append(' ').append(self());
    }

    /** What was kept serves until it is used up. */
    private static StringBuilder withReserve() throws IOException {
      StringBuilder said = new StringBuilder();
      List<InputStream> open = new ArrayList<>();
      said.append(ReservedDescriptors.keep() ? " kept" : " not-kept");
      exhaust(open);
      said.append(' ').append(self());
      exhaust(open);
      return said.append(' ').append(self());
    }

    private static void exhaust(List<InputStream> open) {
      try {
        while (true) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException full) {
        return;
      }
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
