package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The optional surface xmlrpc, asked by the clients that people have. */
class XmlRpcIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("install", HostProcess.optional("innkeeper.xmlrpc").toString()).ok();
    host.cli(
            "add",
            "c1",
            "--name",
            "web",
            "--",
            "/bin/sh",
            "-c",
            "trap 'echo got hup' HUP; echo hello password=hunter-2; n=0; while :; do n=$((n+1));"
                + " echo tick $n; sleep 0.2; done")
        .ok();
    host.cli("add", "idle", "--no-autostart", "--", "/bin/sleep", "600").ok();
    host.cli("add", "gone", "--no-autostart", "--", "/no/such/program").ok();
    host.awaitState("c1", "RUNNING");
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Test
  void supervisorctlShowsStartsStopsAndTells() throws Exception {
    supervisorctlIsThere();
    Said status = supervisorctl("status");
    assertTrue(
        status.out.matches("(?s).*c1:web +RUNNING +pid [0-9]+, uptime 0:0[0-9]:[0-9]{2}\n.*"),
        status.out);
    assertTrue(status.out.matches("(?s).*idle +STOPPED +[^\n]+\n.*"), status.out);
    assertEquals(0, supervisorctl("status", "c1:web").status);
    assertEquals(3, supervisorctl("status", "idle").status);

    assertEquals("idle: started\n", supervisorctl("start", "idle").out);
    host.awaitState("idle", "RUNNING");
    Said again = supervisorctl("start", "idle");
    assertTrue(again.out.contains("ERROR (already started)"), again.out);
    assertEquals(host.project("idle", "pid") + "\n", supervisorctl("pid", "idle").out);
    String before = host.project("idle", "pid");
    assertEquals("idle: stopped\nidle: started\n", supervisorctl("restart", "idle").out);
    assertFalse(before.equals(host.project("idle", "pid")));
    assertEquals("idle: stopped\n", supervisorctl("stop", "idle").out);
    assertTrue(supervisorctl("stop", "idle").out.contains("ERROR (not running)"));
    host.awaitState("idle", "STOPPED");

    host.cli("stop", "gone").ok();
    assertTrue(supervisorctl("start", "gone").out.contains("ERROR (no such file)"));
    assertTrue(supervisorctl("start", "nobody").out.contains("ERROR (no such process)"));
    assertEquals(HostProcess.VERSION + "\n", supervisorctl("version").out);
    assertEquals(host.pid() + "\n", supervisorctl("pid").out);
    assertTrue(supervisorctl("avail").out.contains("c1:web"), "avail");
  }

  @Test
  void supervisorctlSignals() throws Exception {
    supervisorctlIsThere();
    assertEquals("c1:web: signalled\n", supervisorctl("signal", "HUP", "c1:web").out);
    HostProcess.await("the server got it", () -> host.log("web").contains("got hup"));
    assertTrue(host.get("/api/audit?limit=1000").body().contains("project.signal"));
  }

  @Test
  void supervisorctlTailsWhatIsCleanAndFollowsOverARotation() throws Exception {
    supervisorctlIsThere();
    HostProcess.await("there are lines", () -> host.log("web").size() > 3);
    assertFalse(supervisorctl("tail", "-100000", "c1:web").out.contains("hunter-2"));
    assertTrue(supervisorctl("maintail", "-4000").out.contains("\"level\""));
    Path out = host.scratch().resolve("tail-f");
    Process tail = start(out, List.of("supervisorctl", "-s", url(), "tail", "-f", "c1:web"));
    try {
      HostProcess.await("it follows", () -> ticks(out).size() > 2);
      host.cli("rotate", "c1").ok();
      int then = ticks(out).size();
      HostProcess.await("it still follows", () -> ticks(out).size() > then + 3);
    } finally {
      tail.destroy();
      assertTrue(tail.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
    List<Integer> ticks = ticks(out);
    for (int i = 1; i < ticks.size(); i++) {
      assertEquals(ticks.get(i - 1) + 1, ticks.get(i), "every line once: " + ticks);
    }
  }

  @Test
  void whatRunsCannotBeDefinedNorTheHostBeEndedFromHere() throws Exception {
    supervisorctlIsThere();
    assertTrue(supervisorctl("reread").out.contains("CANT_REREAD"));
    assertTrue(supervisorctl("shutdown").out.contains("FAILED"));
    assertTrue(supervisorctl("remove", "idle").status != 0);
    assertTrue(host.process().isAlive());
    assertEquals(200, host.get("/api/projects/idle").statusCode());
  }

  @Test
  void aPythonClientSeesSupervisordsStructs() throws Exception {
    Programs.need("python3");
    Path script = host.scratch().resolve("client.py");
    Files.writeString(
        script,
        """
        import sys, xmlrpc.client as x
        s = x.ServerProxy(sys.argv[1])
        info = s.supervisor.getProcessInfo('c1:web')
        kinds = dict(name=str, group=str, start=int, stop=int, now=int, state=int, statename=str,
            spawnerr=str, exitstatus=int, logfile=str, stdout_logfile=str, stderr_logfile=str,
            pid=int, description=str)
        assert {k: type(v) for k, v in info.items()} == kinds, info
        assert (info['state'], info['statename']) == (20, 'RUNNING'), info
        def fault(code, f, *a):
            try:
                f(*a)
            except x.Fault as e:
                assert e.faultCode == code, (code, e)
            else:
                raise AssertionError((code, f, a))
        p = s.supervisor
        fault(10, p.getProcessInfo, 'nobody'); fault(60, p.startProcess, 'c1:web')
        fault(70, p.stopProcess, 'idle'); fault(11, p.signalProcess, 'c1:web', 'NOPE')
        fault(70, p.signalProcess, 'idle', 'HUP'); fault(20, p.readProcessStderrLog, 'c1:web', 0, 0)
        fault(3, p.readProcessStdoutLog, 'c1:web', -1, 1); fault(2, p.startProcess)
        fault(1, p.nope); fault(1, s.nope); fault(1, s.supervisor.house.supervisor, 'x')
        fault(4, s.system.methodHelp, 'x'); fault(92, p.reloadConfig); fault(30, p.shutdown)
        first = p.readProcessStdoutLog('c1:web', 0, 20)
        assert first == p.readProcessStdoutLog('c1:web', 0, 0)[:20]
        text, size, more = p.tailProcessStdoutLog('c1:web', 0, 5)
        assert len(text) == 5 and more is True and size > 5, (text, size, more)
        assert p.tailProcessStdoutLog('c1:web', size + 100000, 0)[0] == ''
        assert p.tailProcessStderrLog('c1:web', 0, 5) == ['', 0, False]
        assert p.getState() == dict(statecode=1, statename='RUNNING')
        assert p.getAPIVersion() == '3.0'
        names = s.system.listMethods()
        assert names == sorted(names) and 'supervisor.startProcess' in names
        assert s.system.methodSignature('supervisor.startProcess') == ['boolean', 'string', 'boolean']
        many = s.system.multicall([{'methodName': 'supervisor.getAPIVersion', 'params': []},
            {'methodName': 'no.such'}, {'methodName': 'system.multicall', 'params': [[]]}])
        assert [many[0], many[1]['faultCode'], many[2]['faultCode']] == ['3.0', 1, 2], many
        assert p.startAllProcesses(False)[0]['group'] in ('gone', 'idle')
        assert p.stopProcess('idle') is True
        assert p.clearProcessLogs('c1:web') is True
        config = p.getAllConfigInfo()[0]
        assert config['command'] == '' and '/' not in config['directory'], config
        print('fine')
        """);
    Said said = run(List.of("python3", script.toString(), url()));
    assertEquals("fine\n", said.out, said.out);
  }

  @Test
  void hostileBodiesAreRefused() throws Exception {
    String entity =
        "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>"
            + "<methodCall><methodName>&e;</methodName></methodCall>";
    assertEquals(400, post(entity, "text/xml").statusCode());
    assertEquals(400, post("<methodCall>", "text/xml").statusCode());
    String deep = "<value><array><data>".repeat(1000) + "</data></array></value>".repeat(1000);
    assertEquals(400, post(call("system.multicall", deep), "text/xml").statusCode());
    assertEquals(413, post("x".repeat(70_000), "text/xml").statusCode());
    assertEquals(415, post(call("supervisor.getState", ""), "text/plain").statusCode());
    assertEquals(405, host.get("/RPC2").statusCode());
    HttpResponse<String> foreign =
        post(call("supervisor.getState", ""), "text/xml", "Origin", "http://elsewhere.example");
    assertEquals(403, foreign.statusCode());
    assertEquals(404, host.get("/logtail/nobody").statusCode());
  }

  private static String call(String method, String values) {
    return "<?xml version='1.0'?><methodCall><methodName>"
        + method
        + "</methodName><params>"
        + (values.isEmpty() ? "" : "<param>" + values + "</param>")
        + "</params></methodCall>";
  }

  private static HttpResponse<String> post(String body, String type, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + "/RPC2"))
            .timeout(HostProcess.PATIENCE)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String url() {
    return "http://127.0.0.1:" + host.port();
  }

  private static List<Integer> ticks(Path file) {
    try {
      List<Integer> ticks = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith("tick ")) {
          ticks.add(Integer.parseInt(line.substring(5)));
        }
      }
      return ticks;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private record Said(int status, String out) {}

  private static void supervisorctlIsThere() {
    Programs.need("supervisorctl");
  }

  private static Said supervisorctl(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("supervisorctl", "-s", url()));
    command.addAll(List.of(words));
    return run(command);
  }

  private static Said run(List<String> command) throws Exception {
    Path out = Files.createTempFile(host.scratch(), "client", "");
    Process process = start(out, command);
    if (!process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("hangs: " + command);
    }
    return new Said(process.exitValue(), Files.readString(out));
  }

  private static Process start(Path out, List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(host.scratch().toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("PYTHONUNBUFFERED", "1");
    return builder.start();
  }
}
