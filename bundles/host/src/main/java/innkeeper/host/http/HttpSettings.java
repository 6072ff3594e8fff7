package innkeeper.host.http;

import java.util.Hashtable;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** The whole configuration of Jetty. */
final class HttpSettings {

  /**
   * The only address. The name localhost is not used, because a resolver may map it to another
   * address.
   */
  static final String HOST = "127.0.0.1";

  static final int IDLE_MILLIS = 60_000;
  static final int HEADER_BYTES = 8192;

  /**
   * A text that is neither an address nor a name that a resolver is asked for. Felix starts Jetty
   * only with a TCP connector of its own. With this host that connector fails before it opens a
   * socket. {@link JettyDetails} creates the connectors that serve.
   */
  private static final String NO_HOST = "[no TCP";

  private HttpSettings() {}

  /** Returns the configuration of the host's only server. */
  static Hashtable<String, Object> own() {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.osgi.service.http.port", "1");
    values.put("org.apache.felix.http.host", NO_HOST);
    values.put("org.apache.felix.http.enable", true);
    values.put("org.apache.felix.https.enable", false);
    values.put("org.apache.felix.http.jetty.threadpool.max", 32);
    values.put(
        "org.apache.felix.http.jetty.errorPageCustomHeaders", SecurityHeaders.asErrorPageHeaders());
    values.put("org.apache.felix.jetty.stopSeconds", 5000L);
    return values;
  }

  /** Returns the HTTP/1.1 protocol that each connector of the host uses. */
  static HttpConnectionFactory protocol() {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setRequestHeaderSize(HEADER_BYTES);
    configuration.setSendServerVersion(false);
    return new HttpConnectionFactory(configuration);
  }

  /** Returns the configuration of a second server, which opens no port. */
  static Hashtable<String, Object> none() {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.apache.felix.http.host", HOST);
    values.put("org.osgi.service.http.port", "-1");
    values.put("org.apache.felix.http.enable", false);
    values.put("org.apache.felix.https.enable", false);
    return values;
  }
}
