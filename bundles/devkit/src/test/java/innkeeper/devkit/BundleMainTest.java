package innkeeper.devkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleMainTest {

  @TempDir Path home;

  private int run(String line) throws Exception {
    return BundleMain.run(home, List.of(line.split(" ")));
  }

  @Test
  void aWrongWordIsAMistakeInTheUsage() throws Exception {
    Path kind = Files.createDirectories(home.resolve("devkit/templates/listener"));
    Files.writeString(kind.resolve("kind.properties"), "title=x\nimports=\ntry=x\n");
    for (String line :
        List.of(
            "bundle new foo disk-watch",
            "bundle new listener ../x",
            "bundle new listener String",
            "bundle new listener",
            "bundle new listener a b",
            "bundle dev",
            "bundle dev a --bogus",
            "bundle make")) {
      assertEquals(2, run(line), line);
    }
    assertEquals(1, run("bundle dev " + home.resolve("nowhere")));
  }
}
