package innkeeper.supervisor.spawn;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the program that the kernel starts in place of another: the one in a script's {@code #!}
 * line, or a binary's loader. If it is missing, the kernel only reports that the script is not
 * found.
 */
record Interpreter(Path file, Path directory, String searchPath) {

  private static final Logger LOG = LoggerFactory.getLogger(Interpreter.class);

  /** The number of bytes that the kernel reads of a script's first line: BINPRM_BUF_SIZE. */
  private static final int LINE = 256;

  private static final int HEAD = 4096;
  private static final int ELF = 0x7f454c46;
  private static final int PT_INTERP = 3;

  /**
   * @param directory the base of relative names
   * @param searchPath the server's PATH
   */
  static void check(Path file, Path directory, String searchPath) throws SpawnException {
    byte[] head = head(file);
    Interpreter interpreter = new Interpreter(file, directory, searchPath);
    if (head.length > 2 && head[0] == '#' && head[1] == '!') {
      interpreter.checkLine(line(head));
    } else {
      Optional<String> loader = loader(head);
      if (loader.isPresent() && !new File(loader.get()).exists()) {
        throw new SpawnException(
            "not found: the loader "
                + loader.get()
                + ", which "
                + file
                + " needs; it was built for another system");
      }
    }
  }

  /**
   * Checks the program that {@code env NAME=VALUE... PROGRAM} starts. A command with options of
   * env, or with a PATH, is not checked.
   */
  static void checkEnv(List<String> command, Path directory, String searchPath)
      throws SpawnException {
    int at = 1;
    while (at < command.size() && command.get(at).matches("[^-/=][^/=]*=.*")) {
      if (command.get(at).startsWith("PATH=")) {
        return;
      }
      at++;
    }
    if (at == command.size() || !command.get(at).matches("[^-/=][^/=]*")) {
      return;
    }
    String name = command.get(at);
    if (!new Interpreter(directory, directory, searchPath).found(name)) {
      throw new SpawnException(
          "not found: "
              + name
              + ", which the command gives to env, is in no directory of the server's PATH;"
              + " install it or give its full path");
    }
  }

  private void checkLine(String line) throws SpawnException {
    if (line.endsWith("\r")) {
      throw new SpawnException(
          "not executable: the first line of "
              + file
              + ", "
              + line.strip()
              + ", ends with CR; sed -i 's/\\r$//' "
              + file);
    }
    List<String> words = Arrays.asList(line.substring(2).strip().split("[ \t]+"));
    Path program = directory.resolve(words.get(0));
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw missing(words.get(0), line, Files.exists(program) ? "cannot be run" : "does not exist");
    }
    boolean env = program.endsWith("env") && words.size() > 1;
    String name = env ? words.get(words.get(1).equals("-S") && words.size() > 2 ? 2 : 1) : "";
    // Options and assignments of env are not checked.
    if (env && name.matches("[^-/=][^/=]*") && !found(name)) {
      throw missing(name, line, "is in no directory of the server's PATH");
    }
  }

  private SpawnException missing(String program, String line, String why) {
    return new SpawnException(
        "not found: "
            + program
            + ", which the first line of "
            + file
            + " names ("
            + line
            + "), "
            + why
            + "; install it or correct that line");
  }

  private boolean found(String name) {
    return Arrays.stream(searchPath.split(":"))
        .map(folder -> directory.resolve(folder).resolve(name))
        .anyMatch(Files::isExecutable);
  }

  private static byte[] head(Path file) {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return in.readNBytes(HEAD);
    } catch (IOException e) {
      // A program may be executable but not readable.
      LOG.debug("program's head not read file={}", file, e);
      return new byte[0];
    }
  }

  private static String line(byte[] head) {
    String text = new String(head, 0, Math.min(head.length, LINE), StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Returns the loader of an ELF file, which elf(5) calls the interpreter. */
  private static Optional<String> loader(byte[] head) {
    ByteBuffer elf = ByteBuffer.wrap(head);
    try {
      if (elf.getInt(0) != ELF) {
        return Optional.empty();
      }
      boolean wide = elf.get(4) == 2;
      elf.order(elf.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      long table = wide ? elf.getLong(32) : elf.getInt(28);
      int size = elf.getShort(wide ? 54 : 42);
      int count = elf.getShort(wide ? 56 : 44);
      for (int i = 0; i < count; i++) {
        int entry = Math.toIntExact(table + (long) i * size);
        if (elf.getInt(entry) == PT_INTERP) {
          long offset = wide ? elf.getLong(entry + 8) : elf.getInt(entry + 4);
          long length = wide ? elf.getLong(entry + 32) : elf.getInt(entry + 16);
          byte[] name = new byte[Math.toIntExact(length) - 1];
          elf.position(Math.toIntExact(offset)).get(name);
          return Optional.of(new String(name, StandardCharsets.ISO_8859_1));
        }
      }
    } catch (IndexOutOfBoundsException
        | BufferUnderflowException
        | ArithmeticException
        | IllegalArgumentException
        | NegativeArraySizeException e) {
      // The loader is not within the head, or the file is not ELF: the kernel reports an error
      // then.
      LOG.debug("loader not found", e);
    }
    return Optional.empty();
  }
}
