package innkeeper.convert.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.Imported;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImportsTest {

  private static final Path HERE = Path.of("/srv/app");
  private static final Map<String, String> ENV = Map.of("HOME", "/home/ann", "STAGE", "prod");

  private Imported read(String file) throws Exception {
    String text;
    try (InputStream in = ImportsTest.class.getResourceAsStream("/imports/" + file)) {
      if (in == null) {
        throw new IOException("no such resource " + file);
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    return read(ImportFormats.detect(file, text).orElseThrow(), file, text, new FakeFiles(ENV));
  }

  private static Imported read(String format, String name, String text, FakeFiles others)
      throws IOException {
    return ImportFormats.read(format, new ForeignFile(name, HERE, text), others, 4);
  }

  private static Object get(Imported converted, String id, String member) {
    return converted.definitions().stream()
        .filter(d -> d.get("channelId").equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not in " + converted.definitions()))
        .get(member);
  }

  private static List<Object> ids(Imported converted) {
    return converted.definitions().stream().map(d -> d.get("channelId")).toList();
  }

  private static void noted(Imported converted, String part) {
    assertTrue(
        converted.notes().stream().anyMatch(n -> n.contains(part)),
        part + " in " + converted.notes());
  }

  @Test
  void aProcfileOfARailsApplication() throws Exception {
    Imported c = read("Procfile");
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("release", "web", "worker", "clock"), ids(c));
    assertEquals(
        List.of("/bin/sh", "-c", "bundle exec puma -C config/puma.rb -p ${PORT:-3000}"),
        get(c, "web", "command"));
    assertEquals(
        List.of("bundle", "exec", "sidekiq", "-q", "default queue"), get(c, "worker", "command"));
    assertEquals(false, get(c, "release", "autostart"));
    noted(c, "Procfile:3: web asks for PORT");
    noted(c, "Procfile:2: release runs once");
  }

  @Test
  void aProcfileForDevelopment() throws Exception {
    Imported c = read("Procfile.dev");
    assertEquals(List.of(), c.mistakes());
    assertEquals(
        List.of("/bin/sh", "-c", "RAILS_ENV=development bin/rails server"),
        get(c, "web", "command"));
    assertEquals(List.of("/bin/sh", "-c", "cd ui && npm start"), get(c, "ui", "command"));
    assertEquals(List.of("redis-server", "--port", "6379"), get(c, "re-dis", "command"));
    noted(c, "the name re@dis becomes re-dis");
  }

  @Test
  void aBrokenProcfileNamesEachLine() throws Exception {
    Imported c = read("broken.procfile");
    assertEquals(
        List.of(
            "broken.procfile:1: is not a line NAME: COMMAND",
            "broken.procfile:3: is not a line NAME: COMMAND",
            "broken.procfile:4: web has a command that cannot be read: a double quote is not"
                + " closed"),
        c.mistakes());
  }

  @Test
  void aSupervisordConfigurationOfADjangoProject() throws Exception {
    Imported c = read("django.conf");
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("gunicorn", "celery"), ids(c));
    assertEquals(
        List.of("/srv/app/venv/bin/gunicorn", "site.wsgi:application", "--bind", "127.0.0.1:8000"),
        get(c, "gunicorn", "command"));
    assertEquals("/srv/app", get(c, "gunicorn", "directory"));
    assertEquals("always", get(c, "gunicorn", "restart"));
    assertEquals(
        Map.of("DJANGO_SETTINGS_MODULE", "site.settings", "SECRET", "a,b \"c\" %", "STAGE", "prod"),
        get(c, "gunicorn", "env"));
    assertEquals(Map.of("maxBytes", 52428800L, "maxFiles", 5), get(c, "gunicorn", "log"));
    assertEquals("on-failure", get(c, "celery", "restart"));
    assertEquals("INT", get(c, "celery", "stopSignal"));
    assertEquals(600, get(c, "celery", "stopSeconds"));
    assertEquals(10, get(c, "celery", "startSeconds"));
    noted(c, "django.conf:11: [program:gunicorn] user is not kept");
    noted(c, "[program:celery] priority is not kept");
    noted(c, "[group:site] is not kept");
  }

  /**
   * supervisord 4.2.5 restarts after exit 0 where exitcodes is 2; pm2 6.0.8 ends at a stop code.
   */
  @Test
  void expectedExitCodesAreImported() throws Exception {
    Imported supervisord =
        read(
            "supervisord",
            "s.conf",
            "[program:a]\ncommand=x\nautorestart=unexpected\nexitcodes=0, 2\n",
            new FakeFiles(ENV));
    assertEquals(List.of(), supervisord.mistakes());
    assertEquals(List.of(0, 2), get(supervisord, "a", "successCodes"));
    assertEquals("on-failure", get(supervisord, "a", "restart"));
    String apps = "[{\"name\": \"b\", \"script\": \"b.js\", \"stop_exit_codes\": [0, \"143\"]}]";
    Imported pm2 = read("pm2", "e.json", apps, new FakeFiles(ENV));
    assertEquals(List.of(), pm2.mistakes());
    assertEquals(List.of(0, 143), get(pm2, "b", "successCodes"));
    assertEquals("on-failure", get(pm2, "b", "restart"));
  }

  @Test
  void aSupervisordProgramOfManyProcesses() throws Exception {
    Imported c = read("laravel-worker.conf");
    assertEquals(List.of(), c.mistakes());
    assertEquals(
        List.of("worker_00", "worker_01", "worker_02"),
        ids(c).stream().map(id -> id.toString().replace("laravel-", "")).toList());
    assertEquals(
        List.of("php", "/home/ann/app/artisan", "queue:work", "--name=laravel-worker_02"),
        get(c, "laravel-worker_02", "command"));
    assertEquals(
        1,
        c.notes().stream().filter(n -> n.contains("user is not kept")).count(),
        "said once, not for each process: " + c.notes());
  }

  @Test
  void aSupervisordFileWithMistakesNamesEachLine() throws Exception {
    Imported c = read("broken.ini");
    assertEquals(4, c.mistakes().size(), c.mistakes().toString());
    assertTrue(c.mistakes().get(0).startsWith("broken.ini:1: is neither"), c.mistakes().get(0));
    assertTrue(c.mistakes().toString().contains("%(ENV_NOWHERE)s is not known"));
    assertTrue(c.mistakes().toString().contains("numprocs=2 needs %(process_num)"));
    assertTrue(c.mistakes().toString().contains("has no command"));
  }

  @Test
  void aSupervisordFileWithContinuationsAndComments() throws Exception {
    Imported c = read("continued.conf");
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("/bin/bash", "-c", "sleep 5; echo done", "100%"), get(c, "a", "command"));
    assertEquals(Map.of("A", "1", "B", "two words"), get(c, "a", "env"));
    assertEquals("never", get(c, "a", "restart"));
    assertEquals(false, get(c, "a", "autostart"));
    noted(c, "[include] finds no file");
    noted(c, "[eventlistener:mail] is not kept");
  }

  @Test
  void aPm2FileOfANodeService() throws Exception {
    Imported c = read("ecosystem.json");
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("api", "jobs-0", "jobs-1"), ids(c));
    assertEquals(
        List.of("node", "--max-old-space-size=512", "dist/server.js", "--port", "8080", "a b"),
        get(c, "api", "command"));
    assertEquals("/srv/api", get(c, "api", "directory"));
    assertEquals(314572800L, get(c, "api", "memoryRestartBytes"));
    assertEquals(3.0, get(c, "api", "stopSeconds"));
    assertEquals("INT", get(c, "api", "stopSignal"));
    assertEquals("always", get(c, "api", "restart"));
    assertEquals(Map.of("NODE_ENV", "production", "PORT", "8080"), get(c, "api", "env"));
    assertEquals(Map.of("NODE_APP_INSTANCE", "1"), get(c, "jobs-1", "env"));
    assertEquals(Map.of("calendar", "*-*-* 03:00", "action", "restart"), get(c, "api", "schedule"));
    noted(c, "apps[0] (api): env_staging is not kept");
    noted(c, "apps[1] (jobs): exec_mode is not kept");
    noted(c, "deploy is not kept");
  }

  @Test
  void aPm2FileOfOtherLanguages() throws Exception {
    Imported c = read("processes.json");
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("python3", "-u", "bot.py"), get(c, "bot", "command"));
    assertEquals(List.of("./server.bin"), get(c, "server", "command"));
    assertEquals(List.of("npm", "run", "start"), get(c, "site", "command"));
    assertEquals(List.of("/bin/sh", "-c", "java -jar a.jar"), get(c, "jar", "command"));
    assertEquals("never", get(c, "server", "restart"));
    assertEquals(4, ids(c).stream().filter(id -> id.toString().startsWith("max-")).count());
  }

  @Test
  void aPm2FileThatIsASingleApplication() throws Exception {
    Imported c = read("single.json");
    assertEquals(List.of("index"), ids(c));
    assertEquals(List.of("node", "src/index.js"), get(c, "index", "command"));
  }

  @Test
  void aPm2FileWithMistakesNamesEachApplication() throws Exception {
    Imported c = read("broken.json");
    assertEquals(
        List.of(
            "broken.json: apps[0] has no script",
            "broken.json: apps[1] (b): instances is many; allowed: a whole number or max",
            "broken.json: apps[2] (c): lots is not a size",
            "broken.json: apps[3] is not an object"),
        c.mistakes());
  }

  @Test
  void invalidNamesAreMappedToDifferentNamesAndReported() throws Exception {
    Imported c =
        read(
            "procfile", "Procfile", "a@b: x\na.b: x\na+b: y\nmain: z\n..: q\n", new FakeFiles(ENV));
    assertEquals(List.of("a-b", "a.b", "a-b-2", "main-project", "-."), ids(c));
    assertEquals(5, c.notes().size(), c.notes().toString());
  }

  @Test
  void includedFilesAndTheSectionOfSupervisordApplyToPrograms() throws Exception {
    String main =
        """
        [supervisord]
        user=www-data
        environment=APP_ENV="prod",PATH="%(ENV_HOME)s/bin",LIST="a,b" ; for all
        [include]
        files = conf.d/*.conf none/*.ini
        [program:web]
        command=%(here)s/web --env %(ENV_APP_ENV)s
        environment=LIST="mine",
            MORE=x
        """;
    String included =
        """
        [program:beat]
        command = celery beat
           --schedule=%(here)s/beat.db --of=%(numprocs)d
        user=celery
        """;
    Imported c =
        read(
            "supervisord",
            "s.conf",
            main,
            new FakeFiles(
                ENV,
                pattern ->
                    pattern.equals("conf.d/*.conf")
                        ? List.of(
                            new ForeignFile("conf.d/beat.conf", HERE.resolve("conf.d"), included))
                        : List.of()));
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("web", "beat"), ids(c));
    assertEquals(List.of(HERE + "/web", "--env", "prod"), get(c, "web", "command"));
    String path = ENV.get("HOME") + "/bin";
    assertEquals(
        Map.of("APP_ENV", "prod", "PATH", path, "LIST", "mine", "MORE", "x"), get(c, "web", "env"));
    assertEquals(
        List.of("celery", "beat", "--schedule=" + HERE + "/conf.d/beat.db", "--of=1"),
        get(c, "beat", "command"));
    assertEquals(Map.of("APP_ENV", "prod", "PATH", path, "LIST", "a,b"), get(c, "beat", "env"));
    noted(c, "s.conf:2: [supervisord] user is not kept");
    noted(c, "s.conf:4: [include] finds no file none/*.ini");
    noted(c, "conf.d/beat.conf:4: [program:beat] user is not kept");
  }

  @Test
  void anIncludedFileMayUseVariablesOfTheCallerAndOfTheMainFile() throws Exception {
    String main = "[supervisord]\nenvironment=HOME=\"/srv\"\n[include]\nfiles=*.conf\n";
    String included = "[program:web]\ncommand=%(ENV_HOME)s/web %(ENV_STAGE)s\n";
    Imported c =
        read(
            "supervisord",
            "s.conf",
            main,
            new FakeFiles(
                Map.of("HOME", "/home/bob", "STAGE", "live"),
                pattern -> List.of(new ForeignFile("web.conf", HERE, included))));
    assertEquals(List.of(), c.mistakes());
    assertEquals(List.of("/srv/web", "live"), get(c, "web", "command"));
  }
}
