package innkeeper.system;

import innkeeper.api.log.RedactionRule;
import java.util.List;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** A third party's bundle that prints its secrets in every way there is, and whose rule hangs. */
public final class GuestTalker implements BundleActivator, RedactionRule {

  static final String SECRET = "zebra-" + "crossing-4711";

  private volatile boolean stopped;

  @Override
  public void start(BundleContext context) throws Exception {
    System.out.println("guest says password=" + SECRET);
    System.err.println("guest complains {\"api_token\":\"" + SECRET + "\"}");
    IllegalStateException failure =
        new IllegalStateException(
            "login failed password=" + SECRET,
            new IllegalArgumentException("Authorization: Bearer " + SECRET));
    failure.printStackTrace();
    java.util.logging.Logger.getLogger("guest")
        .log(java.util.logging.Level.WARNING, "guest logs token=" + SECRET, failure);
    System.getLogger("guest").log(System.Logger.Level.ERROR, "guest warns", failure);
    Thread thread =
        new Thread(
            () -> {
              throw failure;
            },
            "guest dies");
    thread.start();
    thread.join();
    context.registerService(RedactionRule.class, this, null);
  }

  @Override
  public void stop(BundleContext context) {
    stopped = true;
  }

  @Override
  public String name() {
    return "guest-rule";
  }

  @Override
  public List<Span> find(byte[] line, int length) {
    String text = new String(line, 0, length, java.nio.charset.StandardCharsets.ISO_8859_1);
    while (text.contains("hang") && !stopped) {
      Thread.onSpinWait();
    }
    int at = text.indexOf("badge ");
    return at < 0 ? List.of() : List.of(new Span(at + 6, length));
  }
}
