package innkeeper.supervisor;

import innkeeper.api.supervisor.ServerRecord;
import innkeeper.common.process.WrapperHome;
import innkeeper.supervisor.lifecycle.SupervisorContext;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.spawn.Incarnation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Separates the records of this run directory's own servers from those of other hosts. The latter
 * exist when this run directory is a copy of another one.
 */
final class RecordOrigins {

  private static final Logger LOG = LoggerFactory.getLogger(RecordOrigins.class);

  private final SupervisorContext context;
  private final Strays strays;
  private final Optional<Path> from;
  private final List<ServerRecord> ours = new ArrayList<>();
  private final List<ServerRecord> foreign = new ArrayList<>();
  private final List<ServerRecord> unsure = new ArrayList<>();
  private final Optional<String> original;

  RecordOrigins(
      SupervisorContext context,
      Continuation continuation,
      Strays strays,
      List<ServerRecord> records) {
    this.context = context;
    this.strays = strays;
    this.from = continuation.copiedFrom();
    for (ServerRecord record : records) {
      List<ServerRecord> same =
          switch (home(record)) {
            case OURS -> ours;
            case FOREIGN -> foreign;
            case UNKNOWN -> unsure;
          };
      same.add(record);
    }
    this.original =
        from.filter(strays::inUse)
            .map(Path::toString)
            .or(
                () ->
                    foreign.stream()
                        .map(record -> WrapperHome.directory(record.wrapper().pid()))
                        .filter(directory -> !directory.isEmpty())
                        .findFirst())
            .or(() -> from.filter(path -> !foreign.isEmpty()).map(Path::toString));
  }

  /** Returns the records of our own servers, in a new list. */
  List<ServerRecord> ours() {
    return new ArrayList<>(ours);
  }

  List<ServerRecord> foreign() {
    return foreign;
  }

  /** Returns the records of living servers whose host cannot be determined. */
  List<ServerRecord> unsure() {
    return unsure;
  }

  /** Returns the run directory of which this one is a copy, if servers of it live. */
  Optional<String> original() {
    return original;
  }

  private WrapperHome home(ServerRecord record) {
    if (!record.wrapper().bootId().equals(context.launcher().bootId())) {
      // The pids of an earlier boot identify no process now, so the record counts as ours.
      return WrapperHome.OURS;
    }
    Incarnation incarnation = new Incarnation(record, null);
    if (incarnation.wrapperAlive()) {
      return WrapperHome.of(context.run().dir(), record.name(), record.wrapper().pid());
    }
    if (from.isEmpty()) {
      return WrapperHome.OURS;
    }
    try {
      Optional<Stat> server =
          incarnation.locate(context.run(), context.table()).flatMap(s -> Proc.stat(s.pid()));
      if (!incarnation.serverAlive() || server.flatMap(strays::output).isPresent()) {
        return WrapperHome.OURS;
      }
      Path directory = server.flatMap(strays::outputDirectory).orElse(from.get());
      return Files.isDirectory(directory) ? WrapperHome.FOREIGN : WrapperHome.UNKNOWN;
    } catch (IOException e) {
      LOG.warn("run files cannot be read name={} error={}", record.name(), e.getMessage());
      return WrapperHome.UNKNOWN;
    }
  }
}
