package innkeeper.xmlrpc;

import innkeeper.xmlrpc.Call.MalformedException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servlet of {@code /RPC2}. A call that waits for a process occupies no thread. Only text/xml
 * is accepted, because no form on another site's page can send it.
 */
final class RpcServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(RpcServlet.class);

  private final transient MethodTable table;

  /** The open answers, which are completed when this surface stops. */
  private final transient Set<CompletableFuture<Object>> open = ConcurrentHashMap.newKeySet();

  RpcServlet(MethodTable table) {
    this.table = table;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST");
      BadRequest.send(response, 405, "XML-RPC needs a POST");
      return;
    }
    String type = String.valueOf(request.getContentType()).toLowerCase(Locale.ROOT);
    if (!type.startsWith("text/xml") && !type.startsWith("application/xml")) {
      BadRequest.send(response, 415, "XML-RPC is sent as text/xml");
      return;
    }
    if (request.getContentLengthLong() > RequestBody.MOST_BYTES) {
      BadRequest.send(response, 413, "a call may have " + RequestBody.MOST_BYTES + " bytes");
      return;
    }
    AsyncContext context = request.startAsync();
    RequestBody.read(context, body -> call(context, body));
  }

  private void call(AsyncContext context, byte[] body) {
    Call call;
    try {
      call = CallReader.read(body);
    } catch (MalformedException e) {
      LOG.info("request refused reason=\"{}\"", e.getMessage());
      BadRequest.end(context, 400, e.getMessage());
      return;
    }
    CompletableFuture<Object> answer;
    try {
      answer = table.call(call);
    } catch (RuntimeException | Error e) {
      answer = CompletableFuture.failedFuture(e);
    }
    // A copy: completing it early does not complete the original.
    CompletableFuture<Object> mine = answer.copy();
    context.setTimeout(0);
    open.add(mine);
    mine.whenComplete(
        (value, failure) -> {
          open.remove(mine);
          send(context, value, failure);
        });
  }

  private static void send(AsyncContext context, Object value, Throwable failure) {
    HttpServletResponse response = (HttpServletResponse) context.getResponse();
    try {
      byte[] xml =
          failure == null ? AnswerWriter.value(value) : AnswerWriter.fault(Fault.of(failure));
      response.setStatus(200);
      response.setContentType("text/xml");
      response.setContentLength(xml.length);
      response.getOutputStream().write(xml);
    } catch (IOException e) {
      LOG.debug("caller is gone error={}", e.getMessage());
    } catch (RuntimeException | Error e) {
      // If this were thrown further, it would be lost, and the caller would wait forever.
      response.setStatus(500);
      LOG.error("answer could not be written", e);
    } finally {
      context.complete();
    }
  }

  @Override
  public void destroy() {
    open.forEach(
        answer ->
            answer.completeExceptionally(
                new Fault(
                    FaultCode.FAILED,
                    "this surface is being replaced; the request continues, ask for its state")));
  }
}
