package innkeeper.rotation;

/**
 * The expert settings in conf/innkeeper.rotation.config. The general settings of rotation are in
 * the host's settings.
 */
@interface RotationConfig {

  /** Whether logs also rotate with the first line of another UTC day. */
  boolean daily() default false;

  /**
   * The age in hours of the first line at which a log rotates; fractions are allowed; 0 for never.
   */
  double maxAgeHours() default 0;

  /**
   * The free bytes on a disk below which archives are deleted, except the newest of each log. The
   * value -1 means 256 MiB or a hundredth of a large disk, and at most a twentieth of a small one.
   */
  long minFreeBytes() default -1;

  /**
   * The number of archives of each log that are kept even on a full disk. The writer then waits.
   */
  int keepWhenFull() default 1;

  /**
   * The least time in seconds for which an archive stays plain, so that a log reader can finish it
   * even if logs rotate fast. The time is shorter if a disk or a limit needs the space.
   */
  int plainSeconds() default 15;
}
