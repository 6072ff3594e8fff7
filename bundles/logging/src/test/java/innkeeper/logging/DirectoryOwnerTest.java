package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.logging.file.Owner;
import innkeeper.logging.file.Tmpfs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host leaves in memory, and who may take it away. */
class DirectoryOwnerTest {

  @TempDir Path scratch;
  private Path memory;

  @BeforeEach
  void setUp() throws Exception {
    memory = Files.createTempDirectory(Path.of("/dev/shm"), "innkeeper-test");
  }

  @AfterEach
  void tearDown() throws Exception {
    remove(memory);
  }

  private static void remove(Path directory) throws Exception {
    try (var files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  /** A host's directory in memory, as its host leaves it, with unwritten output. */
  private Path place(Path data) throws Exception {
    Files.createDirectories(data);
    Path directory = Tmpfs.directory(data, java.util.List.of(memory));
    DirectoryOwner.take(directory, data).close();
    Files.writeString(directory.resolve("web.ring"), "unwritten");
    Files.writeString(directory.resolve("web.ring-err"), "unwritten");
    Files.writeString(directory.resolve("web.learned"), "kept");
    Files.writeString(directory.resolve("literals"), "kept");
    Files.writeString(directory.resolve("server-secrets"), "kept");
    return directory;
  }

  @Test
  void theMemoryOfAVanishedDataDirIsRemovedByAnotherHost() throws Exception {
    Path gone = place(scratch.resolve("gone"));
    Path own = place(scratch.resolve("own"));
    remove(scratch.resolve("gone"));
    DirectoryOwner.clear(own);
    assertFalse(Files.exists(gone));
    assertTrue(Files.exists(own.resolve("web.ring")));
  }

  @Test
  void theMemoryOfARenamedDataDirWhoseServersRunIsKept() throws Exception {
    Path data = scratch.resolve("data");
    Path directory = place(data);
    Path script = Files.writeString(scratch.resolve("wrapper.sh"), "read word");
    Process wrapper =
        new ProcessBuilder("sh", script.toString(), data.resolve("run").toString(), "web").start();
    try {
      Files.move(data, scratch.resolve("renamed"));
      DirectoryOwner.clear(place(scratch.resolve("own")));
      assertTrue(Files.exists(directory.resolve("web.ring")));
    } finally {
      wrapper.destroyForcibly().waitFor();
    }
    DirectoryOwner.clear(place(scratch.resolve("own")));
    assertFalse(Files.exists(directory));
  }

  @Test
  void aHostsMemoryIsKeptIfItSawAnotherRoot() throws Exception {
    Path data = scratch.resolve("gone");
    Path chrooted = place(data);
    Path deed = chrooted.resolve("deed");
    String otherRoot =
        Files.readString(deed).replaceFirst("(mnt:\\[\\d+\\] \\d+) \\d+\n", "$1 0\n");
    Files.writeString(deed, otherRoot);
    remove(data);
    DirectoryOwner.clear(place(scratch.resolve("own")));
    assertEquals("unwritten", Files.readString(chrooted.resolve("web.ring")));
  }

  @Test
  void aStoppedHostsMemoryIsKept() throws Exception {
    Path other = place(scratch.resolve("other"));
    DirectoryOwner.clear(place(scratch.resolve("own")));
    assertEquals("unwritten", Files.readString(other.resolve("web.ring")));
  }

  @Test
  void aLivingHostsMemoryIsKeptEvenIfItsDirectoryIsNotSeen() throws Exception {
    Path data = scratch.resolve("other");
    Path other = place(data);
    Process host =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                other.toString(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertEquals('!', host.getInputStream().read());
      remove(data);
      DirectoryOwner.clear(place(scratch.resolve("own")));
      assertTrue(Files.exists(other.resolve("web.ring")));
    } finally {
      host.destroyForcibly().waitFor();
    }
    DirectoryOwner.clear(place(scratch.resolve("own")));
    assertFalse(Files.exists(other));
  }

  /** Holds a deed until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      DirectoryOwner deed = DirectoryOwner.take(Path.of(args[0]), Path.of(args[1]));
      System.out.print('!');
      System.out.flush();
      System.in.read();
      deed.close();
    }
  }

  @Test
  void aNewDataDirAtTheSamePathFindsNoOldOutput() throws Exception {
    Path data = scratch.resolve("data");
    Path directory = place(data);
    DirectoryOwner.take(directory, data).close();
    assertTrue(Files.exists(directory.resolve("web.ring")), "its own is kept");
    remove(data);
    Files.createDirectories(data);
    DirectoryOwner.take(directory, data).close();
    assertFalse(Files.exists(directory.resolve("web.ring")));
    assertFalse(Files.exists(directory.resolve("web.ring-err")));
    assertFalse(Files.exists(directory.resolve("web.learned")));
    assertFalse(Files.exists(directory.resolve("literals")));
    assertFalse(Files.exists(directory.resolve("server-secrets")));
  }

  @Test
  void aRenamedDataDirFindsItsOwn() throws Exception {
    Path former = place(scratch.resolve("data"));
    Path data = Files.move(scratch.resolve("data"), scratch.resolve("renamed"));
    Path directory = Tmpfs.directory(data, java.util.List.of(memory));
    DirectoryOwner.take(directory, data).close();
    assertEquals("unwritten", Files.readString(directory.resolve("web.ring")));
    assertEquals("kept", Files.readString(directory.resolve("web.learned")));
    assertFalse(Files.exists(former));
  }

  @Test
  void aCopyOfADataDirFindsNothingOfTheOriginal() throws Exception {
    Path original = place(scratch.resolve("data"));
    Path data = Files.createDirectories(scratch.resolve("copy/run")).getParent();
    Files.copy(scratch.resolve("data/run/memory.id"), data.resolve("run/memory.id"));
    Path directory = Tmpfs.directory(data, java.util.List.of(memory));
    DirectoryOwner.take(directory, data).close();
    assertFalse(Files.exists(directory.resolve("web.ring")));
    assertEquals("unwritten", Files.readString(original.resolve("web.ring")));
  }

  @Test
  void aDirectoryOfAnotherUserIsNotChanged() throws Exception {
    Path stranger =
        Files.createDirectory(memory.resolve("innkeeper-" + Owner.uid() + "-0123456789abcdef"));
    Files.writeString(stranger.resolve("web.ring"), "whose?");
    DirectoryOwner.clear(place(scratch.resolve("own")));
    assertTrue(Files.exists(stranger.resolve("web.ring")));
  }
}
