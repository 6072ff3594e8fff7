package innkeeper.host.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides which requests are allowed. Access by loopback is not a login: a page in the operator's
 * browser is not the operator. Only the Host rule stops DNS rebinding, because a rebound page sends
 * neither Sec-Fetch-Site nor a foreign Origin. The other rules stop cross-site requests. The
 * decision depends on the headers alone.
 */
final class RequestPolicy {

  private static final Pattern HOST =
      Pattern.compile(
          "(127(\\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}|localhost|\\[::1\\])(:([0-9]{1,5}))?",
          Pattern.CASE_INSENSITIVE);

  private RequestPolicy() {}

  /** The reason for a refusal: a fixed word for the record and a sentence for the client. */
  record Refusal(String rule, String detail) {}

  /**
   * Returns why a request is refused; empty if it is allowed.
   *
   * @param hosts all Host headers
   * @param origins all Origin headers
   * @param site Sec-Fetch-Site, or null
   * @param mode Sec-Fetch-Mode, or null
   * @param dest Sec-Fetch-Dest, or null
   */
  static Optional<Refusal> refuse(
      String method,
      List<String> hosts,
      List<String> origins,
      String site,
      String mode,
      String dest) {
    if (hosts.size() != 1 || !ours(hosts.get(0))) {
      return refusal(
          "host-not-allowed",
          "Open this host as http://127.0.0.1:PORT or http://localhost:PORT; from afar through a "
              + "tunnel: ssh -L PORT:127.0.0.1:PORT.");
    }
    if (origins.size() > 1) {
      return refusal("origin-not-allowed", "More than one Origin was sent.");
    }
    boolean safe = method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
    if (!origins.isEmpty() && !origins.get(0).equalsIgnoreCase("http://" + hosts.get(0))) {
      return refusal("origin-not-allowed", "Another site's page may not ask this host.");
    }
    boolean opened = "none".equals(site) || "navigate".equals(mode) && "document".equals(dest);
    if (site == null || site.equals("same-origin") || safe && opened) {
      return Optional.empty();
    }
    return refusal("cross-site", "Another site's page may not ask this host.");
  }

  private static boolean ours(String host) {
    if (host.length() > 64) {
      return false;
    }
    var match = HOST.matcher(host.toLowerCase(Locale.ROOT));
    return match.matches() && (match.group(5) == null || Integer.parseInt(match.group(5)) <= 65535);
  }

  private static Optional<Refusal> refusal(String rule, String detail) {
    return Optional.of(new Refusal(rule, detail));
  }
}
