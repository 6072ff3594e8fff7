package innkeeper.supervisor.probe;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.supervisor.process.Marks;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.spawn.Launcher;
import innkeeper.supervisor.spawn.ServerEnvironment;
import innkeeper.supervisor.spawn.SpawnException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a command, which exits with 0 if the server is well. The command has the directory and the
 * environment of the server.
 */
final class ExecAsk implements Ask {

  private static final int MOST_LOOKS = 20;
  private static final long LOOK_MILLIS = 5;

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

  /**
   * Kills the processes that the command left in its session. The mark distinguishes them from a
   * later session of the same number. A process during exec shows no mark for a moment, so the
   * check is repeated.
   */
  private void endRest(long session, String mark) throws InterruptedException {
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      List<Long> ours = new ArrayList<>();
      boolean again = false;
      for (Stat one : table.now().session(session)) {
        String its = one.dead() ? "-" : Proc.variable(one.identity().pid(), Marks.VARIABLE);
        again |= its.isEmpty() || its.equals(mark);
        if (its.equals(mark)) {
          ours.add(one.identity().pid());
        }
      }
      signals.send("KILL", ours);
      if (!again) {
        return;
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Kills the command and its group, because a killed shell leaves its children. */
  private void end(Process process) {
    if (process.isAlive()) {
      signals.send("KILL", List.of(-process.pid(), process.pid()));
    }
  }
}
