package innkeeper.supervisor.spawn;

import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides which limits of a definition this machine can keep. Safe for many threads. */
public final class KeptLimits {

  private static final int RESOURCE_CAPABILITY = 24;
  private static final Pattern FILES = Pattern.compile("(?m)^Max open files +\\S+ +(\\S+)");
  private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]+)");

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
    Matcher capabilities = CAPABILITIES.matcher(Files.readString(proc.resolve("self/status")));
    boolean mayRaise =
        capabilities.find()
            && (Long.parseUnsignedLong(capabilities.group(1), 16) >> RESOURCE_CAPABILITY & 1) == 1;
    if (mayRaise) {
      return Long.parseLong(Files.readString(proc.resolve("sys/fs/nr_open")).strip());
    }
    Matcher hard = FILES.matcher(Files.readString(proc.resolve("self/limits")));
    if (!hard.find()) {
      throw new IOException("its hard limit cannot be read in " + proc.resolve("self/limits"));
    }
    return hard.group(1).equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard.group(1));
  }
}
