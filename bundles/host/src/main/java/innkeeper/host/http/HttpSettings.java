package innkeeper.host.http;

import java.util.Hashtable;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Jetty's whole configuration. */
final class HttpSettings {

  /** The one address. Not localhost, which a resolver may send elsewhere. */
  static final String HOST = "127.0.0.1";

  static final int IDLE_MILLIS = 60_000;
  static final int HEADER_BYTES = 8192;

  /**
   * No address, and nothing that a resolver would be asked for. Felix starts Jetty with a TCP
   * connector of its own or not at all; with this one that connector fails before it opens a
   * socket. {@link JettyDetails} makes those that serve.
   */
  private static final String NO_HOST = "[no TCP";

  private HttpSettings() {}

  /** Of the host's one server. */
  static Hashtable<String, Object> own() {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.osgi.service.http.port", "1");
    values.put("org.apache.felix.http.host", NO_HOST);
    values.put("org.apache.felix.http.enable", true);
    values.put("org.apache.felix.https.enable", false);
    values.put("org.apache.felix.http.jetty.threadpool.max", 32);
    values.put(
        "org.apache.felix.http.jetty.errorPageCustomHeaders", SecurityHeaders.asErrorPageHeaders());
    values.put("org.apache.felix.jetty.stopTimeout", 5000L);
    return values;
  }

  /** HTTP/1.1 as each connector of the host speaks it. */
  static HttpConnectionFactory protocol() {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setRequestHeaderSize(HEADER_BYTES);
    configuration.setSendServerVersion(false);
    return new HttpConnectionFactory(configuration);
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
