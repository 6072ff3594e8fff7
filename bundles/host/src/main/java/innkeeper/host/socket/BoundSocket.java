package innkeeper.host.socket;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * A socket of this process that others may send to: TCP that listens, or UDP that takes from
 * anybody.
 *
 * @param inode by which the kernel tells it from all others
 */
public record BoundSocket(Protocol protocol, InetAddress address, int port, String inode) {

  /** Of an IPv6 address; two colons stand for them. */
  private static final Pattern ZEROS = Pattern.compile("(^|:)(0(:|$)){2,}");

  /** Of the transport. */
  public enum Protocol {
    TCP,
    UDP
  }

  /** Whether only this machine reaches it. */
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
