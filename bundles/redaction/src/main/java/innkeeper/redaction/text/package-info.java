/** Bytes, sets of bytes, quotes and base64: what all rules need to look at a line. */
package innkeeper.redaction.text;
