/** Looks for secrets in a line: what the prefilter saw, the rule it leads to, the fixed point. */
package innkeeper.redaction.scan;
