/** What outlives a line: private keys, and values that stand on the lines after their name. */
package innkeeper.redaction.multiline;
