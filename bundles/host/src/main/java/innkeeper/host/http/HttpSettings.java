package innkeeper.host.http;

import java.util.Hashtable;

/** Jetty's whole configuration. */
final class HttpSettings {

  /** The one address. Not localhost, which a resolver may send elsewhere. */
  static final String HOST = "127.0.0.1";

  private HttpSettings() {}

  /**
   * @param port 1-65535
   */
  static Hashtable<String, Object> of(int port) {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("org.osgi.service.http.port", String.valueOf(port));
    values.put("org.apache.felix.http.host", HOST);
    values.put("org.apache.felix.http.enable", true);
    values.put("org.apache.felix.https.enable", false);
    values.put("org.apache.felix.http.timeout", 60000);
    values.put("org.apache.felix.http.jetty.threadpool.max", 32);
    values.put("org.apache.felix.http.jetty.acceptors", 1);
    values.put("org.apache.felix.http.jetty.selectors", 1);
    values.put("org.apache.felix.http.jetty.headerBufferSize", 8192);
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
