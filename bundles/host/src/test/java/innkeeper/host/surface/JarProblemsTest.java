package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.host.jar.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarProblemsTest {

  @TempDir Path temp;
  private Path jar;
  private final JarProblems problems = new JarProblems();

  @BeforeEach
  void make() throws IOException {
    jar = Files.createDirectory(temp.resolve("plugins")).resolve("mine.jar");
    Files.writeString(jar, "bytes");
  }

  @Test
  void aProblemIsReportedUntilItsFileIsRemoved() throws IOException {
    problems.add(jar, "it needs x");
    assertEquals(Map.of(jar, "it needs x"), problems.now(file -> true));
    Files.delete(jar);
    assertEquals(Map.of(), problems.now(file -> true));
  }

  @Test
  void aJarThatServesLaterIsNoProblemAnyMore() {
    problems.addPassing(jar, "it waits for a service");
    assertEquals(Map.of(jar, "it waits for a service"), problems.now(file -> false));
    assertEquals(Map.of(), problems.now(file -> true));
  }

  @Test
  void aJarThatServesEndsTheProblemOfTheOneSetAsideBeforeIt() throws IOException {
    Path aside = Files.writeString(Deployer.failed(jar), "bytes");
    problems.add(aside, "its component failed");
    problems.remove(jar);
    assertFalse(problems.has(aside));
  }

  @Test
  void notesOfAnOfflineChangeAreKeptUntilTheyAreRecorded() throws IOException {
    Path aside = Files.writeString(Deployer.failed(jar), "bytes");
    Path notes = Files.createDirectory(temp.resolve("run")).resolve("notes");
    Files.writeString(
        notes,
        "surface.install\tfailed\tplugins/mine.jar\tit needs x\n"
            + "no note\n"
            + "surface.uninstall\tok\tplugins/other.jar\tby hand\n");
    Folders folders = new Folders(Path.of("/opt/innkeeper"), temp);
    List<String> told = new ArrayList<>();
    Notes.tell(folders, problems, draft -> false);
    Notes.tell(
        folders,
        problems,
        draft -> told.add(draft.action() + " " + draft.outcome() + " " + draft.detail()));
    assertEquals(
        List.of(
            "surface.install failed plugins/mine.jar: it needs x",
            "surface.uninstall ok plugins/other.jar: by hand"),
        told);
    assertTrue(problems.has(aside));
    assertFalse(Files.exists(notes));
  }
}
