package innkeeper.cli.far;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HostLinesTest {

  private final StringBuilder shown = new StringBuilder();

  private void show(byte[] line) {
    shown.append(new String(line, StandardCharsets.UTF_8));
  }

  /** Written whole, and byte for byte. */
  private void same(String expected, HostLines lines, String text) throws IOException {
    lines.write(text.getBytes(StandardCharsets.UTF_8));
    lines.end();
    assertEquals(expected, shown.toString());
    shown.setLength(0);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      lines.write(new byte[] {b});
    }
    lines.end();
    assertEquals(expected, shown.toString());
    shown.setLength(0);
  }

  @Test
  void eachLineBeginsWithItsHostAlsoAnUnfinishedLastLine() throws IOException {
    HostLines lines = new PrefixedLines("box  ", this::show);
    same("box  é\nbox  \nbox  end\n", lines, "é\n\nend");
    same("", lines, "");
  }

  @Test
  void eachJsonObjectGetsTheHostAsItsFirstMember() throws IOException {
    HostLines json = new JsonWithHost("b\"x", this::show);
    same(
        "{\"host\":\"b\\\"x\",\"a\":[{\"é\":1},{}],\"s\":\"}\\\"{ ]\\\\\"}\n{\"host\":\"b\\\"x\"}\n",
        json,
        "[ {\n  \"a\" : [ { \"é\" : 1 }, {} ],\n  \"s\" : \"}\\\"{ ]\\\\\"\n}, { } ]\n");
    same(
        "{\"host\":\"b\\\"x\",\"n\":1}\n{\"host\":\"b\\\"x\",\"n\":-2}\n",
        json,
        "{\"n\":1}\n{\"n\":-2}\n");
    same("", json, "[ ]\n");
    same("", json, "{\"half\":");
  }
}
