/** What outlives a line: private keys, tables, and values on the lines after their name. */
package innkeeper.redaction.multiline;
