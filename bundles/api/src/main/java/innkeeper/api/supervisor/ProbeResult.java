package innkeeper.api.supervisor;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;

/**
 * One answer to a probe. Immutable.
 *
 * @param at when it came, or when it was given up
 * @param passed whether it says that the server is healthy
 * @param millis from the question to the answer
 * @param output what the probe saw, one line; "" if it passed
 */
public record ProbeResult(
    Instant at, boolean passed, long millis, @JsonForm(empty = Empty.NULL) String output) {}
