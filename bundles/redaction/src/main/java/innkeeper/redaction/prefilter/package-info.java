/**
 * Passes over what surely holds no secret. A rule has triggers: short texts without which it finds
 * nothing. Pairs of bytes lead to windows where a trigger may stand, four bytes to the trigger
 * itself; only then the rule looks.
 */
package innkeeper.redaction.prefilter;
