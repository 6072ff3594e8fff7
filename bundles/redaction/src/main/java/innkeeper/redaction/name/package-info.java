/**
 * A name that promises a secret, the operator behind it, and its value, in every notation logs
 * know.
 */
package innkeeper.redaction.name;
