package innkeeper.shell.command;

import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SentFile;
import innkeeper.shell.cli.Services;
import java.nio.file.Path;

/** {@code install FILE.jar|URL}: adds or replaces a bundle. */
record InstallCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "install FILE.jar|URL [--sha256 HEX] [--accept-missing]",
            "adds a bundle, or replaces one while the servers run on")
        .details(
            "There is no sandbox: a bundle has all rights of the host's user. If the new one does not",
            "become active, or lacks a service of the old one, the old one serves again and the",
            "answer says why.",
            "URL       https, or http from this machine; at most 64 MiB. From elsewhere by http only",
            "          with --sha256",
            "--sha256  refuses a jar that has another digest",
            "--accept-missing",
            "          accepts a jar that lacks a service which the replaced one gave to others");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String file = options.one("FILE.jar or URL");
    String sha256 = options.value("--sha256").orElse("");
    if (!sha256.isEmpty() && !sha256.strip().matches("[0-9A-Fa-f]{64}")) {
      options.wrong("--sha256 is " + sha256 + "; allowed: 64 hexadecimal digits");
    }
    boolean acceptMissing = options.has("--accept-missing");
    options.check();
    if (!JarDownload.isUrl(file)) {
      try (SentFile jar = SentFile.of(caller, Path.of(file), services.settings())) {
        return install(caller, jar.path(), sha256, acceptMissing);
      }
    }
    Path folder = services.settings().dataDir().resolve("run");
    try (JarDownload download = JarDownload.of(file, sha256, folder)) {
      caller.println("sha256 " + download.sha256() + ", " + download.bytes() + " bytes");
      return install(caller, download.jar(), sha256, acceptMissing);
    }
  }

  private int install(Caller caller, Path jar, String sha256, boolean acceptMissing)
      throws Exception {
    Surface now = services.get(Surfaces.class).install(jar, sha256, acceptMissing, caller.actor());
    caller.println(now.name() + " " + now.version() + " " + now.state());
    return 0;
  }
}
