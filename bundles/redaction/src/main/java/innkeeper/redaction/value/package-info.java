/**
 * Tells a secret from what only stands in its place: placeholders, prose, code, versions. The lists
 * of words and the kinds of values are tables.
 */
package innkeeper.redaction.value;
