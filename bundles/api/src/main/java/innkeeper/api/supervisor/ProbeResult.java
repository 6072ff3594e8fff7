package innkeeper.api.supervisor;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;

/**
 * One result of a probe. Immutable.
 *
 * @param at when the answer arrived, or the probe gave up
 * @param passed whether the server is healthy
 * @param millis the time from the request to the answer
 * @param output the observation of the probe, one line; "" if it passed
 */
public record ProbeResult(
    Instant at, boolean passed, long millis, @JsonForm(empty = Empty.NULL) String output) {}
