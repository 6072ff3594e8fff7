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
 * FIFOs through which wrappers get their words, each for one wrapper: two would take each other's.
 * Made many at a time where mkfifo is a program. Their names are never used again, so that a
 * wrapper of a host that died cannot open one of its successor's. Safe for many threads.
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

  /** Nobody else gets that one; to be deleted once both ends are open. */
  synchronized Path take() throws IOException {
    if (made.isEmpty()) {
      make();
    }
    return made.remove();
  }

  /** Has some there before they are needed. */
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
