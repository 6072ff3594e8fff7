package innkeeper.api.alarm;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What tells incidents to {@link AlarmChannel}s. Provided by the alarms bundle; the service is away
 * while that bundle is replaced. Safe for many threads. No method returns null.
 */
@ProviderType
public interface Alarms {

  /** Stands for all projects and the host in a {@link Silence}. */
  String ALL = "*";

  /** The longest silence. */
  Duration LONGEST_SILENCE = Duration.ofDays(30);

  /**
   * The channels, by name.
   *
   * @return empty if there is none
   */
  List<ChannelStatus> channels();

  /**
   * Sends a test alarm before all that waits, and waits for the answer, at most a minute.
   *
   * @throws IllegalArgumentException if there is no such channel; the message lists those there are
   */
  SendResult test(String channel, Actor actor);

  /**
   * Tells no alarm of a project for a while, in place of an earlier silence. What still lasts
   * afterwards is told then. A silence outlives the host.
   *
   * @param channelId of the project; {@link #ALL} for all and the host
   * @param span from now; a minute to {@link #LONGEST_SILENCE}
   * @throws IllegalArgumentException if the span is out of range
   * @throws innkeeper.api.store.StoreException if it could not be written; then it is not in force
   */
  Silence silence(String channelId, Duration span, Actor actor);

  /**
   * Ends a silence now.
   *
   * @param channelId as it was given
   * @return whether there was one
   * @throws innkeeper.api.store.StoreException if it could not be written; then it stays in force
   */
  boolean endSilence(String channelId, Actor actor);

  /**
   * The silences in force, the next to end first.
   *
   * @return empty if there is none
   */
  List<Silence> silences();

  /**
   * For a while no alarm is told.
   *
   * @param channelId of the project; {@link #ALL} for all and the host
   * @param since when it was asked for
   * @param until when it ends
   * @param by who asked
   */
  record Silence(String channelId, Instant since, Instant until, Actor by) {}

  /**
   * How a channel stands. Counts begin with the alarms bundle's start.
   *
   * @param mistake why it is not used; "" if it is
   * @param lastSuccess when an alarm was delivered last; empty for never
   * @param lastFailure when an attempt failed last; empty for never
   * @param error why; "" if the last attempt did not fail
   * @param waiting how many alarms wait
   * @param delivered how many were delivered
   * @param givenUp how many were given up or refused
   */
  record ChannelStatus(
      String name,
      @JsonForm(empty = Empty.NULL) String mistake,
      Optional<Instant> lastSuccess,
      Optional<Instant> lastFailure,
      @JsonForm(empty = Empty.NULL) String error,
      int waiting,
      long delivered,
      long givenUp) {}
}
