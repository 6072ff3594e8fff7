package innkeeper.shell;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A shell over fakes for each test, and the command-line client for it. */
abstract class ShellFixture {

  @TempDir Path temp;
  TestShell shell;

  @BeforeEach
  final void openShell() throws Exception {
    shell = new TestShell(temp.resolve("data"));
  }

  @AfterEach
  final void closeShell() {
    shell.close();
  }

  final Cli.Result cli(String... words) throws Exception {
    return with("", words);
  }

  final Cli.Result with(String input, String... words) throws Exception {
    return Wire.run(shell.dataDir, temp, input, words);
  }
}
