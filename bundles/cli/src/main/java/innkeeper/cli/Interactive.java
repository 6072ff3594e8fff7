package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs {@code innkeeper shell}: with line editing on a terminal, else line by line from standard
 * input.
 */
final class Interactive {

  private static final String PROMPT = "inn> ";

  private final TargetHost meant;

  Interactive(TargetHost meant) {
    this.meant = meant;
  }

  int run() throws IOException {
    return Terminal.is(0) && Terminal.is(1) ? onTerminal() : fromInput();
  }

  private int fromInput() throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int status = 0;
    try (Conversation host =
        new Conversation(meant, Client.hello(Hello.INTERACTIVE, 0, List.of()), null)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String s = line.strip();
        if (leaves(s)) {
          break;
        }
        if (!s.isEmpty() && !s.startsWith("#")) {
          status = host.run(s);
        }
      }
    }
    return status;
  }

  private int onTerminal() throws IOException {
    Terminal terminal = Terminal.open();
    OutputStream screen = new FileOutputStream(FileDescriptor.out);
    Keys keys = new Keys(terminal.keys());
    InputHistory history = new InputHistory(home().resolve(".innkeeper_history"));
    try (Conversation host =
        new Conversation(
            meant,
            Client.hello(Hello.INTERACTIVE, terminal.width(), List.of()),
            new FullScreen(terminal, keys))) {
      terminal.raw();
      keys.start();
      LineEditor editor = new LineEditor(keys, screen, history, host::complete);
      Client.print(
          Frame.OUT, "Innkeeper's shell. help lists the commands, Tab completes, exit leaves.\n");
      int status = 0;
      while (true) {
        String line = editor.read(PROMPT, terminal.width());
        if (line == null || leaves(line.strip())) {
          return status;
        }
        if (line.isBlank()) {
          continue;
        }
        String wrong = history.add(line);
        if (!wrong.isEmpty()) {
          Client.print(Frame.OUT, wrong + "\n");
        }
        keys.onInterrupt(host::cancel);
        try {
          status = host.run(line.strip());
        } finally {
          keys.onInterrupt(null);
        }
      }
    } finally {
      terminal.restore();
    }
  }

  /** Returns HOME, as other programs do; Java itself reads the user database. */
  private static Path home() {
    String home = System.getenv("HOME");
    return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home);
  }

  private static boolean leaves(String line) {
    return line.equals("exit") || line.equals("quit") || line.equals("logout");
  }
}
