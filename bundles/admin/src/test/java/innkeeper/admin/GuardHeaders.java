package innkeeper.admin;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/** What the host's guard sets, so that the page is looked at under its real policy. */
final class GuardHeaders implements Filter {

  private static final BiPredicate<HttpServletRequest, Duration> PARK = GuardHeaders::park;

  private static boolean park(HttpServletRequest request, Duration longest) {
    if (request.getAttribute("until") == null) {
      request.setAttribute("until", System.nanoTime() + longest.toNanos());
    }
    if (System.nanoTime() - (Long) request.getAttribute("until") > 0) {
      return false;
    }
    AsyncContext parked = request.startAsync();
    CompletableFuture.delayedExecutor(25, TimeUnit.MILLISECONDS).execute(parked::dispatch);
    return true;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletResponse answer = (HttpServletResponse) response;
    answer.setHeader(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
            + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
    answer.setHeader("X-Content-Type-Options", "nosniff");
    answer.setHeader("Cache-Control", "no-store");
    request.setAttribute("innkeeper.http.park", PARK);
    chain.doFilter(request, response);
  }
}
