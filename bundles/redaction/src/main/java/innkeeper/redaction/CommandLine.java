package innkeeper.redaction;

/** Programs that take a secret as an argument no name speaks of. */
final class CommandLine {
  private final Arguments words = new Arguments();
  private Line line;
  private int command;
  private byte[] b;

  int verify(Line l, Trigger t, int at) {
    line = l;
    b = l.b;
    int length = t.text().length;
    byte first = t.fold()[0];
    if (first == '@' || first == '`') {
      goDsn(at);
      return at + 1;
    }
    if (first == '-') {
      piped(at);
      return at + 1;
    }
    if (Bytes.at(b, at, l.to, "oracle:thin:")) {
      slashed(at + length);
      return at + length;
    }
    boolean start = at == l.from || !Bytes.is(b[at - 1], Bytes.TOKEN);
    if (!start && !l.wordStart(at)) {
      return at + 1;
    }
    int after = Bytes.runEnd(b, at, l.to, Bytes.TOKEN | Bytes.DOT);
    if (after == l.to || b[after] != '=' && b[Math.min(after, at + length)] != '_') {
      command(at, after);
    }
    return at + 1;
  }

  private void command(int at, int after) {
    command = at;
    if (is(at, "mysql") || is(at, "mariadb")) {
      flags(after, "-p", true, true, null);
    } else if (is(at, "sshpass") || is(at, "7z")) {
      flags(after, "-p", true, is(at, "sshpass"), null);
    } else if (is(at, "curl") || is(at, "wget")) {
      credentials(after, "-u", "--user", ':');
      credentials(after, "-U", "--proxy-user", ':');
    } else if (is(at, "http")) {
      if (is(at, "http -a") || is(at, "https -a")) {
        credentials(after, "-a", "--auth", ':');
      }
    } else if (is(at, "htpasswd")) {
      htpasswd(after);
    } else if (is(at, "redis-cli")) {
      flags(after, "-a", false, true, null);
    } else if (is(at, "openssl")) {
      openssl(after);
    } else if (is(at, "ldap")) {
      flags(after, "-w", false, true, null);
    } else if (is(at, "net use")) {
      netUse(at + 7);
    } else if (is(at, "smbclient") || is(at, "winexe") || is(at, "rpcclient")) {
      credentials(after, "-U", "--user", '%');
    } else if (is(at, "sqlcmd")
        || is(at, "bcp")
        || is(at, "ipmitool")
        || is(at, "zip -")
        || is(at, "unzip")
        || is(at, "mosquitto_")) {
      flags(after, "-P", false, true, null);
    } else if (is(at, "vault")) {
      vault(after);
    } else if (is(at, "sqlplus")) {
      slashed(Bytes.skipBlank(b, after, line.to));
    } else if (is(at, "snmp")) {
      flags(after, "-c", false, true, null);
      flags(after, "-A", false, true, null);
      flags(after, "-X", false, true, null);
    } else if (is(at, "xfreerdp") || is(at, "rdesktop")) {
      flags(after, "/p:", true, false, null);
      flags(after, "-p", false, true, null);
    } else if (is(at, "ssh-keygen")) {
      flags(after, "-N", false, true, null);
    } else if (is(at, "chpasswd")) {
      chpasswd(at);
    } else if (is(at, "sudo")) {
      piped(at);
    } else if (is(at, "rabbitmqctl")) {
      rabbit(after);
    } else if (is(at, "lftp")) {
      credentials(after, "-u", "--user", ',');
    } else {
      boolean login =
          !(is(at, "mongo")
              || is(at, "cqlsh")
              || is(at, "influx")
              || is(at, "impala")
              || is(at, "psexec")
              || is(at, "clickhouse"));
      flags(after, "-p", false, true, login ? "login" : null);
      credentials(after, "--creds", "--src-creds", ':');
      credentials(after, "--dest-creds", "--dest-creds", ':');
    }
  }

  private boolean is(int at, String name) {
    return Bytes.atIgnoreCase(b, at, line.to, name);
  }

  /** {@code -p x}, {@code -px}; {@code required}: a word the command must hold before it. */
  private void flags(int after, String flag, boolean glued, boolean spaced, String required) {
    words.start(line, command, after);
    boolean seen = required == null;
    while (words.next()) {
      seen |= required != null && words.is(required);
      if (!seen) {
        continue;
      }
      if (words.is(flag) && spaced) {
        if (!words.next()) {
          return;
        }
        if (!words.flag() && !port()) {
          secret(words.from, words.to);
        }
      } else if (glued && words.startsWith(flag) && words.length() > flag.length()) {
        int from = words.from + flag.length();
        if (b[from] != '=' && !longOption(from)) {
          secret(unquoted(from), Bytes.is(b[from], Bytes.QUOTE) ? words.to - 1 : words.to);
        }
      }
    }
  }

  private int unquoted(int from) {
    return Bytes.is(b[from], Bytes.QUOTE) ? from + 1 : from;
  }

  /** Tools whose options have one dash: {@code -port}, {@code -password x}. */
  private boolean longOption(int from) {
    return Bytes.at(b, from, words.to, "ort")
        || Bytes.at(b, from, words.to, "assword")
        || Bytes.at(b, from, words.to, "rotocol");
  }

  private boolean port() {
    return words.length() <= 5 && Judge.digits(b, words.from, words.to) && words.length() > 3;
  }

  /** {@code -u user:password}. */
  private void credentials(int after, String flag, String longFlag, char separator) {
    words.start(line, command, after);
    while (words.next()) {
      int from;
      if (words.is(flag) || words.is(longFlag)) {
        if (!words.next()) {
          return;
        }
        from = words.from;
      } else if (words.startsWith(longFlag)
          && words.length() > longFlag.length()
          && b[words.from + longFlag.length()] == '=') {
        from = words.from + longFlag.length() + 1;
      } else if (flag.length() == 2
          && words.startsWith(flag)
          && words.length() > 2
          && !words.startsWith("--")) {
        from = words.from + 2;
      } else {
        continue;
      }
      int split = Bytes.indexOf(b, from, words.to, separator);
      if (split >= 0 && split + 1 < words.to) {
        int to = words.to;
        if (Bytes.is(b[to - 1], Bytes.QUOTE) && Bytes.is(b[from], Bytes.QUOTE)) {
          to--;
        }
        secret(split + 1, to);
      }
    }
  }

  private void openssl(int after) {
    words.start(line, command, after);
    while (words.next()) {
      if (words.startsWith("pass:")) {
        secret(words.from + 5, words.to);
      } else if (words.is("-k") && words.next() && !words.flag()) {
        secret(words.from, words.to);
      }
    }
  }

  private void htpasswd(int after) {
    words.start(line, command, after);
    boolean batch = false;
    int plain = 0;
    while (words.next()) {
      if (words.flag()) {
        batch |= Bytes.indexOf(b, words.from, words.to, 'b') > 0 && !words.startsWith("--");
        plain += Bytes.indexOf(b, words.from, words.to, 'n') > 0 ? 1 : 0;
      } else if (++plain == 3 && batch) {
        secret(words.from, words.to);
      }
    }
  }

  /** {@code net use Z: \\\\server\\share password /user:x}. */
  private void netUse(int after) {
    boolean share = false;
    int limit = Math.min(line.to, after + 512);
    int i = Bytes.skipBlank(b, after, limit);
    while (i < limit && !Bytes.is(b[i], Bytes.QUOTE)) {
      int end = i;
      while (end < limit && !Bytes.is(b[end], Bytes.BLANK | Bytes.QUOTE)) {
        end++;
      }
      if (b[i] == '\\') {
        share = true;
      } else if (share && b[i] != '/' && b[i] != '*') {
        secret(i, end);
        return;
      }
      i = Bytes.skipBlank(b, end, limit);
    }
  }

  private void vault(int after) {
    words.start(line, command, after);
    if (!words.next() || !words.is("login")) {
      return;
    }
    while (words.next()) {
      if (!words.flag() && Bytes.indexOf(b, words.from, words.to, '=') < 0) {
        if (!Judge.prose(b, words.from, words.to)) {
          secret(words.from, words.to);
        }
        return;
      }
    }
  }

  private void rabbit(int after) {
    words.start(line, command, after);
    while (words.next()) {
      if (words.is("add_user") || words.is("change_password") || words.is("authenticate_user")) {
        if (words.next() && words.next()) {
          secret(words.from, words.to);
        }
        return;
      }
    }
  }

  /** {@code user/password@db}. */
  private void slashed(int from) {
    int end = Bytes.runEnd(b, from, line.to, Bytes.WORD);
    if (end == from || end >= line.to || b[end] != '/') {
      return;
    }
    int i = end + 1;
    while (i < line.to && b[i] != '@' && !Bytes.is(b[i], Bytes.BLANK | Bytes.QUOTE)) {
      i++;
    }
    if (i == line.to) {
      line.open(end + 1);
    }
    if (i > end + 1 && i < line.to && b[i] == '@') {
      secret(end + 1, i);
    }
  }

  /** {@code user:password@tcp(host)/db}. */
  private void goDsn(int at) {
    int floor = Math.max(line.from, at - 256);
    int from = at;
    while (from > floor && !Bytes.is(b[from - 1], Bytes.BLANK | Bytes.QUOTE | Bytes.EQUALS)) {
      from--;
    }
    int colon = Bytes.indexOf(b, from, at, ':');
    if (colon > from && Bytes.at(b, colon, line.to, "://")) {
      return;
    }
    if (colon >= from && colon + 1 < at) {
      secret(colon + 1, at);
    }
  }

  /** {@code echo password | docker login --password-stdin}, {@code echo password | sudo -S}. */
  private void piped(int at) {
    int[] word = echoed(at);
    if (word != null) {
      secret(word[0], word[1]);
    }
  }

  private void chpasswd(int at) {
    int[] word = echoed(at);
    if (word != null) {
      int colon = Bytes.indexOf(b, word[0], word[1], ':');
      if (colon > 0) {
        secret(colon + 1, word[1]);
      }
    }
  }

  /** The last word of what is echoed into the command at {@code at}. */
  private int[] echoed(int at) {
    int floor = Math.max(line.from, at - 512);
    int pipe = at;
    while (pipe > floor && b[pipe - 1] != '|') {
      pipe--;
    }
    int i = pipe - 5;
    while (i >= floor && !Bytes.at(b, i, line.to, "echo ") && !Bytes.at(b, i, line.to, "rintf ")) {
      i--;
    }
    if (pipe <= floor || i < floor) {
      return null;
    }
    words.start(line, i, Bytes.runEnd(b, i, line.to, Bytes.ALPHA));
    while (words.next()) {
      if (!words.flag() && words.to <= pipe && !(words.length() > 1 && b[words.from] == '%')) {
        return new int[] {words.from, words.to};
      }
    }
    return null;
  }

  private void secret(int from, int to) {
    if (from < to && !Judge.placeholder(b, from, to)) {
      line.secret(from, to);
    }
  }
}
