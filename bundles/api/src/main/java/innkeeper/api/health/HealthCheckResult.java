package innkeeper.api.health;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;

/**
 * The result of one health check. Immutable.
 *
 * @param name the check: {@code database:writable}, {@code backup:age} …
 * @param status the check's verdict
 * @param value the observed value, for people: "26 h", "127.0.0.1:4560"; may be ""
 * @param limit the allowed value, for people; may be ""
 * @param why the reason, one sentence; "" if the check passed
 * @param fix what to do; "" if the check passed
 * @param at when the check ran
 */
@JsonForm(name = "Check")
public record HealthCheckResult(
    @JsonForm(hidden = true) String name,
    HealthStatus status,
    @JsonForm(empty = Empty.NULL) String value,
    @JsonForm(empty = Empty.NULL) String limit,
    @JsonForm(name = "output", empty = Empty.NULL) String why,
    @JsonForm(empty = Empty.NULL) String fix,
    @JsonForm(name = "time") Instant at)
    implements JsonBody {}
