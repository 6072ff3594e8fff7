package innkeeper.host.http;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The headers of every answer, including Jetty's own error pages. */
final class SecurityHeaders {

  private static final Map<String, String> HEADERS = new LinkedHashMap<>();

  static {
    HEADERS.put(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
    HEADERS.put("X-Frame-Options", "DENY");
    HEADERS.put("X-Content-Type-Options", "nosniff");
    HEADERS.put("Cross-Origin-Resource-Policy", "same-origin");
    HEADERS.put("Cross-Origin-Opener-Policy", "same-origin");
    // Never no-referrer: with that value, the browser sends our own form posts with Origin: null.
    HEADERS.put("Referrer-Policy", "same-origin");
    HEADERS.put(
        "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    HEADERS.put("Cache-Control", "no-store");
  }

  private SecurityHeaders() {}

  static void set(HttpServletResponse response) {
    HEADERS.forEach(response::setHeader);
  }

  static Map<String, String> all() {
    return Collections.unmodifiableMap(HEADERS);
  }

  /** Returns the headers in Felix's form: {@code Name=Value##Name=Value}. */
  static String asErrorPageHeaders() {
    return HEADERS.entrySet().stream()
        .map(h -> h.getKey() + "=" + h.getValue())
        .collect(Collectors.joining("##"));
  }
}
