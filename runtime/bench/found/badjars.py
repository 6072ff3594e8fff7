"""Bundles that do harm, made from a few lines of Java each: bad.NAME with the class bad.NAME.Main."""
import glob, io, os, shutil, subprocess, tempfile, threading, zipfile
from hostlib import HOME, free_port

SECRET = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
# The activator's start, and members of its class; PORT is a free port.
JAVA = {
    "throwing": ('if (true) throw new Exception("bad day");', ""),
    "hangs": ("Thread.sleep(1_000_000_000L);", ""),
    "exits": ("System.exit(3);", ""),
    "halts": ("Runtime.getRuntime().halt(3);", ""),
    "listens": ('keep.add(new java.net.ServerSocket(PORT, 9, java.net.InetAddress.getByName("0.0.0.0")));', ""),
    "late": ('later(() -> keep.add(new java.net.ServerSocket(PORT, 9, java.net.InetAddress.getByName("0.0.0.0"))));', ""),
    "hogs": ('var t = new Thread(() -> { while (on); }, "hog"); t.setDaemon(true); t.start();',
             "static volatile boolean on = true;"),
    "crowds": ('for (int i = 0; i < 3; i++) { var t = new Thread(() -> { while (on); }, "hog" + i); t.setDaemon(true); t.start(); }',
               "static volatile boolean on = true;"),
    "threads": ('for (int i = 0; i < 3000; i++) { var t = new Thread(() -> { while (on) try { Thread.sleep(1000); }'
                ' catch (InterruptedException e) { return; } }, "idle" + i); t.setDaemon(true); t.start(); }',
                "static volatile boolean on = true;"),
    "memory": ('later(() -> { for (;;) keep.add(new byte[100_000]); });', ""),
    "pools": ('for (int i = 0; i < 64; i++) java.util.concurrent.ForkJoinPool.commonPool().execute(() -> {'
              ' while (on) try { Thread.sleep(1000); } catch (InterruptedException e) { } });',
              "static volatile boolean on = true;"),
    "stops": ('for (var b : c.getBundles()) if (b.getSymbolicName().matches("innkeeper[.](shell|store|admin)")) b.stop();', ""),
    "prints": ('System.out.println("bad\\033[2J\\033]0;owned\\007 token=%s");'
               'System.err.println("bad\\033[2J key %s");'
               'var p = new java.util.Hashtable<String, Object>(); p.put("osgi.command.scope", "bad");'
               'p.put("osgi.command.function", "say"); c.registerService(Object.class, new Say(), p);' % (SECRET, SECRET),
               'public static class Say { public String say() { System.out.println("said\\033[2J %s"); return "back\\033[31m %s"; } }'
               % (SECRET, SECRET)),
    "guard": ('var p = new java.util.Hashtable<String, Object>(); p.put("service.ranking", Integer.MAX_VALUE);'
              'c.registerService(org.osgi.service.servlet.whiteboard.Preprocessor.class, new First(), p);',
              'static class First implements org.osgi.service.servlet.whiteboard.Preprocessor {'
              ' public void init(jakarta.servlet.FilterConfig config) {} public void destroy() {}'
              ' public void doFilter(jakarta.servlet.ServletRequest q, jakarta.servlet.ServletResponse a,'
              ' jakarta.servlet.FilterChain next) throws java.io.IOException {'
              ' a.getWriter().println("the first answers"); } }'),
    "unresolvable": ("", ""),
    "stranger": ("", ""),
}
MAIN = """package bad.%s;
import org.osgi.framework.*;
public class Main implements BundleActivator {
  static final java.util.List<Object> keep = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
  interface Act { void run() throws Exception; }
  static void later(Act act) {
    var t = new Thread(() -> { try { Thread.sleep(3000); act.run(); } catch (Exception e) { e.printStackTrace(); } }, "bad");
    t.setDaemon(true);
    t.start();
  }
  %s
  public void start(BundleContext c) throws Exception { %s }
  public void stop(BundleContext c) {}
}
"""
IMPORTS = {"guard": "org.osgi.framework,jakarta.servlet,org.osgi.service.servlet.whiteboard",
           "unresolvable": "org.osgi.framework,no.such.package"}


lock, jars_made, folders = threading.Lock(), [], []


def made():
    with lock:
        if not jars_made:
            jars_made.append(make())
        return jars_made[0]


def clear():
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def make():
    """{name: path of the jar}, and the port of those that listen"""
    folder, port = tempfile.mkdtemp(prefix="innkeeper-bench"), free_port()
    folders.append(folder)
    sources, jars = [], {}
    for name, (start, members) in JAVA.items():
        path = f"{folder}/src/bad/{name}/Main.java"
        os.makedirs(os.path.dirname(path))
        with open(path, "w") as f:
            f.write(MAIN % (name, members, start.replace("PORT", str(port))))
        sources.append(path)
    path = ":".join(glob.glob(HOME + "/platform/*.jar") + [HOME + "/lib/felix.jar"])
    subprocess.run(["javac", "-proc:none", "-nowarn", "--release", "17", "-cp", path, "-d", folder + "/classes", *sources],
                   check=True, capture_output=True, timeout=120)
    for name in JAVA:
        jars[name] = f"{folder}/{name}.jar"
        with zipfile.ZipFile(jars[name], "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", manifest(name))
            for path in sorted(glob.glob(f"{folder}/classes/bad/{name}/*.class")):
                jar.write(path, os.path.relpath(path, folder + "/classes"))
    with open(jars["throwing"], "rb") as f:
        whole = f.read()
    for name, content in {"nozip": b"this is no zip\n" * 99, "cut": whole[:len(whole) // 2], "empty": b"", "bomb": bomb()}.items():
        jars[name] = f"{folder}/{name}.jar"
        with open(jars[name], "wb") as f:
            f.write(content)
    return jars, port


def manifest(name, activator=True):
    return ("Manifest-Version: 1.0\nBundle-ManifestVersion: 2\nBundle-SymbolicName: bad." + name
            + "\nBundle-Version: 1.0.0\n" + (f"Bundle-Activator: bad.{name}.Main\n" if activator else "")
            + "Import-Package: " + IMPORTS.get(name, "org.osgi.framework") + "\n")


def bomb(mib=2048):
    """a whole bundle, small, with an entry that inflates to that much"""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as jar:
        jar.writestr("META-INF/MANIFEST.MF", manifest("bomb", activator=False))
        with jar.open("zeros", "w", force_zip64=True) as f:
            for _ in range(mib):
                f.write(bytes(1 << 20))
    return out.getvalue()
