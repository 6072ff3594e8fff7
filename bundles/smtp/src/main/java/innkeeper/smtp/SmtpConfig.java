package innkeeper.smtp;

/** The settings in DATA_DIR/conf/innkeeper.smtp.config; read again when the file changes. */
@interface SmtpConfig {

  /** The name of this channel in {@code innkeeper alarm}. */
  String name() default "smtp";

  /** The mail server. */
  String host() default "";

  /** The server's port; 0: the usual port of the security, 587, 465 or 25. */
  int port() default 0;

  /** {@code starttls}, {@code tls} (from the first byte), or {@code none}. */
  String security() default "starttls";

  /** The user whose mailbox sends; empty: without authentication. */
  String user() default "";

  /** The user's password. */
  String password() default "";

  /** The sender's address. */
  String from() default "";

  /** The recipients' addresses. */
  String[] to() default {};

  /** The lowest severity of an alarm that is sent: warning or critical. */
  String severity() default "warning";

  /** The limit for the connection and for each answer, 1 to 30. */
  int timeoutSeconds() default 10;
}
