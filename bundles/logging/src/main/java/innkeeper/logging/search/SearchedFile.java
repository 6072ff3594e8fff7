package innkeeper.logging.search;

import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.record.LogRecords;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.read.Segment;
import java.util.function.BooleanSupplier;

/**
 * One file of a log, and what is looked for in it.
 *
 * @param log its name
 * @param cancelled asked often; nobody waits for an answer any more
 */
record SearchedFile(
    String log,
    Segment segment,
    FileTimes times,
    Query query,
    LineMatcher matcher,
    LogRecords records,
    LogRedaction redaction,
    BooleanSupplier cancelled) {}
