package innkeeper.admin;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.testkit.FakeLogs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The page over rooms that are stand-ins, to look at it: {@code DevServer PORT SCENE}, where SCENE
 * is {@code well}, {@code ill}, {@code empty} or a number of projects.
 */
final class DevServer {

  private DevServer() {}

  public static void main(String[] args) throws Exception {
    Inn inn = new Inn(Integer.parseInt(args[0]), new ThreadedLogs(new FakeLogs(Clock.systemUTC())));
    switch (args[1]) {
      case "empty" -> inn.host.projects = 0;
      case "well" -> well(inn);
      case "ill" -> ill(inn);
      default -> many(inn, Integer.parseInt(args[1]));
    }
    host(inn, args[1].equals("ill"));
    inn.supervisor.all.values().forEach(p -> past(inn, p));
    long rate = args.length > 2 ? Long.parseLong(args[2]) : 1;
    for (long i = 0; ; i++) {
      Thread.sleep(50);
      List<String> lines = new ArrayList<>();
      double wanted = rate * 0.05;
      long count = (long) ((i + 1) * wanted) - (long) (i * wanted);
      for (int k = 0; k < count; k++) {
        lines.add("tick " + i + "." + k + " GET /orders/" + (i * 31 + k) % 997 + " 200 in 3 ms");
      }
      inn.logs.line("demo", lines.toArray(String[]::new));
    }
  }

  private static void well(Inn inn) {
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
    inn.supervisor.put(FakeSupervisor.status("c2", "api", ProjectState.RUNNING, ""));
    inn.supervisor.put(FakeSupervisor.status("c3", "old-site", ProjectState.STOPPED, ""));
    log(inn);
    inn.extensions.sample();
  }

  private static void ill(Inn inn) {
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
    inn.supervisor.put(
        FakeSupervisor.status(
            "c2", "api", ProjectState.BACKOFF, "exited with code 1 after 3 s; attempt 4 of 10"));
    inn.supervisor.put(
        FakeSupervisor.status(
            "c4",
            "worker",
            ProjectState.FATAL,
            "gave up: five starts in a row ended within a second; the last one with code 137"));
    inn.supervisor.put(FakeSupervisor.status("c3", "old-site", ProjectState.STOPPED, ""));
    inn.supervisor.put(FakeSupervisor.status("c5", "<b>&evil", ProjectState.UNKNOWN, "?"));
    log(inn);
    inn.logs.line(
        "worker",
        "\u001b[1;34mworker\u001b[0m starting",
        "Error: connect ECONNREFUSED 127.0.0.1:5432",
        "    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16)",
        "    at processTicksAndRejections (node:internal/process/task_queues:95:5)");
    inn.backups.lastError = "verify: quick_check said row 3 missing";
  }

  private static void many(Inn inn, int count) {
    String[] teams = {"billing", "shop", "search", "mail", "chat"};
    for (int i = 0; i < count; i++) {
      ProjectState state =
          i % 53 == 7
              ? ProjectState.FATAL
              : i % 37 == 3
                  ? ProjectState.BACKOFF
                  : i % 29 == 11 ? ProjectState.STOPPED : ProjectState.RUNNING;
      String name = String.format("%s-%03d", teams[i % teams.length], i);
      String reason = state == ProjectState.BACKOFF ? "exited with code 1 after 3 s" : "";
      inn.supervisor.put(FakeSupervisor.status("p" + i, name, state, reason));
      inn.logs.line(name, "listening");
    }
  }

  /** Figures of an hour, and an incident where something is wrong. */
  private static void past(Inn inn, ProjectStatus p) {
    Random random = new Random(p.channelId().hashCode());
    Instant now = Instant.now();
    List<History.Point> cpu = new ArrayList<>();
    List<History.Point> rss = new ArrayList<>();
    List<History.Point> errors = new ArrayList<>();
    List<History.Point> lines = new ArrayList<>();
    List<History.Point> restarts = new ArrayList<>();
    boolean well = p.state() == ProjectState.RUNNING;
    double load = random.nextDouble() * 20;
    for (int i = 60; i > 0; i--) {
      Instant at = now.minusSeconds(60L * i);
      double value = Math.max(0, load + random.nextGaussian() * 4);
      if (well || i > 30) {
        cpu.add(new History.Point(at, value, value, value));
        double bytes = 1.2e8 + 1e6 * (60 - i) * random.nextDouble();
        rss.add(new History.Point(at, bytes, bytes, bytes));
      }
      Instant fine = now.minusSeconds(5L * i);
      double rate = well ? 0 : 0.4;
      double printed = 20 + 15 * Math.sin(i / 9.0);
      lines.add(new History.Point(fine, printed, printed, printed));
      errors.add(new History.Point(fine, rate, rate, rate));
      restarts.add(new History.Point(fine, 0, 0, well ? 0 : i % 6 == 0 ? 1 : 0));
    }
    inn.past.figures.add(
        new History.Series(
            p.channelId(), Duration.ofMinutes(1), Map.of(Metric.CPU, cpu, Metric.RSS, rss)));
    inn.past.figures.add(
        new History.Series(
            p.channelId(),
            Duration.ofSeconds(5),
            Map.of(Metric.LINES, lines, Metric.ERRORS, errors, Metric.RESTARTS, restarts)));
    if (p.state() == ProjectState.BACKOFF) {
      inn.past.incidents.add(FakePast.incidentOf(7, p.channelId(), now.minusSeconds(1680)));
    }
  }

  private static void log(Inn inn) {
    inn.logs.line(
        "demo",
        "\u001b[32m✔\u001b[0m listening on \u001b[36mhttp://127.0.0.1:4300\u001b[0m",
        "2026-11-21T05:40:01.120Z info  connected to database as \u001b[1mdemo\u001b[0m",
        "2026-11-21T05:40:01.121Z debug pool size 10",
        "config token=[REDACTED] password=[REDACTED]",
        "{\"level\":30,\"time\":1763703601120,\"msg\":\"request done\",\"method\":\"GET\",\"ms\":12}",
        "\u001b[33mwarning\u001b[0m: cache is cold",
        "<script>alert(1)</script> <img src=x onerror=alert(1)> \u202eright-to-left",
        "progress 10%\rprogress 20%\rprogress 30%",
        "\u001b]0;title\u0007 osc gone, \u001b]8;;javascript:alert(1)\u001b\\link\u001b]8;;\u001b\\");
    for (int i = 0; i < 300; i++) {
      inn.logs.line("demo", "GET /orders/" + i + " 200 in " + (i * 7) % 31 + " ms");
      if (i % 90 == 40) {
        inn.logs.line(
            "demo",
            "\u001b[31mError: timeout after 5000 ms\u001b[0m",
            "    at Timeout._onTimeout (/srv/app/db.js:41:15)",
            "    at listOnTimeout (node:internal/timers:573:17)",
            "WARN retrying order " + i);
      }
    }
    for (int i = 0; i < 340; i++) {
      inn.logs.line("demo", "connection to 10.0.0.7:5432 refused, trying again");
    }
    inn.logs.line(
        "demo",
        "Traceback (most recent call last):",
        "  File \"/srv/shop/orders.py\", line 41, in place",
        "    stock[sku] -= 1",
        "  Error: KeyError: 'sku-31'",
        "one long line " + "of many words ".repeat(1200),
        "{\"level\":\"50\",\"msg\":\"order failed\",\"order\":\"a-17\",\"user\":\"u-9\",\"ms\":5012}",
        "a family \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 joined");
    inn.logs.line(
        "api", "api listening on 4301", "Error: api could not reach demo", "  at api.js:7");
    inn.logs.line(
        "main",
        "{\"ts\":\"2026-11-21T05:39:58.001Z\",\"level\":\"info\",\"msg\":\"host ready\",\"port\":4560}",
        "{\"ts\":\"2026-11-21T05:39:59.120Z\",\"level\":\"warn\",\"msg\":\"server left\",\"channelId\":\"c2\"}");
  }

  private static void host(Inn inn, boolean ill) {
    Instant now = Instant.now();
    inn.host.projects = inn.supervisor.all.size();
    inn.host.status = ill ? HealthStatus.WARN : HealthStatus.PASS;
    inn.host.checks =
        List.of(
            check("admin:bind", HealthStatus.PASS, "127.0.0.1:4560", "127.0.0.1", "", ""),
            check(
                "backup:age",
                ill ? HealthStatus.WARN : HealthStatus.PASS,
                ill ? "26 h" : "21 min",
                "2 h",
                ill ? "The last good backup is 26 h old; one is due every hour." : "",
                ill ? "Press “Back up now”, or look at the audit entry of the last attempt." : ""),
            check("database:writable", HealthStatus.PASS, "1.2 ms", "1 s", "", ""),
            check("disk:free", HealthStatus.PASS, "41 %", "5 %", "", ""),
            check(
                "projects:failed",
                ill ? HealthStatus.WARN : HealthStatus.PASS,
                ill ? "1" : "0",
                "0",
                ill ? "worker has given up restarting." : "",
                ill ? "innkeeper why worker" : ""));
    inn.host.surfaces =
        List.of(
            new Surface("innkeeper.admin", "0.1.0", "active", now.minusSeconds(90), "release", ""),
            new Surface("innkeeper.backup", "0.2.0", "active", now.minusSeconds(900), "user", ""),
            new Surface(
                "innkeeper.logging", "0.1.0", "active", now.minusSeconds(90), "release", ""),
            new Surface(
                "org.example.probe",
                "1.0.0",
                ill ? "installed" : "active",
                now.minusSeconds(30),
                "user",
                ill ? "lacks package org.example.missing" : ""));
    for (int i = 0; i < (inn.supervisor.all.isEmpty() ? 0 : 8); i++) {
      inn.backups.all.add(Fakes.BackupRoom.manifest(i + 1, now.minusSeconds(3600L * (9 - i))));
    }
    inn.rotator.logs =
        List.of(
            new Rotator.Status(
                "demo",
                6_291_456,
                10_485_760,
                List.of("demo.log.20261120T220110000Z-1.gz"),
                1_234_567,
                Optional.of(now.minusSeconds(86400)),
                new Rotator.Next(
                    4_194_304,
                    Optional.empty(),
                    Optional.of(now.plusSeconds(57_600)),
                    Optional.empty())),
            new Rotator.Status(
                "main",
                40_960,
                10_485_760,
                List.of(),
                0,
                Optional.empty(),
                Rotator.Next.bySize(40_960, 10_485_760)));
    Actor curl = new Actor(Actor.Via.HTTP, "1000", "curl");
    inn.audit.append(AuditDraft.ok("host.start", Actor.HOST, "version 0.1.0"));
    for (int i = 0; i < 12 && !inn.supervisor.all.isEmpty(); i++) {
      inn.audit.append(
          new AuditDraft(
              i % 3 == 0 ? "project.start" : i % 3 == 1 ? "project.stop" : "backup.make",
              i % 3 == 2 ? "" : "c" + (i % 2 + 1),
              i % 3 == 2 ? Actor.of(Actor.Via.BACKUP) : curl,
              i == 7 ? "refused" : "ok",
              i % 3 == 2 ? "bot-2026-11-21T05-40-00-000Z.db 82 kB" : ""));
    }
  }

  private static HealthCheckResult check(
      String name, HealthStatus status, String value, String limit, String why, String fix) {
    return new HealthCheckResult(name, status, value, limit, why, fix, Instant.now());
  }
}
