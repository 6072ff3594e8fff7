package innkeeper.shell.cli;

import innkeeper.api.supervisor.Supervisor.Applied;
import java.io.PrintStream;
import java.util.List;

/** Prints the result of applying definitions, or the plan of a dry run. */
public final class Plan {

  private Plan() {}

  public static void say(Caller caller, Applied applied, boolean dryRun) {
    PrintStream out = caller.out();
    say(out, dryRun ? "would add" : "added", applied.added());
    for (String id : applied.changed()) {
      boolean restarted = applied.restarted().contains(id);
      out.println(
          (dryRun ? "would change " : "changed ")
              + id
              + (restarted ? dryRun ? " and restart it" : " and restarted it" : ""));
    }
    say(out, dryRun ? "would remove" : "removed", applied.removed());
    say(out, "unchanged", applied.unchanged());
    if (applied.added().isEmpty()
        && applied.changed().isEmpty()
        && applied.removed().isEmpty()
        && applied.unchanged().isEmpty()) {
      out.println("nothing to do: no definition was given");
    }
  }

  private static void say(PrintStream out, String verb, List<String> ids) {
    ids.forEach(id -> out.println(verb + " " + id));
  }
}
