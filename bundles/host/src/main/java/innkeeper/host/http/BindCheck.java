package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import innkeeper.host.health.CheckResults;
import innkeeper.host.socket.BoundSocket;
import innkeeper.host.socket.BoundSocket.Protocol;
import innkeeper.host.surface.OpenSockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fails when a socket other than 127.0.0.1's is open, or when the page's own port is closed. It
 * names the bundle that owns the socket, if that is known.
 */
@Component(
    property = "hc.name=admin:bind",
    service = {HealthCheck.class, BindCheck.class})
public final class BindCheck implements HealthCheck {

  private static final Logger LOG = LoggerFactory.getLogger(BindCheck.class);

  /** The first words of the fault that disappears once HTTP has started. */
  public static final String NOTHING = "Nothing listens";

  private final int port;
  private final Optional<Path> socket;
  private final OpenSockets sockets;

  @Activate
  public BindCheck(@Reference Settings settings, @Reference OpenSockets sockets) {
    this.port = settings.adminPort();
    this.socket = settings.adminSocket();
    this.sockets = sockets;
  }

  /**
   * Returns what is wrong with the page's own socket, without which the host cannot serve; "" if it
   * is open. Also returns "" if the kernel's list cannot be read: the health check then fails, but
   * the host serves.
   */
  public String fault() {
    try {
      return fault(sockets.all());
    } catch (IOException e) {
      LOG.error("{}", unreadable(e));
      return "";
    }
  }

  private String fault(List<BoundSocket> bound) {
    if (socket.isPresent() && !Files.exists(socket.get())) {
      return NOTHING + " on ADMIN_SOCKET=" + socket.get() + ".";
    }
    if (port == 0) {
      return "";
    }
    List<BoundSocket> ours =
        bound.stream().filter(s -> s.protocol() == Protocol.TCP && s.port() == port).toList();
    if (ours.isEmpty()) {
      return NOTHING + " on 127.0.0.1:" + port + ".";
    }
    Optional<BoundSocket> beyond = ours.stream().filter(s -> !s.loopback()).findFirst();
    return beyond.map(s -> "The page listens on " + s + ", not on 127.0.0.1.").orElse("");
  }

  private static String unreadable(IOException e) {
    return "It is not known whether only 127.0.0.1 is bound, for the kernel's list of sockets could"
        + " not be read: "
        + e.getMessage();
  }

  @Override
  public Result execute() {
    Optional<String> suspect = Optional.empty();
    List<String> faults = new ArrayList<>();
    try {
      List<BoundSocket> bound = sockets.all();
      for (BoundSocket socket : bound.stream().filter(sockets::isForbidden).toList()) {
        OpenSockets.Finding finding = sockets.whose(socket);
        faults.add("Socket " + socket + " is open beyond 127.0.0.1, " + finding.words() + ".");
        suspect = suspect.or(finding::suspect);
      }
      String fault = fault(bound);
      if (faults.isEmpty() && !fault.isEmpty()) {
        faults.add(fault);
      }
    } catch (IOException e) {
      faults.add(unreadable(e));
    }
    String tcp = port == 0 ? "none" : "127.0.0.1:" + port;
    return CheckResults.of(
        faults.isEmpty() ? Result.Status.OK : Result.Status.CRITICAL,
        faults.isEmpty() ? "Only 127.0.0.1 is bound." : String.join(" ", faults),
        socket.map(path -> tcp + ", " + path).orElse(tcp),
        "127.0.0.1 only",
        suspect.map(name -> "innkeeper uninstall " + name).orElse("innkeeper restart-host"));
  }
}
