package innkeeper.host.socket;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * A socket of this process that can receive from others: a listening TCP socket or an unconnected
 * UDP socket.
 *
 * @param inode the number that identifies the socket in the kernel
 */
public record BoundSocket(Protocol protocol, InetAddress address, int port, String inode) {

  /** Matches the zeros of an IPv6 address that two colons can replace. */
  private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");

  /** The transport protocol. */
  public enum Protocol {
    TCP,
    UDP
  }

  /** Returns whether the socket is reachable only from this machine. */
  public boolean loopback() {
    return address.isLoopbackAddress();
  }

  @Override
  public String toString() {
    String text = address.getHostAddress();
    if (address instanceof Inet6Address) {
      text = "[" + ZEROS.matcher(text).replaceFirst("::") + "]";
    }
    return protocol + " " + text + ":" + port;
  }
}
