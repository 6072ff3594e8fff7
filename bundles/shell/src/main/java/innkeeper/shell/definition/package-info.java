/** Definitions as people read and write them. */
package innkeeper.shell.definition;
