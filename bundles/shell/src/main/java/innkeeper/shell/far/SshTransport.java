package innkeeper.shell.far;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host reached by the ssh client of this machine, with its configuration, keys and multiplexing.
 *
 * @param name as the user wrote it
 * @param destination as ssh takes it
 * @param which host of the far side
 */
record SshTransport(String name, String destination, String which) implements Transport {

  /** ssh's own exit status when it could not connect or log in. */
  private static final int NO_CONNECTION = 255;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  /**
   * What a user, a host and a port are made of. ssh puts them into commands of its configuration
   * (ProxyCommand), which a shell reads: nothing that means something there is let through.
   */
  private static final Pattern DESTINATION =
      Pattern.compile("(ssh://)?([A-Za-z0-9_.@:%\\[\\]-]+)(/.*)?");

  /** Read alike by sh, bash, zsh, fish and csh: the login shell at the far side is not known. */
  private static final String FAR_COMMAND =
      "exec sh -c 'PATH=$PATH:/usr/local/bin:$HOME/.local/bin; exec "
          + String.join(" ", DIAL)
          + "'";

  /**
   * @param which where the word names no DATA_DIR itself
   * @throws IllegalArgumentException that says what is allowed
   */
  static SshTransport of(String word, String which) {
    Matcher parts = DESTINATION.matcher(word);
    if (!parts.matches()
        || parts.group(2).startsWith("-")
        || parts.group(2).contains("@-")
        || parts.group(1) == null && parts.group(3) != null) {
      throw new IllegalArgumentException(
          "the host is "
              + (word.isEmpty() ? "empty" : word)
              + "; allowed: [USER@]BOX or ssh://[USER@]BOX[:PORT][/DATA_DIR], of letters, digits and"
              + " . _ - @ : % [ ], not beginning with -");
    }
    boolean url = parts.group(1) != null;
    String path = parts.group(3);
    return new SshTransport(
        word,
        (url ? "ssh://" : "") + parts.group(2),
        path == null || path.equals("/") ? which : "data=" + path);
  }

  @Override
  public List<String> command(boolean attended) {
    // No agent, display or forward of the configuration is any of a command's business.
    List<String> command =
        ssh(List.of("-T", "-a", "-x", "-o", "ClearAllForwardings=yes"), attended);
    command.add(FAR_COMMAND);
    return command;
  }

  @Override
  public List<String> tunnel(int port, String target) {
    // A connection of its own: the forward ends with it, and not with a shared one later.
    return ssh(
        List.of(
            "-N",
            "-a",
            "-x",
            "-S",
            "none",
            "-o",
            "ExitOnForwardFailure=no",
            "-o",
            "PermitLocalCommand=yes",
            "-o",
            "LocalCommand=echo ready",
            "-L",
            "127.0.0.1:" + port + ":" + target),
        true);
  }

  private List<String> ssh(List<String> options, boolean attended) {
    List<String> command = new ArrayList<>();
    command.add("ssh");
    command.addAll(options);
    command.addAll(List.of("-o", "RemoteCommand=none"));
    if (!attended) {
      command.addAll(List.of("-o", "BatchMode=yes"));
    }
    command.addAll(List.of("--", destination));
    return command;
  }

  @Override
  public String failure(int status, String said) {
    if (status == NOT_FOUND && said.contains("ssh: not found")) {
      return "there is no ssh on this machine; install it (openssh-client)";
    }
    String why = said.isEmpty() ? "status " + status : said;
    return switch (status) {
      case NO_CONNECTION -> "ssh could not connect: " + why;
      case NOT_FOUND, NOT_EXECUTABLE ->
          "no innkeeper is found there ("
              + why
              + "); install it, or link its bin/innkeeper into /usr/local/bin or ~/.local/bin";
      default -> why;
    };
  }
}
