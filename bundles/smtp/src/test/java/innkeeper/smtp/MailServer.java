package innkeeper.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server on this machine (RFC 5321) that notes each line, and answers commands as it is
 * told. Bytes are read as ISO 8859-1, so that a byte over 127 is seen.
 */
final class MailServer implements AutoCloseable {

  final List<String> commands = new CopyOnWriteArrayList<>();
  final List<List<String>> mails = new CopyOnWriteArrayList<>();

  /** Answers by the beginning of a command, in place of 250. */
  final Map<String, String> answers = new ConcurrentHashMap<>();

  private final ServerSocket listener;
  private final SSLContext tls;
  private final boolean tlsAtOnce;

  /**
   * @param tls for STARTTLS, or from the first byte; may be null for neither
   */
  MailServer(SSLContext tls, boolean tlsAtOnce) throws IOException {
    this.tls = tls;
    this.tlsAtOnce = tlsAtOnce;
    listener = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(this::accept, "mail-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        serve(tlsAtOnce ? secure(socket) : socket, tlsAtOnce);
      } catch (IOException e) {
        // The client went, or the test is over.
      }
    }
  }

  private Socket secure(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
    socket.setUseClientMode(false);
    socket.startHandshake();
    return socket;
  }

  private void serve(Socket socket, boolean secured) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    if (!secured || tlsAtOnce) {
      say(socket, answers.getOrDefault("connect", "220 mail.example ESMTP"));
    }
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      commands.add(line);
      String told =
          answers.entrySet().stream()
              .filter(e -> commands.get(commands.size() - 1).startsWith(e.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse("");
      if (!told.isEmpty()) {
        say(socket, told);
      } else if (line.startsWith("EHLO")) {
        say(socket, "250-mail.example");
        if (tls != null && !secured) {
          say(socket, "250-STARTTLS");
        }
        say(socket, "250-8BITMIME");
        say(socket, "250 AUTH PLAIN LOGIN");
      } else if (line.equals("STARTTLS")) {
        say(socket, "220 go ahead");
        serve(secure(socket), true);
        return;
      } else if (line.startsWith("AUTH")) {
        say(socket, "235 2.7.0 welcome");
      } else if (line.equals("DATA")) {
        say(socket, "354 go ahead");
        mails.add(mail(in));
        say(socket, answers.getOrDefault(".", "250 2.0.0 taken"));
      } else if (line.equals("QUIT")) {
        say(socket, "221 bye");
        return;
      } else {
        say(socket, "250 fine");
      }
    }
  }

  private static List<String> mail(BufferedReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
      lines.add(line.startsWith("..") ? line.substring(1) : line);
    }
    return lines;
  }

  private static void say(Socket socket, String answer) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
