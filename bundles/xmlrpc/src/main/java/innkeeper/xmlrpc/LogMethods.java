package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * The methods for logs. stdout's log contains stderr too, as with supervisord's redirect_stderr, so
 * stderr has no log of its own. Clearing a log rotates it: nothing is deleted before its retention
 * time.
 */
record LogMethods(HostServices services, Path dataDir) {

  List<Method> table() {
    Method read =
        Method.now(
            "string supervisor.readProcessStdoutLog string int int",
            "Bytes of a project's log from an offset; a negative one counts from the end.",
            a -> LogBytes.read(there(log(a.string(0))), a.integer(1), a.integer(2)));
    Method tail =
        Method.now(
            "array supervisor.tailProcessStdoutLog string int int",
            "The end of a project's log, its size, and whether the log has more than the requested bytes.",
            a -> LogBytes.tail(log(a.string(0)), a.integer(1), a.integer(2)));
    Method main =
        Method.now(
            "string supervisor.readLog int int",
            "Bytes of the host's own log from an offset; a negative one counts from the end.",
            a -> LogBytes.read(there(mainLog()), a.integer(0), a.integer(1)));
    Method clear =
        Method.now(
            "boolean supervisor.clearProcessLogs string",
            "Rotates a project's log; its content becomes an archive.",
            a -> turn(Namespec.one(services.supervisor(), a.string(0)).name()));
    return List.of(
        read,
        read.as("supervisor.readProcessLog"),
        tail,
        tail.as("supervisor.tailProcessLog"),
        main,
        main.as("supervisor.readMainLog"),
        clear,
        clear.as("supervisor.clearProcessLog"),
        Method.now(
            "string supervisor.readProcessStderrLog string int int",
            "Refused: stderr goes where stdout goes.",
            a -> {
              log(a.string(0));
              throw new Fault(FaultCode.NO_FILE);
            }),
        Method.now(
            "array supervisor.tailProcessStderrLog string int int",
            "Always empty: stderr goes where stdout goes.",
            a -> {
              log(a.string(0));
              return List.of("", 0, false);
            }),
        Method.now(
            "array supervisor.clearAllProcessLogs", "Rotates every project's log.", a -> turnAll()),
        Method.now(
            "boolean supervisor.clearLog",
            "Rotates the host's own log; its content becomes an archive.",
            a -> turn(Logs.MAIN)));
  }

  private Path log(String name) {
    ProjectStatus project = Namespec.one(services.supervisor(), name);
    return dataDir.resolve("logs").resolve(project.name() + ".log");
  }

  private Path mainLog() {
    return dataDir.resolve("bot.log");
  }

  private static Path there(Path log) {
    if (!Files.isRegularFile(log)) {
      throw new Fault(FaultCode.NO_FILE, String.valueOf(log.getFileName()));
    }
    return log;
  }

  private Object turn(String name) {
    try {
      services.rotator().rotate(name);
      return true;
    } catch (IOException e) {
      throw new Fault(FaultCode.FAILED, e.getMessage());
    } catch (IllegalArgumentException e) {
      // Nothing was ever written under that name, so the log is empty already.
      return true;
    }
  }

  private Object turnAll() {
    return services.supervisor().projects().stream()
        .sorted(Comparator.comparing(ProjectStatus::channelId))
        .map(
            p -> {
              try {
                turn(p.name());
                return ProcessMethods.result(p, null);
              } catch (Fault fault) {
                return ProcessMethods.result(p, fault);
              }
            })
        .toList();
  }
}
