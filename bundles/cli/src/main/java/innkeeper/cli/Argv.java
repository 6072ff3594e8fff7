package innkeeper.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command line's words, byte for byte. Java decodes them by the locale, and the C locale loses
 * every character outside ASCII. Linux keeps the original bytes in /proc/self/cmdline.
 */
final class Argv {

  private Argv() {}

  static List<byte[]> exact(String[] args) {
    boolean plain = true;
    for (int i = 0; i < args.length && plain; i++) {
      plain = ascii(args[i]);
    }
    List<byte[]> words = plain ? null : fromKernel(args.length);
    if (words == null) {
      words = new ArrayList<>();
      for (String arg : args) {
        words.add(arg.getBytes(StandardCharsets.UTF_8));
      }
    }
    return words;
  }

  private static boolean ascii(String word) {
    for (int i = 0; i < word.length(); i++) {
      // The test includes 0x3F, because some decoders replace an unknown character by a
      // question mark.
      if (word.charAt(i) > 126 || word.charAt(i) == '?') {
        return false;
      }
    }
    return true;
  }

  private static List<byte[]> fromKernel(int count) {
    byte[] all;
    try (FileInputStream in = new FileInputStream("/proc/self/cmdline")) {
      all = in.readAllBytes();
    } catch (IOException e) {
      // The file is missing, so this is not Linux; the caller uses the words that Java
      // decoded.
      return null;
    }
    return last(all, count);
  }

  /**
   * Returns the last {@code count} words; a NUL byte ends each word. Returns null if there are
   * fewer.
   */
  static List<byte[]> last(byte[] all, int count) {
    List<byte[]> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == 0) {
        words.add(Arrays.copyOfRange(all, from, i));
        from = i + 1;
      }
    }
    return words.size() < count ? null : words.subList(words.size() - count, words.size());
  }
}
