package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.api.settings.Settings;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Hashtable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoopbackPinTest {

  private static Hashtable<String, Object> pinned(int port, Map<String, Object> wanted) {
    Settings settings =
        (Settings)
            Proxy.newProxyInstance(
                Settings.class.getClassLoader(),
                new Class<?>[] {Settings.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "adminPort" -> port;
                      case "servesPage" -> port != 0;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Hashtable<String, Object> values = new Hashtable<>(wanted);
    new LoopbackPin(settings).modifyConfiguration(null, values);
    return values;
  }

  @Test
  void noConfigurationMakesFelixOpenASocketOfItsOwn() {
    Hashtable<String, Object> values =
        pinned(
            4560,
            Map.of(
                "org.apache.felix.http.host", "0.0.0.0",
                "org.osgi.service.http.port", "80",
                "org.apache.felix.https.enable", true,
                "org.apache.felix.http.context_path", "/x",
                "service.pid", "org.apache.felix.http"));
    String host = String.valueOf(values.get("org.apache.felix.http.host"));
    assertThrows(UnknownHostException.class, () -> InetAddress.getByName(host));
    assertEquals("1", values.get("org.osgi.service.http.port"));
    assertEquals(false, values.get("org.apache.felix.https.enable"));
    assertNull(values.get("org.apache.felix.http.context_path"));
    assertEquals("org.apache.felix.http", values.get("service.pid"));
  }

  @Test
  void aSecondServerOrPortZeroOpensNoSocket() {
    for (Hashtable<String, Object> none :
        java.util.List.of(
            pinned(4560, Map.of("service.factoryPid", "org.apache.felix.http")),
            pinned(0, Map.of()))) {
      assertEquals(false, none.get("org.apache.felix.http.enable"));
      assertEquals("-1", none.get("org.osgi.service.http.port"));
    }
  }
}
