package innkeeper.redaction;

/** Programs that take a secret as an argument no name speaks of. */
final class CommandLine {
  private final Arguments words = new Arguments();
  private final Stores stores = new Stores();
  private final UserArguments users = new UserArguments();

  private Line line;
  private int command;
  private final Echo echo = new Echo();
  private byte[] b;

  /** To be told of each new line. */
  void forget() {
    words.forget();
    stores.forget();
    users.forget();
    echo.forget();
  }

  int verify(Line l, Trigger t, int at) {
    line = l;
    b = l.b;
    int length = t.text().length;
    byte first = t.fold()[0];
    if (first == '@' || first == '`') {
      Joined.goDsn(line, at);
      return at + 1;
    }
    if (first == '-') {
      echo.password(line, at);
      return at + 1;
    }
    if (Bytes.at(b, at, l.to, "oracle:thin:")) {
      Joined.slashed(line, at + length, false);
      return at + length;
    }
    if (first == '+') {
      command = at;
      argument(at + length, null, 2);
      return at + 1;
    }
    if (t.use() == Program.STORE) {
      stores.verify(line, at, at + length);
      return at + 1;
    }
    if (t.use() == Program.CALL) {
      Connect.last(l, at);
      return at + 1;
    }
    if (t.text()[length - 1] == '(' || Bytes.atIgnoreCase(b, at, l.to, "mysqli")) {
      Connect.third(l, at);
      return at + 1;
    }
    boolean start = at == l.from || !Bytes.is(b[at - 1], Bytes.TOKEN);
    if (!start && !l.wordStart(at)) {
      return at + 1;
    }
    int after = l.dottedEnd(at);
    if (after == l.to || b[after] != '=' && b[Math.min(after, at + length)] != '_') {
      command((Program) t.use(), at, after);
    }
    return at + 1;
  }

  private void command(Program program, int at, int after) {
    command = at;
    switch (program) {
      case MYSQL -> {
        flags(after, "-p", true, true, null);
        users.addresses(line, command, after);
      }
      case RAR -> {
        flags(after, "-p", true, false, null);
        flags(after, "-hp", true, false, null);
      }
      case PLINK -> flags(after, "-pw", false, true, null);
      case CARGO -> argument(after, "login", 1);
      case RADTEST -> {
        argument(after, null, 2);
        argument(after, null, 5);
      }
      case NMCLI -> flags(after, "password", false, true, null);
      case NET_USER -> argument(at + 8, null, 2);
      case WPA -> argument(after, null, 2);
      case FIRST -> {
        int floor = Math.max(line.from, at - 96);
        if (Bytes.indexOfIgnoreCase(b, floor, at, "passw") >= 0) {
          argument(at + 9, null, 1);
        }
      }
      case SECOND -> argument(is(at, "config") ? at + 19 : after, null, 2);
      case THIRD -> argument(after, null, 3);
      case FOURTH -> argument(after, is(at, "mc config") ? "add" : "set", 4);
      case SLAPPASSWD -> {
        flags(after, "-s", true, true, null);
        flags(after, "-a", true, true, null);
        flags(after, "-w", true, true, null);
      }
      case RCLONE -> argument(after, "obscure", 1);
      case SCHTASKS -> flags(after, "/rp", false, true, null);
      case ORACLE -> Joined.slashed(line, Bytes.skipBlank(b, after, line.to), true);
      case RMAN -> {
        int bound = Math.min(line.to, after + 64);
        int target = Bytes.indexOfIgnoreCase(b, after, bound, "target ");
        Joined.slashed(line, target < 0 ? after : target + 7, true);
      }
      case MOSQUITTO -> {
        if (is(at, "mosquitto_passwd")) {
          htpasswd(after);
        } else {
          flags(after, "-P", true, true, null);
        }
      }
      case PASSWD, SUDO -> echo.password(line, at);
      case SSHPASS -> flags(after, "-p", true, true, null);
      case SEVEN_ZIP -> flags(after, "-p", true, false, null);
      case CURL -> {
        users.credentials(line, command, after, "-u", "--user", ':');
        users.credentials(line, command, after, "-U", "--proxy-user", ':');
        users.cookies(line, command, after);
      }
      case HTTPIE -> users.credentials(line, command, after, "-a", "--auth", ':');
      case HTPASSWD -> htpasswd(after);
      case REDIS -> flags(after, "-a", false, true, null);
      case OPENSSL -> openssl(after);
      case LDAP -> flags(after, "-w", true, true, null);
      case NET_USE -> netUse(at + 7);
      case SAMBA -> users.credentials(line, command, after, "-U", "--user", '%');
      case CAPITAL_P -> flags(after, "-P", true, true, null);
      case VAULT -> vault(after);
      case SQLPLUS -> {
        words.start(line, command, after);
        while (words.next() && words.flag()) {
          // Options come first.
        }
        Joined.slashed(line, words.from, false);
      }
      case SNMP -> {
        flags(after, "-c", false, true, null);
        flags(after, "-A", false, true, null);
        flags(after, "-X", false, true, null);
      }
      case REMOTE_DESKTOP -> {
        flags(after, "/p:", true, false, null);
        flags(after, "-p", false, true, null);
      }
      case SSH_KEYGEN -> {
        flags(after, "-N", false, true, null);
        flags(after, "-P", false, true, null);
      }
      case CHPASSWD -> echo.pair(line, at);
      case RABBIT -> rabbit(after);
      case LFTP -> users.credentials(line, command, after, "-u", "--user", ',');
      case ANY_USE, LOGIN -> {
        flags(after, "-p", false, true, program == Program.LOGIN ? "login" : null);
        users.credentials(line, command, after, "--creds", "--src-creds", ':');
        users.credentials(line, command, after, "--dest-creds", "--dest-creds", ':');
      }
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
        if (b[from] != '=' && b[from] != 0x1b && !longOption(from)) {
          boolean quoted = Bytes.is(b[from], Bytes.QUOTE);
          secret(quoted ? from + 1 : from, quoted ? words.to - 1 : words.to);
        }
      }
    }
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
    int i = Bytes.runEnd(b, after, limit, Bytes.BLANK);
    while (i < limit && !Bytes.is(b[i], Bytes.QUOTE)) {
      int end = i;
      while (end < limit && !Bytes.is(b[end], Bytes.BLANK | Bytes.QUOTE)) {
        end++;
      }
      end -= end < limit && b[end] == '"' && b[i] != '\\' ? Bytes.backslashesBefore(b, i, end) : 0;
      if (b[i] == '\\') {
        share = true;
      } else if (share && b[i] != '/' && b[i] != '*') {
        secret(i, end);
        return;
      }
      i = Bytes.runEnd(b, end, limit, Bytes.BLANK);
    }
  }

  private void vault(int after) {
    words.start(line, command, after);
    if (!words.next()) {
      return;
    }
    if (words.is("operator")) {
      argument(after, "unseal", 1);
      return;
    }
    if (words.is("kv")) {
      stores.pairs(line, command, words.to);
      return;
    }
    if (!words.is("login")) {
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

  /** The n-th plain word after {@code anchor}, or after the command. */
  private void argument(int after, String anchor, int n) {
    words.start(line, command, after);
    boolean seen = anchor == null;
    int plain = 0;
    while (words.next()) {
      if (!seen) {
        seen = words.is(anchor);
      } else if (!words.flag() && ++plain == n) {
        if (words.length() == 0) {
          return;
        }
        boolean option =
            b[words.from] == '/'
                && Bytes.runEnd(b, words.from + 1, words.to, Bytes.ALPHA) == words.to;
        if (!option && b[words.from] != '*' && !Judge.prose(b, words.from, words.to)) {
          secret(words.from, words.to);
        }
        return;
      }
    }
  }

  private void secret(int from, int to) {
    if (from < to && !Judge.placeholder(b, from, to)) {
      line.secret(from, to);
    }
  }
}
