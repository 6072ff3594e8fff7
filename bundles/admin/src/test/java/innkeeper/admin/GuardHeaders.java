package innkeeper.admin;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What the host's guard sets, so that the page is looked at under its real policy. */
final class GuardHeaders implements Filter {

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
    chain.doFilter(request, response);
  }
}
