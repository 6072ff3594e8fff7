package innkeeper.supervisor.spawn;

import innkeeper.supervisor.process.LibraryCall;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/**
 * Makes FIFOs by a call of the C library. If boot does not offer it, a program makes them. Safe for
 * many threads.
 */
final class Fifos {

  private final Path commands;
  private final Spawner spawner;
  private final LibraryCall<ToIntFunction<String>> call;
  private final AtomicLong last = new AtomicLong();
  private final String prefix =
      ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-";

  /**
   * @param call takes a path, returns 0 or a negative errno
   */
  Fifos(RunFiles run, Spawner spawner, LibraryCall<ToIntFunction<String>> call) throws IOException {
    this.commands = new RunFiles(run.dir().resolve(".words")).dir();
    this.spawner = spawner;
    this.call = call;
    try (DirectoryStream<Path> left = Files.newDirectoryStream(commands)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Loads the call before it is needed, so that the first start need not wait for it. */
  void prepare() {
    call.find();
  }

  /**
   * Makes a FIFO through which one wrapper gets its go commands; two would take each other's. The
   * caller deletes it once both ends are open. A name is never used again, so a wrapper of a dead
   * host cannot open a FIFO of its successor.
   */
  Path makeForCommands() throws IOException {
    Path fifo = commands.resolve(prefix + last.incrementAndGet());
    make(List.of(fifo));
    return fifo;
  }

  /**
   * @throws IOException if one is missing afterwards
   */
  void make(List<Path> fifos) throws IOException {
    Optional<ToIntFunction<String>> quick = call.find();
    long failure = 0;
    if (quick.isPresent()) {
      for (Path fifo : fifos) {
        failure = Math.min(failure, quick.get().applyAsInt(fifo.toString()));
      }
    } else {
      List<String> command = new ArrayList<>(List.of(Launcher.tool("mkfifo"), "-m", "600", "--"));
      fifos.forEach(fifo -> command.add(fifo.toString()));
      failure = spawner.tool(command);
    }
    for (Path fifo : fifos) {
      if (!RunFiles.isFifo(fifo)) {
        throw new IOException(
            Files.exists(fifo, LinkOption.NOFOLLOW_LINKS)
                ? fifo + " is in the way of a FIFO; rm -r " + fifo
                : "mkfifo "
                    + fifo
                    + " failed with "
                    + failure
                    + "; is the disk of "
                    + fifo.getParent()
                    + " full?");
      }
    }
  }
}
