package innkeeper.xmlrpc;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The methods for the host itself. Methods that would change it are refused: projects are defined
 * only over the shell socket and the command line, and only the person or unit that runs the host
 * ends it.
 */
record HostMethods(HostServices services, String version, BooleanSupplier stopping) {

  private static final String ELSEWHERE =
      "definitions come over innkeeper add, apply, import and remove only";

  List<Method> table() {
    Method api =
        Method.now(
            "string supervisor.getAPIVersion",
            "The version of supervisord's API that is spoken here.",
            a -> "3.0");
    return List.of(
        api,
        api.as("supervisor.getVersion"),
        Method.now("string supervisor.getSupervisorVersion", "Innkeeper's version.", a -> version),
        Method.now("string supervisor.getIdentification", "innkeeper.", a -> "innkeeper"),
        Method.now("struct supervisor.getState", "What the host is doing.", a -> state()),
        Method.now(
            "int supervisor.getPID",
            "The host's process id.",
            a -> (int) ProcessHandle.current().pid()),
        Method.now(
            "array supervisor.getAllConfigInfo",
            "What may be shown of the definitions: no command, no directory.",
            a -> config()),
        Method.now(
            "array supervisor.reloadConfig",
            "Refused: definitions are not read from a file.",
            a -> refused(FaultCode.CANT_REREAD, ELSEWHERE)),
        Method.now(
            "boolean supervisor.addProcessGroup string",
            "Refused: a project that is defined is there already.",
            a -> {
              Namespec.group(services.supervisor(), a.string(0));
              return refused(FaultCode.ALREADY_ADDED, a.string(0));
            }),
        Method.now(
            "boolean supervisor.removeProcessGroup string",
            "Refused: use innkeeper remove.",
            a -> remove(a.string(0))),
        Method.now(
            "boolean supervisor.sendProcessStdin string string",
            "Refused: a server's standard input is empty.",
            a -> stdin(a.string(0))),
        Method.now(
            "boolean supervisor.sendRemoteCommEvent string string",
            "Refused: there are no event listeners here.",
            a -> refused(FaultCode.FAILED, "there are no event listeners here")),
        Method.now(
            "boolean supervisor.shutdown",
            "Refused: only the user who runs the host ends it.",
            a ->
                refused(
                    FaultCode.FAILED,
                    "only the user who runs the host ends it: systemctl --user stop innkeeper, or TERM")),
        Method.now(
            "boolean supervisor.restart",
            "Refused: use innkeeper restart-host.",
            a -> refused(FaultCode.FAILED, "use innkeeper restart-host")));
  }

  private static Object refused(FaultCode code, String why) {
    throw new Fault(code, why);
  }

  private Object state() {
    boolean down = stopping.getAsBoolean();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("statecode", down ? -1 : 1);
    map.put("statename", down ? "SHUTDOWN" : "RUNNING");
    return map;
  }

  private Object remove(String name) {
    ProjectStatus project = Namespec.group(services.supervisor(), name).get(0);
    boolean gone =
        switch (project.state()) {
          case STOPPED, EXITED, FATAL -> true;
          default -> false;
        };
    return gone ? refused(FaultCode.FAILED, ELSEWHERE) : refused(FaultCode.STILL_RUNNING, name);
  }

  private Object stdin(String name) {
    ProjectStatus project = Namespec.one(services.supervisor(), name);
    boolean runs = project.state() == ProjectState.RUNNING || project.server().pid().isPresent();
    return refused(runs ? FaultCode.NO_FILE : FaultCode.NOT_RUNNING, name);
  }

  private Object config() {
    return services.supervisor().definitions().stream()
        .sorted(Comparator.comparing(ProjectDefinition::name))
        .map(HostMethods::config)
        .toList();
  }

  /** Returns supervisord's members and types; a member that Innkeeper lacks has its default. */
  private static Map<String, Object> config(ProjectDefinition d) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("autostart", d.autostart());
    map.put("directory", "none");
    map.put("uid", "none");
    map.put("command", "");
    map.put("exitcodes", d.successCodes());
    map.put("group", d.channelId());
    map.put("group_prio", 999);
    map.put("inuse", true);
    map.put("killasgroup", true);
    map.put("name", d.name());
    map.put("process_prio", 999);
    map.put("redirect_stderr", true);
    map.put("startretries", 10);
    map.put("startsecs", (int) d.startTime().toSeconds());
    map.put("stdout_capture_maxbytes", 0);
    map.put("stdout_events_enabled", false);
    map.put("stdout_logfile", "logs/" + d.name() + ".log");
    map.put("stdout_logfile_backups", d.log().maxFiles());
    map.put("stdout_logfile_maxbytes", (int) Math.min(Integer.MAX_VALUE, d.log().maxBytes()));
    map.put("stdout_syslog", false);
    map.put("stopsignal", SignalName.number(d.stopSignal()));
    map.put("stopwaitsecs", (int) d.stopSeconds().toSeconds());
    map.put("stderr_capture_maxbytes", 0);
    map.put("stderr_events_enabled", false);
    map.put("stderr_logfile", "none");
    map.put("stderr_logfile_backups", 0);
    map.put("stderr_logfile_maxbytes", 0);
    map.put("stderr_syslog", false);
    map.put("serverurl", "none");
    return map;
  }
}
