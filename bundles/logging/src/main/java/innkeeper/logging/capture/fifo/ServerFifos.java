package innkeeper.logging.capture.fifo;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.logging.file.Owner;
import innkeeper.logging.index.ServerStream;
import innkeeper.logging.rules.WrapperEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the FIFOs of a server's streams: run/NAME.out or run/NAME.err, or the FIFO that its wrapper
 * has open, if it is another one. A removed or replaced file in run/ changes nothing for a running
 * server. The record of the server is read once.
 */
public final class ServerFifos {

  /** The wrapper's descriptors, by stream. */
  private static final Map<ServerStream, List<String>> WRAPPERS =
      Map.of(ServerStream.STDOUT, List.of("3"), ServerStream.STDERR, List.of("4"));

  /**
   * The server's descriptors, for a server without a wrapper; a server that release 0.1.0 started
   * has both streams in one FIFO.
   */
  private static final Map<ServerStream, List<String>> SERVERS =
      Map.of(ServerStream.STDOUT, List.of("1", "2"), ServerStream.STDERR, List.of("2"));

  /** The constants S_IFMT and S_IFIFO of inode(7). */
  private static final int TYPE = 0170000;

  private static final int FIFO = 0010000;

  /** A process that may have the FIFO open. */
  private record Holder(long pid, long start, Map<ServerStream, List<String>> descriptors) {

    boolean lives() {
      return WrapperEnvironment.lives(pid, start);
    }
  }

  private final Path run;
  private final String name;
  private final List<Holder> holders;

  public ServerFifos(Path run, String name) {
    this.run = run;
    this.name = name;
    holders = holders(run, name);
  }

  /** Returns the FIFO of a stream; empty if it does not exist. */
  public Optional<FifoSource> find(ServerStream stream) throws IOException {
    Path path = run.resolve(name + stream.fifoEnding());
    Optional<FifoSource> named =
        Fifo.is(path) ? Optional.of(new FifoSource(path, Owner.inode(path))) : Optional.empty();
    for (Holder holder : holders) {
      for (String descriptor : holder.descriptors().get(stream)) {
        Optional<FifoSource> held = held(holder, descriptor, path.getFileName().toString());
        if (held.isPresent()) {
          // The FIFO's name in run/ is preferred while it exists.
          return named.filter(n -> n.inode() == held.get().inode()).or(() -> held);
        }
      }
    }
    return named;
  }

  /** Returns whether the server lives, or a wrapper that may hold its output. */
  public boolean lives() {
    return holders.stream().anyMatch(Holder::lives);
  }

  private static Optional<FifoSource> held(Holder holder, String descriptor, String fileName) {
    Path path = Path.of("/proc", Long.toString(holder.pid), "fd", descriptor);
    try {
      Map<String, Object> file = Files.readAttributes(path, "unix:mode,uid,ino");
      boolean fifo = ((Integer) file.get("mode") & TYPE) == FIFO;
      if (fifo
          && file.get("uid").equals(Owner.uid())
          && (WRAPPERS.get(ServerStream.STDOUT).contains(descriptor)
              || isCalled(fileName, Files.readSymbolicLink(path)))
          && holder.lives()) {
        return Optional.of(new FifoSource(path, (Long) file.get("ino")));
      }
    } catch (IOException | RuntimeException none) {
      // The process has ended, or it has closed that descriptor.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * Returns whether a pipe has the FIFO's name. A server may have replaced its output by pipes of
   * its own, which the host must not read.
   */
  private static boolean isCalled(String fileName, Path target) {
    String name = target.getFileName().toString();
    return name.equals(fileName) || name.equals(fileName + " (deleted)");
  }

  private static List<Holder> holders(Path run, String name) {
    List<Holder> holders = new ArrayList<>();
    try {
      ServerRecord record = RecordFile.read(run.resolve(name + ".json"));
      if (WrapperEnvironment.ofThisBoot(record)) {
        holders.add(new Holder(record.wrapper().pid(), record.wrapper().start(), WRAPPERS));
        String[] server =
            Files.readString(run.resolve(name + ".id"), StandardCharsets.US_ASCII).split("\\s+");
        holders.add(new Holder(Long.parseLong(server[0]), Long.parseLong(server[1]), SERVERS));
      }
    } catch (IOException | RuntimeException none) {
      // The record is missing or incomplete, so the holders found so far count.
      return holders;
    }
    return holders;
  }
}
