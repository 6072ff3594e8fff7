package innkeeper.supervisor.spawn;

import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Makes FIFOs through which wrappers get their go commands. Each serves one wrapper, because two
 * would take each other's commands. If mkfifo is a program, many are made at once. Names are never
 * used again, so a wrapper of a dead host cannot open a FIFO of its successor. Safe for many
 * threads.
 */
final class WordFifos {

  private static final int MADE_AT_ONCE = 64;

  private final Path dir;
  private final FifoMaker maker;
  private final String prefix =
      ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-";
  private final Deque<Path> made = new ArrayDeque<>();
  private long last;

  WordFifos(RunFiles run, FifoMaker maker) throws IOException {
    this.dir = new RunFiles(run.dir().resolve(".words")).dir();
    this.maker = maker;
    try (DirectoryStream<Path> left = Files.newDirectoryStream(dir)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Returns a FIFO for one wrapper only; the caller deletes it once both ends are open. */
  synchronized Path take() throws IOException {
    if (made.isEmpty()) {
      make();
    }
    return made.remove();
  }

  /** Makes some FIFOs before they are needed. */
  synchronized void prepare() throws IOException {
    if (made.isEmpty()) {
      make();
    }
  }

  private void make() throws IOException {
    List<Path> fifos = new ArrayList<>();
    for (int i = maker.ahead(MADE_AT_ONCE); i > 0; i--) {
      fifos.add(dir.resolve(prefix + ++last));
    }
    maker.make(fifos);
    made.addAll(fifos);
  }
}
