package innkeeper.system;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A third party's bundle with a servlet, and a second one for uploads; compiled by the test. */
final class Stranger {

  private static final String SOURCE =
      """
      package stranger;

      import jakarta.servlet.Servlet;
      import jakarta.servlet.ServletException;
      import jakarta.servlet.http.HttpServlet;
      import jakarta.servlet.http.HttpServletRequest;
      import jakarta.servlet.http.HttpServletResponse;
      import jakarta.servlet.http.Part;
      import java.util.Hashtable;
      import org.osgi.framework.BundleActivator;
      import org.osgi.framework.BundleContext;

      public class Activator extends HttpServlet implements BundleActivator {
        public void start(BundleContext context) {
          Hashtable<String, Object> properties = new Hashtable<>();
          properties.put("osgi.http.whiteboard.servlet.pattern", "/stranger/*");
          context.registerService(Servlet.class, this, properties);
          Hashtable<String, Object> upload = new Hashtable<>();
          upload.put("osgi.http.whiteboard.servlet.pattern", "/stranger/upload");
          upload.put("osgi.http.whiteboard.servlet.multipart.enabled", true);
          context.registerService(Servlet.class, new Activator(), upload);
        }

        public void stop(BundleContext context) {}

        protected void service(HttpServletRequest request, HttpServletResponse response)
            throws java.io.IOException, ServletException {
          if ("/fail".equals(request.getPathInfo())) {
            throw new IllegalStateException("secret-of-the-stack");
          }
          if (request.getServletPath().endsWith("/upload")) {
            for (Part part : request.getParts()) {
              int length = part.getInputStream().readAllBytes().length;
              response.getWriter().print(part.getSubmittedFileName() + " " + length + "; ");
              part.delete();
            }
            return;
          }
          response.getWriter().println("hello from a stranger");
        }
      }
      """;

  private Stranger() {}

  static Path jar(Path scratch) throws IOException {
    Path folder = Files.createDirectories(scratch.resolve("stranger-classes/stranger"));
    Path source = Files.writeString(folder.resolve("Activator.java"), SOURCE);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                said,
                null,
                null,
                List.of("-d", folder.getParent().toString(), "-cp", classPath()),
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    if (!compiled) {
      throw new AssertionError(said.toString());
    }
    Path jar = scratch.resolve("stranger.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream into = new JarOutputStream(out, manifest())) {
      into.putNextEntry(new JarEntry("stranger/Activator.class"));
      Files.copy(folder.resolve("Activator.class"), into);
    }
    return jar;
  }

  private static String classPath() throws IOException {
    try (Stream<Path> platform = Files.list(HostProcess.HOME.resolve("platform"))) {
      List<String> jars = new java.util.ArrayList<>(platform.map(Path::toString).toList());
      jars.add(HostProcess.HOME.resolve("lib/felix.jar").toString());
      return String.join(":", jars);
    }
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", "stranger");
    main.putValue("Bundle-Version", "1.0.0");
    main.putValue("Bundle-Activator", "stranger.Activator");
    main.putValue("Import-Package", "jakarta.servlet,jakarta.servlet.http,org.osgi.framework");
    return manifest;
  }
}
