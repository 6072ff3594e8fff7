/**
 * Passes over what surely holds no secret. A rule has triggers: short texts without which it finds
 * nothing. Four bytes lead to a trigger; only then the rule looks.
 */
package innkeeper.redaction.prefilter;
