package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectStatus;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The servlet of {@code /logtail/NAME[/CHANNEL]} and {@code /mainlogtail}. It sends the end of a
 * log, then new lines until the reader disconnects.
 */
final class TailServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final int MOST_READERS = 16;

  private final transient HostServices services;
  private final transient ScheduledExecutorService timer;
  private final transient Set<TailStream> streams = ConcurrentHashMap.newKeySet();

  TailServlet(HostServices services, ScheduledExecutorService timer) {
    this.services = services;
    this.timer = timer;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      response.setHeader("Allow", "GET");
      BadRequest.send(response, 405, "a log is read by GET");
      return;
    }
    String log;
    try {
      log = log(request.getPathInfo(), request.getServletPath());
    } catch (Fault fault) {
      BadRequest.send(response, fault.code() == FaultCode.NO_FILE ? 410 : 404, fault.getMessage());
      return;
    }
    if (streams.size() >= MOST_READERS) {
      BadRequest.send(response, 503, "so many readers follow already: " + MOST_READERS);
      return;
    }
    response.setContentType("text/plain;charset=utf-8");
    response.flushBuffer();
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    ClientConnection peer = new ClientConnection(request.getLocalPort(), request.getRemotePort());
    TailStream stream = new TailStream(log, context, peer, services, timer, streams::remove);
    streams.add(stream);
    stream.start();
  }

  private String log(String path, String servlet) {
    if (servlet.equals("/mainlogtail")) {
      return Logs.MAIN;
    }
    String[] parts = String.valueOf(path).replaceFirst("^/+", "").split("/", 2);
    String channel = parts.length > 1 ? parts[1] : "stdout";
    ProjectStatus project = Namespec.one(services.supervisor(), parts[0]);
    if (!channel.equals("stdout")) {
      throw new Fault(FaultCode.NO_FILE, "stderr goes where stdout goes");
    }
    return project.name();
  }

  @Override
  public void destroy() {
    streams.forEach(TailStream::close);
  }
}
