package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import java.io.IOException;
import java.util.List;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.ResultLog;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Fails when anything but 127.0.0.1 is bound, or our own port is not. */
@Component(
    property = "hc.name=admin:bind",
    service = {HealthCheck.class, BindCheck.class})
public final class BindCheck implements HealthCheck {

  private final int port;

  @Activate
  public BindCheck(@Reference Settings settings) {
    this.port = settings.adminPort();
  }

  /** What is wrong with what is bound; "" when all is well. */
  public String fault() {
    try {
      List<BoundSockets.Bound> bound = BoundSockets.read();
      for (BoundSockets.Bound socket : bound) {
        if (!socket.loopback()) {
          return "A socket listens on " + socket + ", not on 127.0.0.1.";
        }
      }
      if (port == 0) {
        return bound.isEmpty() ? "" : "A socket listens on " + bound + " though ADMIN_PORT=0.";
      }
      return bound.stream().anyMatch(socket -> socket.port() == port)
          ? ""
          : "Nothing listens on 127.0.0.1:" + port + ".";
    } catch (IOException e) {
      return "What is bound could not be read back: " + e;
    }
  }

  @Override
  public Result execute() {
    String fault = fault();
    ResultLog log = new ResultLog();
    log.add(
        new ResultLog.Entry(
            fault.isEmpty() ? Result.Status.OK : Result.Status.CRITICAL,
            fault.isEmpty() ? "Only 127.0.0.1 is bound." : fault));
    log.add(
        new ResultLog.Entry(
            Result.Status.OK, "value: " + (port == 0 ? "none" : "127.0.0.1:" + port)));
    log.add(new ResultLog.Entry(Result.Status.OK, "limit: 127.0.0.1 only"));
    if (!fault.isEmpty()) {
      log.add(
          new ResultLog.Entry(
              Result.Status.OK,
              "fix: look which bundle opened it (innkeeper surfaces), take it out, restart"));
    }
    return new Result(log);
  }
}
