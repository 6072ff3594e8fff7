package innkeeper.supervisor.probe;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.spawn.Launcher;
import innkeeper.supervisor.spawn.ServerEnvironment;
import innkeeper.supervisor.spawn.SpawnException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Well when a command ends with 0; it runs where and with what the server runs. */
final class ExecAsk implements Ask {

  private final ProjectDefinition definition;
  private final Map<String, String> hosts;
  private final Signals signals;
  private final ProcTable table;
  private volatile Process running;

  ExecAsk(
      ProjectDefinition definition, Map<String, String> hosts, Signals signals, ProcTable table) {
    this.definition = definition;
    this.hosts = hosts;
    this.signals = signals;
    this.table = table;
  }

  @Override
  public String ask() throws IOException, SpawnException, InterruptedException {
    String command = definition.health().orElseThrow().target();
    ProcessBuilder builder =
        new ProcessBuilder(Launcher.tool("setsid"), "/bin/sh", "-c", command)
            .directory(definition.directory().toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    String mark = definition.channelId() + "/probe" + System.nanoTime() + "/-";
    Map<String, String> env = ServerEnvironment.of(definition, mark, hosts);
    builder.environment().clear();
    builder.environment().putAll(env);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw Files.isDirectory(definition.directory()) ? new NotAskedException(e) : e;
    }
    running = process;
    try {
      process.getOutputStream().close();
      int code = process.waitFor();
      return code == 0 ? "" : "probe command ended with " + code;
    } finally {
      end(process);
      running = null;
      endRest(process.pid(), mark);
    }
  }

  @Override
  public void cancel() {
    Process process = running;
    if (process != null) {
      end(process);
    }
  }

  /** What the command left in its session; the mark tells it from a session of the same number. */
  private void endRest(long session, String mark) {
    signals.send(
        "KILL",
        table.now().session(session).stream()
            .filter(s -> !s.dead())
            .map(s -> s.identity().pid())
            .filter(pid -> Proc.variable(pid, Marks.VARIABLE).equals(mark))
            .toList());
  }

  /** The group as well: a shell that is killed leaves its children. */
  private void end(Process process) {
    if (process.isAlive()) {
      signals.send("KILL", List.of(-process.pid(), process.pid()));
    }
  }
}
