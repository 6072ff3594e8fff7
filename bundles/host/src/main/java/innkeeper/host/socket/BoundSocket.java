package innkeeper.host.socket;

import java.net.InetAddress;

/**
 * A socket of this process that others may send to: TCP that listens, or UDP that takes from
 * anybody.
 *
 * @param inode by which the kernel tells it from all others
 */
public record BoundSocket(Protocol protocol, InetAddress address, int port, String inode) {

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
    return protocol + " " + address.getHostAddress() + ":" + port;
  }
}
