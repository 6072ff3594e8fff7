package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets of a definition: which are protected, where they are hidden, and for how long. */
class RegisteredValuesIT {
  private static final String ARGUMENT = "mince9Pie-and-more";
  private static final String GREETING = "good-morning-7";
  private static final String LICENCE = "good-evening-8";
  private static final String NEW = "good-night-9-now";

  /** Prints what it is given, and then each line of a file. */
  private static String[] define(Path lines, String greeting, Path licence) {
    return new String[] {
      "add",
      "web",
      "--env",
      "MODE=live",
      "--restart",
      "never",
      "--secret-env",
      "GREETING=" + greeting,
      "--secret-file",
      "LICENCE=" + licence,
      "--",
      "sh",
      "-c",
      "echo \"$2 $GREETING $LICENCE\"; exec tail -n +1 -F \"$0\"",
      lines.toString(),
      "--password",
      ARGUMENT
    };
  }

  @Test
  void secretsOfADefinitionAreHiddenWhereverTheyStandAndTheOldOnesToo() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Path lines = Files.writeString(host.scratch().resolve("lines"), "");
      Path licence = host.scratch().resolve("licence");

      host.cli(define(lines, GREETING, licence)).ok();
      host.awaitState("web", "FATAL");
      assertTrue(host.cli("why", "web").out().contains("secret file " + licence), "names the file");

      Files.writeString(licence, LICENCE + "\n");
      assertEquals(
          "unchanged web\nprotected in web: 3 of 4: GREETING, LICENCE, argument 5 of the command\n",
          host.cli(define(lines, GREETING, licence)).ok().out());
      host.cli("start", "web").ok();
      host.awaitState("web", "RUNNING");
      HostProcess.await("first line", () -> !host.log("web").isEmpty());
      assertEquals(List.of("[REDACTED] [REDACTED] [REDACTED]"), host.log("web"));

      String export = host.cli("export").ok().out();
      for (String secret : List.of(ARGUMENT, GREETING, LICENCE)) {
        assertFalse(export.contains(secret), export);
        assertFalse(host.cli("why", "web").out().contains(secret));
        assertFalse(host.cli("audit").out().contains(secret));
        assertFalse(host.get("/").body().contains(secret));
      }
      assertTrue(host.cli("export", "--show-secrets").ok().out().contains(ARGUMENT));
      Path masked = Files.writeString(host.scratch().resolve("masked.json"), export);
      String refused = host.cli("apply", masked.toString()).err();
      assertTrue(refused.contains("web: command element 6 is the mask [REDACTED]"), refused);

      host.cli(define(lines, NEW, licence)).ok();
      HostProcess.await("second line", () -> host.log("web").size() == 2);
      host.crash();
      host.start();
      host.awaitState("web", "RUNNING");
      Files.writeString(lines, "old " + GREETING + ", new " + NEW + "\n");
      HostProcess.await("third line", () -> host.log("web").size() == 3);
      assertEquals("old [REDACTED], new [REDACTED]", host.log("web").get(2));
    }
  }
}
