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
 * The service that sends alarms about incidents to {@link AlarmChannel}s. The alarms bundle
 * provides it; the service is away while that bundle is replaced. Safe for many threads. No method
 * returns null.
 */
@ProviderType
public interface Alarms {

  /** The value for all projects and the host in a {@link Silence}. */
  String ALL = "*";

  /** The minimum length of a silence. */
  Duration SHORTEST_SILENCE = Duration.ofMinutes(1);

  /** The maximum length of a silence. */
  Duration LONGEST_SILENCE = Duration.ofDays(30);

  /** Returns the channels, sorted by name. */
  List<ChannelStatus> channels();

  /**
   * Sends a test alarm before all waiting alarms, and waits for the answer for at most a minute.
   *
   * @throws IllegalArgumentException if no channel has that name; the message lists the existing
   *     names
   */
  SendResult test(String channel, Actor actor);

  /**
   * Suppresses the alarms of a project for a span, and replaces an earlier silence. Incidents that
   * still last at the end are sent then. A silence survives a restart of the host.
   *
   * @param channelId the project; {@link #ALL} for all projects and the host
   * @param span the length from now on; {@link #SHORTEST_SILENCE} to {@link #LONGEST_SILENCE}
   * @throws IllegalArgumentException if the span is out of range
   * @throws innkeeper.api.store.StoreException if the silence could not be written; it is then not
   *     in force
   */
  Silence silence(String channelId, Duration span, Actor actor);

  /**
   * Ends a silence now.
   *
   * @param channelId the same value as in {@link #silence}
   * @return whether a silence was in force
   * @throws innkeeper.api.store.StoreException if the end could not be written; the silence then
   *     stays in force
   */
  boolean endSilence(String channelId, Actor actor);

  /** Returns the silences in force, the next to end first. */
  List<Silence> silences();

  /**
   * A span in which the alarms of a project are suppressed.
   *
   * @param channelId the project; {@link #ALL} for all projects and the host
   * @param since when the silence was requested
   * @param until when the silence ends
   * @param by who asked
   */
  record Silence(String channelId, Instant since, Instant until, Actor by) {}

  /**
   * The state of a channel. The counts begin at the start of the alarms bundle.
   *
   * @param mistake the reason why the host does not use the channel; "" if it does
   * @param lastSuccess the time of the last delivery; empty if there was none
   * @param lastFailure the time of the last failed attempt; empty if there was none
   * @param error the reason for the last failure; "" if the last attempt did not fail
   * @param waiting the number of waiting alarms
   * @param delivered the number of delivered alarms
   * @param givenUp the number of alarms that were given up or refused
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
