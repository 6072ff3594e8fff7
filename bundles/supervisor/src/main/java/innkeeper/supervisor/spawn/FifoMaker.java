package innkeeper.supervisor.spawn;

import innkeeper.supervisor.process.LibraryCall;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Makes FIFOs by a call of the C library. If boot does not offer it, one run of a program makes
 * many. Safe for many threads.
 */
final class FifoMaker {

  private final Spawner spawner;
  private final LibraryCall<ToIntFunction<String>> call;

  /**
   * @param call takes a path, returns 0 or a negative errno
   */
  FifoMaker(Spawner spawner, LibraryCall<ToIntFunction<String>> call) {
    this.spawner = spawner;
    this.call = call;
  }

  /**
   * Returns how many FIFOs to make at once, if one is needed.
   *
   * @param byProgram the number if a program makes them
   */
  int ahead(int byProgram) {
    return call.find().isPresent() ? 1 : byProgram;
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
