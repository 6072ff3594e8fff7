package innkeeper.rotation;

/** conf/innkeeper.rotation.config: what few want to change; the rest stands in the settings. */
@interface RotationConfig {

  /** Whether logs also rotate with the first line of another UTC day. */
  boolean daily() default false;

  /** A log also rotates so many hours after its first line; fractions allowed, 0 for never. */
  double maxAgeHours() default 0;

  /**
   * Free bytes on a logs' disk below which archives are given up, the newest of each log excepted;
   * -1 for 256 MiB or a hundredth of a large disk, at most a twentieth of a small one.
   */
  long minFreeBytes() default -1;

  /** Archives of each log that stay even on a full disk: its writer waits then. */
  int keepWhenFull() default 1;

  /**
   * An archive stays plain for so many seconds at least, so that whoever reads along can finish it
   * even where logs rotate faster than it looks; less where disk or caps need the room.
   */
  int plainSeconds() default 15;
}
