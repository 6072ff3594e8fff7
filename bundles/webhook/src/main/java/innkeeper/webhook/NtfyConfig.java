package innkeeper.webhook;

/** The settings in DATA_DIR/conf/innkeeper.ntfy.config; read again when the file changes. */
@interface NtfyConfig {

  /** The name of this channel in {@code innkeeper alarm}. */
  String name() default "ntfy";

  /** The URL of server and topic: {@code https://ntfy.sh/TOPIC}. */
  String url() default "";

  /** An access token, {@code tk_…}; empty: none. */
  String token() default "";

  /** The user of a server that requires a password; empty: none. */
  String user() default "";

  /** The user's password. */
  String password() default "";

  /** The lowest severity of an alarm that is sent: warning or critical. */
  String severity() default "warning";

  /** The limit for one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
