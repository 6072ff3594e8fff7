package innkeeper.common.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host of a wrapper, also if the wrapper sees other mounts than the requesting host. */
class WrapperHomeTest {

  @TempDir Path temp;
  private Path data;
  private Path other;
  private Path script;
  private Process wrapper;

  @BeforeEach
  void make() throws Exception {
    data = temp.resolve("data");
    other = temp.resolve("other");
    Files.createDirectories(data.resolve("run"));
    Files.createDirectories(other.resolve("run"));
    script = Files.writeString(temp.resolve("wrapper.sh"), "echo up; read end\n");
  }

  @AfterEach
  void end() throws Exception {
    if (wrapper != null) {
      wrapper.destroyForcibly().waitFor();
    }
  }

  /** Starts one with the run directory of {@code data}; false if the system does not let us. */
  private boolean start(String... under) throws Exception {
    List<String> command = new ArrayList<>(List.of(under));
    command.addAll(List.of("sh", script.toString(), data.resolve("run").toString(), "web"));
    wrapper = new ProcessBuilder(command).start();
    if (wrapper.inputReader().readLine() != null) {
      return true;
    }
    wrapper.waitFor(10, TimeUnit.SECONDS);
    return false;
  }

  private WrapperHome home(Path directory) {
    return WrapperHome.of(directory.resolve("run"), "web", wrapper.pid());
  }

  @Test
  void aWrapperBelongsToTheDirectoryInItsArguments() throws Exception {
    start();
    assertEquals(WrapperHome.OURS, home(data));
    assertEquals(WrapperHome.FOREIGN, home(other));
  }

  @Test
  void thePathIsResolvedInTheMountNamespaceOfTheWrapper() throws Exception {
    String mount = "mount --bind \"$0\" \"$1\" && shift && exec \"$@\"";
    assumeTrue(
        start("unshare", "-m", "sh", "-c", mount, other.toString(), data.toString()),
        "may not mount");
    assertEquals(WrapperHome.FOREIGN, home(data));
    assertEquals(WrapperHome.OURS, home(other));
  }

  @Test
  void aWrapperWithAMissingDirectoryIsUnknown() throws Exception {
    start();
    Files.move(data, temp.resolve("away"));
    assertEquals(WrapperHome.UNKNOWN, home(other));
  }
}
