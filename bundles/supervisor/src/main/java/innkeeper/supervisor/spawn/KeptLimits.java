package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.supervisor.process.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Decides which limits of a definition this machine can keep. Safe for many threads. */
public final class KeptLimits {

  private static final int RESOURCE_CAPABILITY = 24;

  private final ControlGroups groups;
  private final Path proc;

  /**
   * @param proc where proc is mounted
   */
  KeptLimits(ControlGroups groups, Path proc) {
    this.groups = groups;
    this.proc = proc;
  }

  /** Returns the limits that cannot be kept here, one sentence each; empty if all can. */
  public List<String> notKept(ProjectDefinition d) {
    List<String> notKept = new ArrayList<>(groups.lacking(d));
    long files = d.limits().limitNofile();
    if (files > 0) {
      String why = filesLacking(files);
      if (!why.isEmpty()) {
        notKept.add("limitNofile is " + files + ", which cannot be enforced here: " + why);
      }
    }
    return notKept;
  }

  private String filesLacking(long wanted) {
    try {
      Launcher.tool("prlimit");
      long most = mostFiles();
      return wanted <= most
          ? ""
          : "this host may allow "
              + most
              + " at most; lower it, or raise the host's own hard limit (systemd: LimitNOFILE=)";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private long mostFiles() throws IOException {
    String capabilities = Proc.field(proc.resolve("self/status"), "CapEff:").orElse("0");
    if ((Long.parseUnsignedLong(capabilities, 16) >> RESOURCE_CAPABILITY & 1) == 1) {
      return Long.parseLong(Files.readString(proc.resolve("sys/fs/nr_open")).strip());
    }
    Path limits = proc.resolve("self/limits");
    String hard =
        Proc.field(limits, "Max open files")
            .map(soft -> soft.split(" +")[1])
            .orElseThrow(() -> new IOException("its hard limit cannot be read in " + limits));
    return hard.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard);
  }
}
