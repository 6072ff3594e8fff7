package innkeeper.shell.project;

import innkeeper.api.convert.DefinitionFormats;
import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.ForeignFiles;
import innkeeper.api.convert.Imported;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.text.PosixWord;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code import [--format F] FILE [--dry-run]}: converts and applies a file of another supervisor.
 */
public record ImportCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "import [--format procfile|supervisord|pm2] FILE [--dir D] [--env-file F] [--dry-run] [--json]",
            "takes over a Procfile, supervisord.conf or pm2 ecosystem JSON")
        .details(
            "What cannot be kept is listed on standard error, with its line. The definition of a known",
            "project is replaced; the answer names the members that changed and that are dropped.",
            "--dir D       what relative directories are relative to; default the file's own",
            "              directory; needed with --host",
            "--env-file F  each project reads this file at its start, as foreman does .env",
            "--dry-run  only say what would be added, changed, restarted",
            "--json     print the definitions, to be edited and applied; changes nothing");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String file = options.one("FILE");
    options.check();
    if (isProgram(file)) {
      throw new CommandRefusedException(
          file
              + " is a program and is not run here; convert it first: node -p"
              + " 'JSON.stringify(require(\"./"
              + file.substring(file.lastIndexOf('/') + 1)
              + "\"))' > ecosystem.json");
    }
    Imported converted =
        convert(caller, file, options.value("--format"), !options.has("--env-file"));
    Optional<Path> directory = options.value("--dir").map(caller.directory()::resolve);
    Optional<Path> envFile = options.value("--env-file").map(caller.directory()::resolve);
    envFile.ifPresent(
        f -> converted.definitions().forEach(d -> d.putIfAbsent("envFile", f.toString())));
    converted.notes().forEach(note -> caller.err().println(SafeText.line(note)));
    if (!converted.mistakes().isEmpty()) {
      throw new DefinitionException(converted.mistakes());
    }
    if (converted.definitions().isEmpty()) {
      throw new CommandRefusedException(file + " holds nothing to run");
    }
    List<ProjectDefinition> definitions =
        ApplyCommand.read(
            converted.definitions(),
            directory.orElseGet(() -> base(caller, file)),
            caller.far() && directory.isEmpty());
    if (options.has("--json")) {
      caller.json(definitions.stream().map(d -> Definitions.toMap(d, false)).toList());
      return 0;
    }
    return new DefinitionChange(services, caller, false)
        .apply(definitions, false, options.has("--dry-run"));
  }

  /**
   * Warns about a .env file that was not read. Tools like foreman read it by default; here an
   * option is needed.
   */
  private static void unread(Caller caller, String file) {
    String beside = file.equals("-") ? ".env" : Path.of(file).resolveSibling(".env").toString();
    try (InputStream in = caller.open(beside)) {
      in.read();
    } catch (IOException e) {
      return; // The file does not exist.
    }
    caller
        .err()
        .println(
            SafeText.line(
                "%s was not read; to have its variables: innkeeper import --env-file %s %s"
                    .formatted(beside, PosixWord.quoted(beside), PosixWord.quoted(file))));
  }

  /** Returns the file's own directory, which is the base of relative paths in such files. */
  private static Path base(Caller caller, String file) {
    if (file.equals("-")) {
      return caller.directory();
    }
    return caller.directory().resolve(file).toAbsolutePath().normalize().getParent();
  }

  private Imported convert(Caller caller, String file, Optional<String> named, boolean alone)
      throws IOException, CommandRefusedException {
    DefinitionFormats formats = services.get(DefinitionFormats.class);
    String text = text(caller, file);
    String format =
        named
            .or(() -> formats.detect(file, text))
            .orElseThrow(
                () ->
                    new CommandRefusedException(
                        "the format of "
                            + file
                            + " is unknown; say --format procfile, supervisord"
                            + " or pm2"));
    if (format.equals("procfile") && alone) {
      unread(caller, file);
    }
    Path base = base(caller, file);
    return formats.read(
        format,
        new ForeignFile(file, base, text),
        new ForeignFiles() {
          @Override
          public Map<String, String> environment() {
            return ImportCommand.environment(caller);
          }

          @Override
          public List<ForeignFile> matching(String pattern) throws IOException {
            return included(caller, base, pattern);
          }
        });
  }

  /** Returns whether a file is a program, which would have to be executed to be read. */
  private static boolean isProgram(String file) {
    return Stream.of(".js", ".cjs", ".mjs", ".ts").anyMatch(file::endsWith);
  }

  private static String text(Caller caller, String file) throws IOException {
    return caller.text(file, file + " is larger than 4 MiB");
  }

  /**
   * Returns the files that match a pattern like a shell's glob, sorted by name. Wildcards work in
   * the last part only.
   */
  private static List<ForeignFile> included(Caller caller, Path base, String pattern)
      throws IOException {
    if (caller.far()) {
      throw new IOException("files of another machine are not looked for; name one file");
    }
    Path path = base.resolve(pattern).normalize();
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(path.getParent())) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(path.getParent(), path.getFileName().toString())) {
        files.forEach(found::add);
      }
    }
    Collections.sort(found);
    List<ForeignFile> files = new ArrayList<>();
    for (Path file : found) {
      String said = file.startsWith(base) ? base.relativize(file).toString() : file.toString();
      files.add(new ForeignFile(said, file.getParent(), text(caller, file.toString())));
    }
    return files;
  }

  /**
   * Returns the caller's environment, not the host's: the caller's side opens /proc/self/environ.
   */
  private static Map<String, String> environment(Caller caller) {
    Map<String, String> env = new HashMap<>();
    try (InputStream in = caller.open("/proc/self/environ")) {
      for (String pair : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\0")) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          env.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
      }
      return env;
    } catch (IOException e) {
      throw new UncheckedIOException("your environment cannot be read: " + e.getMessage(), e);
    }
  }
}
