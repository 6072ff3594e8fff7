package innkeeper.shell.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who listens on a port, by files such as those of proc(5). */
class PortHolderTest {

  private static final Map<Integer, String> PROJECTS = Map.of(8180, "web");

  /** Port 8180 is 1FF4 in hexadecimal digits. */
  private static final String LISTENS =
      "   0: 0100007F:1FF4 00000000:0000 0A 00000000:00000000 00:00000000 00000000 4242 0 777 1\n";

  @TempDir Path proc;
  private Path sockets;

  @BeforeEach
  void nothingListens() throws IOException {
    sockets = Files.createDirectories(proc.resolve("net")).resolve("tcp");
    sockets("");
  }

  private void sockets(String lines) throws IOException {
    Files.writeString(sockets, "  sl  local_address rem_address   st\n" + lines);
  }

  private void process(int pid, String program, String environ) throws IOException {
    Path process = Files.createDirectories(proc.resolve(pid + "/fd")).getParent();
    Files.createSymbolicLink(process.resolve("fd/3"), Path.of("socket:[777]"));
    Files.writeString(process.resolve("comm"), program + "\n");
    Files.writeString(process.resolve("environ"), environ);
  }

  private Map<Integer, String> strangers(String linesOfTheSecondLook) throws Exception {
    return new PortHolder(
            proc,
            () -> {
              try {
                sockets(linesOfTheSecondLook);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
        .strangers(PROJECTS);
  }

  @Test
  void aProcessThatListensInBothScansIsNamed() throws Exception {
    sockets(LISTENS);
    process(812, "nginx", "PATH=/bin\0");
    assertEquals(Map.of(8180, "nginx (pid 812)"), strangers(LISTENS));
  }

  @Test
  void aSocketWithoutAVisibleProcessIsReportedWithItsUser() throws Exception {
    sockets(LISTENS);
    assertEquals(Map.of(8180, "a process of user 4242"), strangers(LISTENS));
  }

  @Test
  void aProcessThatEndedBeforeTheSecondScanIsNotReported() throws Exception {
    sockets(LISTENS);
    assertEquals(Map.of(), strangers(""));
  }

  @Test
  void aProcessThatListensSinceTheSecondScanIsNotReported() throws Exception {
    process(812, "nginx", "");
    assertEquals(Map.of(), strangers(LISTENS));
  }

  @Test
  void theProjectsOwnServerIsNoStranger() throws Exception {
    sockets(LISTENS);
    process(812, "python3", "INNKEEPER_SERVER=web/1\0");
    assertEquals(Map.of(), strangers(LISTENS));
  }

  @Test
  void theServerOfAnotherProjectIsNamedByIt() throws Exception {
    sockets(LISTENS);
    process(812, "python3", "A=1\0INNKEEPER_SERVER=api/1\0");
    assertEquals(Map.of(8180, "the server of project api (pid 812)"), strangers(LISTENS));
  }
}
