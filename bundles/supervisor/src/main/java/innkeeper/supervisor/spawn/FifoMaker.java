package innkeeper.supervisor.spawn;

import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes FIFOs: by a call of the C library, or where boot offers none, by one program for many. Safe
 * for many threads.
 */
final class FifoMaker {

  private static final Logger LOG = LoggerFactory.getLogger(FifoMaker.class);

  private final Spawner spawner;
  private Optional<Supplier<ToIntFunction<String>>> loader;
  private ToIntFunction<String> call;

  /**
   * @param loader of the call: takes a path, returns 0 or a negative errno
   */
  FifoMaker(Spawner spawner, Optional<Supplier<ToIntFunction<String>>> loader) {
    this.spawner = spawner;
    this.loader = loader;
  }

  /** What boot offers in the system properties; empty for an earlier one. */
  @SuppressWarnings("unchecked")
  static Optional<Supplier<ToIntFunction<String>>> offered() {
    return System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
            && boot.get("fifo.make") instanceof Supplier<?> offered
        ? Optional.of((Supplier<ToIntFunction<String>>) offered)
        : Optional.empty();
  }

  /** How many are worth making ahead, when one is needed. */
  int ahead(int byProgram) {
    return call().isPresent() ? 1 : byProgram;
  }

  /** Loaded when the first FIFO is made. */
  private synchronized Optional<ToIntFunction<String>> call() {
    if (call == null && loader.isPresent()) {
      try {
        call = loader.get().get();
      } catch (LinkageError e) {
        LOG.warn("FIFOs are made by a program, for mkfifo cannot be called why={}", e.getMessage());
        loader = Optional.empty();
      }
    }
    return Optional.ofNullable(call);
  }

  /**
   * @throws IOException if one is not there afterwards
   */
  void make(List<Path> fifos) throws IOException {
    Optional<ToIntFunction<String>> quick = call();
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
