package innkeeper.host.http;

import java.util.Hashtable;

/** Jetty's whole configuration. */
final class HttpSettings {

  /** The one address. Not localhost, which a resolver may send elsewhere. */
  static final String HOST = "127.0.0.1";

  static final int IDLE_MILLIS = 60_000;
  static final int HEADER_BYTES = 8192;

  /**
   * No address, and nothing that a resolver would be asked for. Felix starts Jetty with a TCP
   * connector or not at all; with this one the connector fails before it opens a socket.
   */
  private static final String NO_HOST = "[no TCP";

  private HttpSettings() {}

  /**
   * @param port 1-65535; 0 for a server that listens on the Unix socket alone
   */
  static Hashtable<String, Object> of(int port) {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.osgi.service.http.port", String.valueOf(port == 0 ? 1 : port));
    values.put("org.apache.felix.http.host", port == 0 ? NO_HOST : HOST);
    values.put("org.apache.felix.http.enable", true);
    values.put("org.apache.felix.https.enable", false);
    values.put("org.apache.felix.http.timeout", IDLE_MILLIS);
    values.put("org.apache.felix.http.jetty.threadpool.max", 32);
    values.put("org.apache.felix.http.jetty.acceptors", 1);
    values.put("org.apache.felix.http.jetty.selectors", 1);
    values.put("org.apache.felix.http.jetty.headerBufferSize", HEADER_BYTES);
    values.put("org.apache.felix.http.jetty.sendServerHeader", false);
    values.put(
        "org.apache.felix.http.jetty.errorPageCustomHeaders", SecurityHeaders.asErrorPageHeaders());
    values.put("org.apache.felix.jetty.stopTimeout", 5000L);
    return values;
  }

  /** A further server, which nobody may open. */
  static Hashtable<String, Object> none() {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.apache.felix.http.host", HOST);
    values.put("org.osgi.service.http.port", "-1");
    values.put("org.apache.felix.http.enable", false);
    values.put("org.apache.felix.https.enable", false);
    return values;
  }
}
