/** Checks and edits definitions that users write. */
package innkeeper.shell.definition;
