package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.supervisor.process.LibraryCall;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FifosTest {

  private static final int NO_SPACE = 28;

  @TempDir Path dir;

  @Test
  void aProgramMakesFifosIfNoCallIsOffered() throws Exception {
    both(Optional.empty());
  }

  @Test
  void aProgramMakesFifosIfTheCallCannotBeLoaded() throws Exception {
    both(
        Optional.of(
            () -> {
              throw new UnsatisfiedLinkError("noexec");
            }));
  }

  private RunFiles run() throws IOException {
    return new RunFiles(dir.resolve("run"));
  }

  private void both(Optional<Supplier<ToIntFunction<String>>> call) throws Exception {
    try (Spawner spawner = new Spawner()) {
      Fifos maker = new Fifos(run(), spawner, new LibraryCall<>("fifo.make", call));
      List<Path> fifos = List.of(dir.resolve("it's"), dir.resolve("b c"));
      maker.make(fifos);
      assertTrue(fifos.stream().allMatch(RunFiles::isFifo));
      assertTrue(RunFiles.isFifo(maker.makeForCommands()));
    }
  }

  @Test
  void noProgramRunsIfTheCallIsOffered() throws Exception {
    List<String> asked = new ArrayList<>();
    Spawner closed = new Spawner();
    closed.close();
    Fifos maker =
        new Fifos(
            run(),
            closed,
            new LibraryCall<>(
                "fifo.make",
                Optional.of(
                    () ->
                        path -> {
                          asked.add(path);
                          return -NO_SPACE;
                        })));
    Path fifo = dir.resolve("f");
    IOException full = assertThrows(IOException.class, () -> maker.make(List.of(fifo)));
    assertTrue(
        full.getMessage().contains("mkfifo " + fifo + " failed with -28"), full.getMessage());
    assertEquals(List.of(fifo.toString()), asked);
  }

  @Test
  void aFileInThePlaceOfAFifoIsNamed() throws Exception {
    Path folder = Files.createDirectories(dir.resolve("f"));
    try (Spawner spawner = new Spawner()) {
      Fifos maker = new Fifos(run(), spawner, LibraryCall.offered("none"));
      IOException way = assertThrows(IOException.class, () -> maker.make(List.of(folder)));
      assertTrue(way.getMessage().contains("rm -r " + folder), way.getMessage());
    }
  }
}
