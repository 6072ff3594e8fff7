package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Archives of the release under test, as it is or made worse. */
final class ReleaseArchive {

  private ReleaseArchive() {}

  static Path of(Path scratch, String name, String line) throws Exception {
    return pack(tree(scratch, name, line));
  }

  /** The release under test, with that line in its start script. */
  static Path tree(Path scratch, String name, String line) throws Exception {
    Path tree = Files.createDirectories(scratch.resolve(name)).resolve("innkeeper");
    run("cp", "-a", HostProcess.HOME.toString(), tree.toString());
    run("rm", "-rf", tree.resolve("lib/classes").toString());
    Path script = tree.resolve("bin/innkeeper");
    Files.writeString(
        script, Files.readString(script).replace("\nset -u\n", "\nset -u\n" + line + "\n"));
    return tree;
  }

  static Path pack(Path tree) throws Exception {
    Path archive = tree.resolveSibling("release.tar.gz");
    run("tar", "-I", "gzip -1", "-cf", archive + "", "-C", tree.getParent() + "", "innkeeper");
    return archive;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertEquals(
        0, new ProcessBuilder(command).inheritIO().start().waitFor(), List.of(command)::toString);
  }
}
