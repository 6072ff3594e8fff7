package innkeeper.xmlrpc;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.List;
import java.util.Optional;

/**
 * A name in supervisord's form. A project is the process {@code channelId:name}, the only one in
 * the group {@code channelId}. If both words are the same, one is enough. In addition to
 * supervisord's rules, channelId or name alone are accepted too.
 *
 * @param group the channelId, or a name alone
 * @param process empty for the whole group
 */
record Namespec(String group, Optional<String> process) {

  static Namespec of(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return new Namespec(text, Optional.of(text));
    }
    String process = text.substring(colon + 1);
    boolean all = process.isEmpty() || process.equals("*");
    return new Namespec(text.substring(0, colon), all ? Optional.empty() : Optional.of(process));
  }

  static String of(ProjectStatus project) {
    return project.channelId().equals(project.name())
        ? project.name()
        : project.channelId() + ":" + project.name();
  }

  /** Returns the one process of that name. The name of a whole group is refused. */
  static ProjectStatus one(Supervisor supervisor, String text) {
    Namespec spec = of(text);
    if (spec.process.isEmpty()) {
      throw new Fault(FaultCode.BAD_NAME, text);
    }
    Optional<ProjectStatus> found =
        supervisor
            .project(spec.group)
            .filter(p -> text.indexOf(':') < 0 || p.name().equals(spec.process.get()))
            .filter(p -> text.indexOf(':') < 0 || p.channelId().equals(spec.group));
    return found.orElseThrow(() -> new Fault(FaultCode.BAD_NAME, text));
  }

  /** Returns all processes of a group, which is always one. */
  static List<ProjectStatus> group(Supervisor supervisor, String group) {
    return List.of(
        supervisor.project(group).orElseThrow(() -> new Fault(FaultCode.BAD_NAME, group)));
  }
}
