package innkeeper.cli.far;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A transport that uses the ssh client of this machine, with its configuration, keys and
 * multiplexing.
 *
 * @param name the far machine as the user wrote it
 * @param destination the destination in the syntax of ssh
 * @param which the host to use on the far machine; see {@link Transport#which}
 */
record SshTransport(String name, String destination, String which) implements Transport {

  /** The exit status of ssh if it could not connect or log in. */
  private static final int NO_CONNECTION = 255;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  /**
   * The characters allowed in a user, a host and a port. ssh inserts them into commands of its
   * configuration (ProxyCommand), which a shell reads. So no character with a meaning in a shell is
   * allowed.
   */
  private static final Pattern DESTINATION =
      Pattern.compile("(ssh://)?([A-Za-z0-9_.@:%\\[\\]-]+)(/.*)?");

  /**
   * The command for the login shell of the far side. That shell is unknown; sh, bash, zsh, fish and
   * csh read the command alike.
   */
  private static final String FAR_COMMAND =
      "exec sh -c 'PATH=$PATH:/usr/local/bin:$HOME/.local/bin; exec "
          + String.join(" ", DIAL)
          + "'";

  /**
   * @param which the host to use if the word names no DATA_DIR
   * @throws IllegalArgumentException with the allowed forms
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
    // A command needs no agent, display or forwarding from the user's configuration.
    List<String> command =
        ssh(List.of("-T", "-a", "-x", "-o", "ClearAllForwardings=yes"), attended);
    command.add(FAR_COMMAND);
    return command;
  }

  @Override
  public List<String> tunnel(int port, String target) {
    // The tunnel uses its own connection, so the forwarding ends with it and not later with
    // a shared one.
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
      return "ssh is missing on this machine; install it (openssh-client)";
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
