package innkeeper.webhook;

/** DATA_DIR/conf/innkeeper.ntfy.config; read again when it changes. */
@interface NtfyConfig {

  /** What {@code innkeeper alarm} calls this channel. */
  String name() default "ntfy";

  /** Server and topic: {@code https://ntfy.sh/TOPIC}. */
  String url() default "";

  /** An access token, {@code tk_…}; empty: none. */
  String token() default "";

  /** The user of a server that takes a password; empty: none. */
  String user() default "";

  /** That user's password. */
  String password() default "";

  /** Alarms that are less severe are not sent: warning, critical. */
  String severity() default "warning";

  /** For one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
