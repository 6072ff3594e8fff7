/** The redaction engine: bytes in, clean bytes out. */
package innkeeper.redaction;
