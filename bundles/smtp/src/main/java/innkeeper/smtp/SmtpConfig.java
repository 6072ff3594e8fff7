package innkeeper.smtp;

/** DATA_DIR/conf/innkeeper.smtp.config; read again when it changes. */
@interface SmtpConfig {

  /** What {@code innkeeper alarm} calls this channel. */
  String name() default "smtp";

  /** The mail server. */
  String host() default "";

  /** Its port; 0: that of the security: 587, 465 or 25. */
  int port() default 0;

  /** {@code starttls}, {@code tls} (from the first byte), or {@code none}. */
  String security() default "starttls";

  /** Whose mailbox sends; empty: without authentication. */
  String user() default "";

  /** That user's password. */
  String password() default "";

  /** The sender's address. */
  String from() default "";

  /** The recipients' addresses. */
  String[] to() default {};

  /** Alarms that are less severe are not sent: warning, critical. */
  String severity() default "warning";

  /** For the connection and for each answer, 1 to 30. */
  int timeoutSeconds() default 10;
}
