package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterpreterTest {

  @TempDir Path folder;

  private Path script(String text) throws Exception {
    return Files.write(folder.resolve("app"), text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private String refused(Path file) {
    return assertThrows(SpawnException.class, () -> check(file)).getMessage();
  }

  private void check(Path file) throws SpawnException {
    Interpreter.check(file, folder, "/usr/bin:/bin");
  }

  @Test
  void aScriptWithWindowsLineEndsIsReportedWithARepair() throws Exception {
    Path app = script("#!/bin/sh\r\necho hello\r\n");
    String told = refused(app);
    assertEquals(
        "not executable: the first line of "
            + app
            + ", #!/bin/sh, ends with CR; sed -i 's/\\r$//' "
            + app,
        told);
    String repair = told.substring(told.indexOf("sed"));
    assertEquals(0, new ProcessBuilder("/bin/sh", "-c", repair).start().waitFor());
    check(app);
  }

  @Test
  void aMissingInterpreterIsReportedWithItsLine() throws Exception {
    Path app = script("#! /usr/bin/pyhton3 -u\nprint(1)\n");
    assertEquals(
        "not found: /usr/bin/pyhton3, which the first line of "
            + app
            + " names (#! /usr/bin/pyhton3 -u), does not exist; install it or correct that line",
        refused(app));
  }

  @Test
  void aProgramThatEnvDoesNotFindIsReported() throws Exception {
    Path app = script("#!/usr/bin/env -S pyhton3 -u\n");
    assertEquals(
        "not found: pyhton3, which the first line of "
            + app
            + " names (#!/usr/bin/env -S pyhton3 -u), is in no directory of the server's PATH;"
            + " install it or correct that line",
        refused(app));
  }

  @Test
  void theProgramInTheCommandOfEnvIsChecked() throws Exception {
    SpawnException missing =
        assertThrows(SpawnException.class, () -> checkEnv("env", "A=1", "B=2", "pyhton3", "x.py"));
    assertEquals(
        "not found: pyhton3, which the command gives to env, is in no directory of the server's"
            + " PATH; install it or give its full path",
        missing.getMessage());
    checkEnv("/usr/bin/env", "A=1", "sh", "-c", "true");
    checkEnv("env", "PATH=/elsewhere", "pyhton3");
    checkEnv("env", "-i", "pyhton3");
    checkEnv("env", "./pyhton3");
    checkEnv("env", "A=1");
  }

  private void checkEnv(String... command) throws SpawnException {
    Interpreter.checkEnv(List.of(command), folder, "/usr/bin:/bin");
  }

  @Test
  void aBinaryForAnotherSystemIsReportedWithItsLoader() throws Exception {
    byte[] program = Files.readAllBytes(Path.of("/bin/sh"));
    String text = new String(program, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("/ld-linux");
    org.junit.jupiter.api.Assumptions.assumeTrue(
        at > 0 && at < 4000, "SKIPPED: /bin/sh has no loader of glibc here");
    program[at + 1] = 'X';
    Path app = Files.write(folder.resolve("app"), program);
    String told = refused(app);
    assertEquals("not found: the loader /", told.substring(0, 23));
    assertEquals("; it was built for another system", told.substring(told.indexOf(';')));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#!/bin/sh",
        "#!/bin/sh -e\nexit\n",
        "#!/usr/bin/env sh\n",
        "#!/usr/bin/env -i sh\n",
        "#!/usr/bin/env A=b sh\n",
        "echo no line at all\n",
        "",
        "\u007fELF",
        "\u007fELF\u0002\u0001\u0001 and then anything but a table of program headers, of any length"
      })
  void scriptsThatTheKernelRunsAreAccepted(String text) throws Exception {
    check(script(text));
  }

  @Test
  void programsOfThisSystemAreAccepted() throws Exception {
    for (String name : new String[] {"sh", "env", "sleep", "setsid"}) {
      check(Path.of("/usr/bin", name));
    }
  }
}
