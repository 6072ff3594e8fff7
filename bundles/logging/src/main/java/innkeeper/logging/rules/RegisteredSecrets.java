package innkeeper.logging.rules;

import innkeeper.logging.file.Owner;
import innkeeper.redaction.Engine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets by value. Those registered at run time also lie in memory beside the rings, so that a
 * successor of this bundle or process knows them before it prints anything; never on disk.
 */
public final class RegisteredSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(RegisteredSecrets.class);

  private final Engine engine;
  private final Path file;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /**
   * @param directory in memory; null if there is none
   */
  public RegisteredSecrets(Engine engine, Path directory) {
    this.engine = engine;
    this.file = directory == null ? null : directory.resolve("literals");
  }

  /** From a place that is read again at the next start. */
  public void learn(String source, String secret) {
    if (known.add(secret)) {
      for (String warning : engine.register(source, List.of(secret))) {
        LOG.warn("secret is too short to be looked for by value {}", warning);
      }
    }
  }

  /** The host's own. */
  public void learn(Map<String, String> environment) {
    environment.forEach(
        (name, value) ->
            SecretNames.secrets(name, value)
                .forEach(secret -> learn("environment of the host " + name, secret)));
  }

  /** At run time: kept for successors. */
  public Collection<String> register(String source, Collection<String> secrets) {
    Collection<String> warnings = engine.register(source, secrets);
    for (String secret : secrets) {
      if (!secret.isEmpty() && known.add(secret)) {
        keep(source, secret);
      }
    }
    return warnings;
  }

  private synchronized void keep(String source, String secret) {
    if (file == null) {
      return;
    }
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(entry);
        FileChannel channel =
            FileChannel.open(
                file,
                Set.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND,
                    LinkOption.NOFOLLOW_LINKS),
                Owner.FILE)) {
      write(out, source);
      write(out, secret);
      // One write, so that a kill leaves no half of it in practice; a half is left out on reading.
      channel.write(ByteBuffer.wrap(entry.toByteArray()));
    } catch (IOException e) {
      LOG.warn("registered secret will be forgotten with this process source={}", source, e);
    }
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Those that a predecessor kept. */
  public void recall() throws IOException {
    if (file == null || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !Owner.ours(file)) {
      throw new IOException(file + " is no file of ours; remove it");
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      while (in.available() > 0) {
        learn(read(in), read(in));
      }
    } catch (EOFException half) {
      LOG.warn("last registered secret was not kept whole, register it again");
    }
  }

  private static String read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException();
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
