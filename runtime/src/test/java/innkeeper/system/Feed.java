package innkeeper.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A project whose server prints what the test writes. */
final class Feed {

  private final Path file;

  /** Defines the project and waits until it runs. */
  Feed(HostProcess host, String id, String... more) throws Exception {
    file = host.scratch().resolve(id + ".feed");
    Files.writeString(file, "");
    String[] words = new String[more.length + 8];
    words[0] = "add";
    words[1] = id;
    System.arraycopy(more, 0, words, 2, more.length);
    String[] command = {"--", "tail", "-n", "+1", "-F", file.toString()};
    System.arraycopy(command, 0, words, more.length + 2, command.length);
    host.cli(words).ok();
    host.awaitState(id, "RUNNING");
  }

  void say(String... lines) throws IOException {
    Files.writeString(
        file, String.join("\n", lines) + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
  }
}
