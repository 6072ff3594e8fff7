package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.project.LogPolicy;
import innkeeper.api.supervisor.ServerRecord;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.run.RunFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncarnationTest {

  @TempDir Path folder;
  private RunFiles run;
  private Process parent;
  private Identity child;

  @BeforeEach
  void aParentWithItsChild() throws Exception {
    run = new RunFiles(folder.resolve("run"));
    ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", "sleep 60 & echo $!; wait");
    parent = shell.start();
    byte[] line = new byte[32];
    int length = parent.getInputStream().read(line);
    String pid = new String(line, 0, length, StandardCharsets.US_ASCII).trim();
    child = Proc.stat(Long.parseLong(pid)).orElseThrow().identity();
  }

  @AfterEach
  void end() {
    ProcessHandle.of(child.pid()).ifPresent(ProcessHandle::destroyForcibly);
    parent.destroyForcibly();
  }

  private Incarnation of(Identity wrapper) throws Exception {
    return new Incarnation(
        new ServerRecord(
            "c",
            "c",
            1,
            new ServerRecord.Wrapper(Proc.bootId(), wrapper.pid(), wrapper.start()),
            Instant.EPOCH,
            0,
            LogPolicy.DEFAULT),
        null);
  }

  private void wrote(Identity server) throws Exception {
    Files.writeString(run.dir().resolve("c.id"), server.pid() + " " + server.start() + "\n");
    Files.writeString(run.dir().resolve("c.pid"), server.pid() + "\n");
  }

  @Test
  void theStartTimeOfTheServerComesFromTheKernel() throws Exception {
    wrote(new Identity(child.pid(), child.start() + 3));
    Incarnation incarnation = of(Proc.stat(parent.pid()).orElseThrow().identity());
    assertEquals(Optional.of(child), incarnation.written(run));
  }

  @Test
  void anotherProcessWithThePidIsNotTheServer() throws Exception {
    Identity gone = new Identity(child.pid(), child.start() - 3);
    wrote(gone);
    Incarnation incarnation = of(Proc.stat(ProcessHandle.current().pid()).orElseThrow().identity());
    assertEquals(Optional.of(gone), incarnation.written(run));
  }
}
