package innkeeper.redaction;

import innkeeper.redaction.Trigger.Kind;
import innkeeper.redaction.Trigger.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What to look for. Sources of the token formats: the providers' own documents and the public rule
 * sets of gitleaks, Nosey Parker, Kingfisher, trufflehog, detect-secrets and the GitLab runner;
 * where they disagree the wider counts. Lengths are lower bounds well below the format's own: a
 * known prefix swallows the whole run, so that a longer format never leaves a tail.
 */
final class Catalogue {

  /**
   * Prefix, alphabet (see {@link #alphabet}), shortest run; {@code !}: nothing but a break before.
   */
  private static final String TOKENS =
      """
      ghp_ W 16
      gho_ W 16
      ghu_ W 16
      ghs_ X 16
      ghr_ W 16
      github_pat_ W 20
      glpat- X 16
      gldt- X 16
      glft- X 16
      glsoat- X 16
      glffct- X 16
      glrt- X 16
      glrtr- X 16
      gltok- X 16
      glcbt- X 16
      glptt- X 16
      glimt- X 16
      glagent- X 16
      gloas- X 16
      glwt- X 16
      GR1348941 T 16
      xoxb- S 10
      xoxp- S 10
      xoxe- S 10
      xoxe. S 10
      xoxa- S 10
      xoxr- S 10
      xoxs- S 10
      xoxo- S 10
      xoxc- S 10
      xoxd- S 10
      xapp- S 10
      sk-proj- T 20
      sk-svcacct- T 20
      sk-admin- T 20
      sk-ant- T 20
      sk-or-v1- T 20
      sk-lf- T 20
      sk- T 32 !d
      AKIA U 16
      ASIA U 16
      ABIA U 16
      ACCA U 16
      A3T U 17
      ABSK B 60
      bedrock-api-key- B 16
      amzn.mws. T 30
      AIza T 30
      GOCSPX- T 20
      ya29. D 20
      1//0 T 30
      sk_live_ W 10
      sk_test_ W 10
      sk_prod_ W 10
      rk_live_ W 10
      rk_test_ W 10
      rk_prod_ W 10
      whsec_ B 16
      SG. D 50
      key- A 32 !d
      xkeysib- T 40
      xsmtpsib- T 40
      npm_ A 30
      pypi-AgE D 40
      rubygems_ A 40
      CLOJARS_ A 50
      dckr_pat_ T 20
      dckr_oat_ T 20
      hf_ A 30 !
      api_org_ A 30
      dop_v1_ A 40
      doo_v1_ A 40
      dor_v1_ A 40
      hvs. D 20
      hvb. D 20
      hvr. D 20
      AGE-SECRET-KEY-1 A 40
      AGE-PLUGIN-SECRET-KEY- A 20
      dapi T 32 !h
      dp.pt. D 30
      dp.ct. D 30
      dp.st. D 30
      dp.sa. D 30
      dp.scim. D 30
      dp.audit. D 30
      glc_ B 24
      glsa_ W 32
      eyJrIjoi B 50
      NRAK- T 16
      NRII- T 16
      NRJS- T 16
      NRRA- T 16
      NRBR- T 16
      sntrys_ B 40
      sntryu_ B 40
      sntrya_ B 40
      shpat_ A 24
      shpca_ A 24
      shppa_ A 24
      shpss_ A 24
      shpua_ A 24
      EAAA T 22 !d
      EAAM T 60 !d
      EAAC T 60 !d
      EAAG T 60 !d
      EAAB T 60 !d
      EAAJ T 60 !d
      EAAD T 60 !d
      sq0atp- T 20
      sq0csp- T 20
      sq0idp- T 20
      PMAK- T 24
      PMAT- T 24
      pul- A 32
      pnu_ A 30
      pnb_ A 30
      pscale_tkn_ D 24
      pscale_oauth_ D 24
      pscale_pw_ D 24
      lin_api_ A 30
      lin_oauth_ A 30
      ntn_ A 40
      secret_ A 40 !d
      ATATT3 B 50
      ATCTT3 B 50
      ATBB T 28
      AKCp A 50 !
      cmVmd A 50
      fo1_ T 30
      fm1a_ F 60
      fm1r_ F 60
      fm2_ F 60
      HRKU- T 30
      tskey- T 16
      gsk_ A 40
      pplx- A 40
      xai- W 40 !
      r8_ A 30 !
      sbp_ W 32
      sb_secret_ T 20
      figd_ T 32
      figdr_ T 32
      figo_ T 32
      figor_ T 32
      figu_ T 32
      figur_ T 32
      ops_eyJ B 100
      sl. D 100 !
      t1. X 60 !
      y0_ T 50 !d
      AQVN T 30
      LTAI A 14 !d
      dt0c01. D 60
      dt0s01. D 60
      dt0s16. D 60
      EZAK A 50 !d
      EZTK A 50 !d
      shippo_live_ A 30
      shippo_test_ A 30
      rdme_ A 60
      tfp_ D 40
      ico- A 30 !d
      API- U 26 !d
      tk-us- T 40
      4b1d A 38 !
      pat. D 60 !d
      sat. D 60 !d
      sha256~ T 40
      SWMTKN-1- T 40
      K10 A 60 !h
      oauth: A 30 !d
      FLWSECK_TEST- A 12
      FLWSECK- A 30
      CFPAT- T 40
      pat-na1- T 30
      pat-eu1- T 30
      nfp_ A 36
      sqp_ A 40
      squ_ A 40
      sqa_ A 40
      sgp_ W 40
      lsv2_pt_ W 30
      lsv2_sk_ W 30
      phx_ A 40
      bkua_ A 40
      nvapi- T 40
      tvly- T 30
      pcsk_ W 40
      duffel_live_ T 40
      duffel_test_ T 40
      sm_aat_ A 16
      sm_pat_ A 16
      sm_sat_ A 16
      access-sandbox- T 36
      access-production- T 36
      access-development- T 36
      dnkey- T 40
      p8e- T 32
      fio-u- T 60
      s-s4t2ud- A 60
      u-s4t2ud- A 60
      eyJ J 0
      ZXlK B 40 !
      """;

  /** Parts of names that say: what follows is secret, if the whole name does. */
  private static final String KEYS =
      "passw passphr passcode secret token credential mnemonic passkey apikey sessionid session_id"
          + " session-id sessid authorization x-amz-signature x-amz-credential x-goog-signature"
          + " x-goog-credential samlresponse samlrequest requirepass masterauth identified"
          + " accountkey accesskey apisecret keypass storepass client-key-data x-api-key api_key"
          + " private_key seed_phrase seedphrase seed-phrase recovery_phrase recoveryphrase recovery-phrase"
          + " backup_phrase rootpw bindpw hapikey instrumentationkey"
          + " wordpress_logged_in_ wordpress_sec_"
          + " basicauth httpauth code_verifier codeverifier device_code devicecode auth_code authcode authtok csrf=";

  /** The same, but nothing follows that goes on with the word; for the shorter ones see WORDS. */
  private static final String ENDS = "pswd pass pwd creds key keys cookie cookies";

  /** Words of a name: nothing goes on with them, and they begin a word. */
  private static final String WORDS =
      "bearer jwt auth session sid otp totp pin pincode puk cvv cvc sig signature code psk ticket assertion pw= pw: pw\": pw': pw\\\":";

  /** Words that are looked for in camelCase, too. */
  private static final String HUMPS = "Auth Session Otp Cvv Cvc";

  private static final String SCHEMES = "bearer |basic |digest |ntlm |negotiate |aws4-hmac-|ssws ";

  private static final String COMMANDS =
      "mysql|mysqldump|mysqladmin|mariadb|docker |podman |sshpass|curl |wget |redis-cli|openssl"
          + "|ldapsearch|ldapmodify|ldapadd|ldappasswd|net use|htpasswd|smbclient|sqlcmd|mongo"
          + "|xfreerdp|helm |vault |sqlplus|ipmitool|unzip |zip -|7z a|7z x|7z.exe a|7z.exe x|7za a|7za x|7zz a|7zz x|oracle:thin:|gh auth"
          + "|chpasswd|sudo -s|--password-stdin|snmpwalk|snmpget|snmpset|snmptrap|snmpbulk"
          + "|az login|nerdctl |buildah |skopeo |crane |oras |rdesktop|bcp |impala-shell|cqlsh"
          + "|influx |http -a|https -a|mosquitto_|clickhouse-client|lftp |rabbitmqctl"
          + "|unrar x -|rar a -|cargo login|expdp |impdp |rman target |sqlldr |radtest |nmcli |net user "
          + "|net ads |+login |schtasks|plink -|pscp -|isql -|racadm |useradd -|usermod -|ncftpget"
          + "|mysqli-|mysqli_connect(|mysqli_real_connect(|pdo->__construct(|ftp_login(|ldap_bind(|passwd --stdin"
          + "|evil-winrm|crackmapexec|rabbitmqadmin|twine upload|beeline -|oc login |nuget add source"
          + "|ssh-keygen|winexe|rpcclient|iscsiadm|freerdp|psexec|runas"
          + "|curl\"|wget\"|docker\"|podman\"|vault\"|curl\\|wget\\|docker\\|podman\\|vault\\"
          + "|@tcp(|@unix(| <<<|wpa_passphrase |rclone obscure |.auth(|basicauth("
          + "|secret set |secrets set |secret create |create secret |secret put |secrets create "
          + "|secrets versions add|ssm put-parameter |convertto-securestring|kv put |etcdctl put "
          + "|cryptsetup |--with-token|--passphrase-fd|vncpasswd|env:set |slappasswd|auth-pass |com2sec |mc alias set |mcli alias set |mc config host add |trap2sink |trapsink |informsink "
          + "|config set --secret |reg_sz /d |elasticsearch-users|http-basic.|changeuserpassword(";

  private static final String HASHES =
      ":$6$|:$5$|:$1$|:$y$|:$2a$|:$2b$|:$2y$|$apr1$|$argon2|:$7$|:$gy$|{ssha}|{sha}|{ssha512}|{ssha256}|{crypt}|{smd5}|$2a$|$2b$|$2y$";

  /** Vault's tokens of old. */
  static final Trigger VAULT =
      Trigger.of(Kind.TOKEN, "C", "s.", "", token(Bytes.ALNUM, 24, "!=24"));

  static final Trigger YANDEX = Trigger.of(Kind.TOKEN, "C", "YC", "", token(Bytes.TOKEN, 38, "!d"));

  private Catalogue() {}

  static List<Trigger> all() {
    List<Trigger> all = new ArrayList<>(400);
    TOKENS.lines().forEach(line -> all.add(token(line)));
    for (String key : KEYS.split(" ")) {
      all.add(Trigger.of(Kind.KEY, "", key, "", null));
    }
    for (String key : ENDS.split(" ")) {
      all.add(Trigger.of(Kind.KEY, key.length() < 4 ? "*" : "", key, "O", null));
    }
    for (String key : WORDS.split(" ")) {
      all.add(Trigger.of(Kind.KEY, "V", key, key.startsWith("pw") ? "" : "O", null));
    }
    for (String key : HUMPS.split(" ")) {
      all.add(Trigger.of(Kind.KEY, "L", key, "O", null));
    }
    each(SCHEMES, Kind.SCHEME, all);
    for (PathSecret.Use use : PathSecret.Use.values()) {
      each(use.texts, Kind.PATH, use, all);
    }
    for (String text : COMMANDS.split("\\|")) {
      all.add(Trigger.of(Kind.COMMAND, text, Program.of(text)));
    }
    each(HASHES, Kind.HASH, all);
    for (Phrase.Use use : Phrase.Use.values()) {
      each(use.texts, Kind.PHRASE, use, all);
    }
    for (Protocol.Use use : Protocol.Use.values()) {
      each(use.texts, Kind.PROTOCOL, use, all);
    }
    each(Jwk.NAMES, Kind.JWK, all);
    all.add(Trigger.of(Kind.USERINFO, "W", "://", "U", null));
    all.add(Trigger.of(Kind.COLON_USERINFO, "", ":\\/\\/", "", null));
    all.add(Trigger.of(Kind.COLON_USERINFO, "", ":\\\\/\\\\/", "", null));
    all.add(Trigger.of(Kind.COLON_USERINFO, "", ":\\\\\\\\/\\\\\\\\/", "", null));
    all.add(Trigger.of(Kind.USERINFO, "", "%3a%2f%2f", "", null));
    all.add(Trigger.of(Kind.PEM, "", "-- begin ", "", null));
    all.add(Trigger.of(Kind.PEM, "", "--begin ", "", null));
    all.add(Trigger.of(Kind.PUTTY, "", "private-lines:", "", null));
    all.add(Trigger.of(Kind.PUTTY_MAC, "", "private-mac:", "", null));
    all.add(Trigger.of(Kind.WRAPPED_PEM, "", "LS0tLS1CRUdJTi", "", null));
    all.add(Trigger.of(Kind.WRAPPED_PEM, "", "b3BlbnNzaC1rZXktdjE", "", null));
    all.add(Trigger.of(Kind.BACKWARD, "", ".atlasv1.", "", token(Bytes.ALNUM, 10, "T40")));
    all.add(
        Trigger.of(
            Kind.BACKWARD,
            "TD",
            "Q~",
            "T",
            token(Bytes.TOKEN | Bytes.DOT | Bytes.TILDE, 4, "X25")));
    all.add(Trigger.of(Kind.BACKWARD, "", "AZDO", "W", token(Bytes.ALNUM, 48, "A4")));
    all.add(Trigger.of(Kind.BACKWARD, "W", "NRAL", "", token(Bytes.ALNUM, 30, "A0")));
    all.add(Trigger.of(Kind.BACKWARD, "W", "_mmk", "", token(Bytes.WORD, 30, "A0")));
    all.add(Trigger.of(Kind.BACKWARD, "H", "-us", "D", token(Bytes.HEX, 32, "D1")));
    all.add(Trigger.of(Kind.BACKWARD, "", ":APA91b", "", token(Bytes.TOKEN, 11, "T60")));
    all.add(Trigger.of(Kind.BACKWARD, "", "T3BlbkFJ", "", token(Bytes.TOKEN, 16, "T16")));
    all.add(Trigger.of(Kind.HASH, "*", "$6$", "W", null));
    all.add(YANDEX);
    all.add(VAULT);
    all.add(Trigger.of(Kind.TOKEN, "C", "SK", "", token(Bytes.HEX, 32, "!=32")));
    all.add(Trigger.of(Kind.TOKEN, "C", "AC", "", token(Bytes.HEX, 32, "!=32")));
    all.add(Trigger.of(Kind.TOKEN, "B", "cio", "", token(Bytes.ALNUM, 32, "!=32d")));
    all.add(Trigger.of(Kind.TOKEN, "B", "pat", "", token(Bytes.ALNUM | Bytes.DOT, 60, "!.14")));
    all.add(
        Trigger.of(
            Kind.TOKEN, "B", "A3-", "", token(Bytes.UPPER | Bytes.DIGIT | Bytes.DASH, 30, "!")));
    all.add(Trigger.of(Kind.TELEGRAM, "DD", ":A", "W", null));
    all.add(Trigger.of(Kind.PGPASS, "", ":5432:", "", null));
    all.add(Trigger.of(Kind.PGPASS, "", ":5433:", "", null));
    all.add(Trigger.of(Kind.PGPASS, "", ":6432:", "", null));
    all.add(Trigger.of(Kind.PGPASS, "", ":*:*:", "", null));
    all.add(Trigger.of(Kind.ESCAPE, "", "\\u001b[", "", null));
    all.add(Trigger.of(Kind.ESCAPE, "", "\\x1b[", "", null));
    all.add(Trigger.of(Kind.ESCAPE, "", "\\033[", "", null));
    return all;
  }

  private static void each(String texts, Kind kind, List<Trigger> all) {
    each(texts, kind, null, all);
  }

  private static void each(String texts, Kind kind, Enum<?> use, List<Trigger> all) {
    for (String text : texts.split("\\|")) {
      // A trigger is bytes, a char each.
      String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      all.add(Trigger.of(kind, bytes, use));
    }
  }

  private static Token token(int alphabet, int min, String extra) {
    return new Token(alphabet, min, extra.startsWith("!"), extra);
  }

  private static Trigger token(String line) {
    String[] f = line.split(" ");
    String extra = f.length > 3 ? f[3] : "";
    int alphabet = alphabet(f[1].charAt(0));
    Token token = new Token(alphabet, Integer.parseInt(f[2]), extra.startsWith("!"), extra);
    Kind kind = f[1].equals("J") ? Kind.JWT : Kind.TOKEN;
    String left = f[0].length() < 4 ? "B" : "";
    return Trigger.of(kind, left, f[0], kind == Kind.JWT ? "WWWW" : "", token);
  }

  private static int alphabet(char code) {
    return switch (code) {
      case 'A' -> Bytes.ALNUM;
      case 'U' -> Bytes.UPPER | Bytes.DIGIT;
      case 'W' -> Bytes.WORD;
      case 'T', 'J' -> Bytes.TOKEN;
      case 'D' -> Bytes.TOKEN | Bytes.DOT;
      case 'X' -> Bytes.TOKEN | Bytes.DOT | Bytes.EQUALS;
      case 'S' -> Bytes.TOKEN | Bytes.DOT | Bytes.EQUALS | Bytes.PLUS_SLASH | Bytes.PERCENT;
      default -> Bytes.BASE64_ANY;
    };
  }
}
