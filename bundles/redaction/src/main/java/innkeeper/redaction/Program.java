package innkeeper.redaction;

import java.util.List;

/** What programs have in common in the way they take a secret. */
enum Program {
  MYSQL("mysql", "mariadb"),
  RAR("unrar", "rar "),
  PLINK("plink", "pscp"),
  CARGO("cargo"),
  RADTEST("radtest"),
  NMCLI("nmcli"),
  NET_USER("net user"),
  WPA("wpa_passphrase"),
  RCLONE("rclone"),
  /** What puts secrets away by a name. */
  STORE(
      " <<<",
      "secret ",
      "secrets ",
      "create secret",
      "ssm ",
      "convertto",
      "kv put",
      "etcdctl put",
      "cryptsetup",
      "--with-token",
      "--passphrase-fd",
      "vncpasswd",
      "env:set"),
  /** Whose first, second or third plain word is one. */
  FIRST("reg_sz"),
  SECOND("auth-pass", "http-basic", "trap", "informsink", "config set"),
  THIRD("com2sec"),
  FOURTH("mc alias", "mcli alias", "mc config"),
  SLAPPASSWD("slappasswd", "ldappasswd"),
  /** Calls whose last string is a password. */
  CALL(".auth(", "basicauth(", "changeuserpassword("),
  SCHTASKS("schtasks"),
  ORACLE("expdp", "impdp", "sqlldr"),
  RMAN("rman"),
  MOSQUITTO("mosquitto_"),
  PASSWD("passwd --stdin"),
  SSHPASS("sshpass"),
  SEVEN_ZIP("7z"),
  CURL("curl", "wget"),
  HTTPIE("http -a", "https -a"),
  HTPASSWD("htpasswd"),
  REDIS("redis-cli"),
  OPENSSL("openssl"),
  LDAP("ldap"),
  NET_USE("net use"),
  SAMBA("smbclient", "net ads", "winexe", "rpcclient"),
  CAPITAL_P("sqlcmd", "bcp", "ipmitool", "zip -", "unzip", "isql"),
  VAULT("vault"),
  SQLPLUS("sqlplus"),
  SNMP("snmp"),
  REMOTE_DESKTOP("xfreerdp", "rdesktop"),
  SSH_KEYGEN("ssh-keygen"),
  CHPASSWD("chpasswd"),
  SUDO("sudo"),
  RABBIT("rabbitmqctl"),
  LFTP("lftp"),
  /** Whose {@code -p} is a password whatever they do. */
  ANY_USE(
      "mongo",
      "cqlsh",
      "influx",
      "impala",
      "psexec",
      "clickhouse",
      "racadm",
      "useradd",
      "usermod",
      "ncftpget",
      "evil-winrm",
      "crackmapexec",
      "rabbitmqadmin",
      "twine",
      "beeline",
      "elasticsearch-users",
      "nuget"),
  /** Whose {@code -p} is one where they log in. */
  LOGIN;

  private final List<String> names;

  Program(String... names) {
    this.names = List.of(names);
  }

  /** The program whose name the text begins with. */
  static Program of(String text) {
    for (Program program : values()) {
      if (program.names.stream().anyMatch(text::startsWith)) {
        return program;
      }
    }
    return LOGIN;
  }
}
