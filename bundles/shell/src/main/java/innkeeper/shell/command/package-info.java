/** The commands: one small class each, one table of them all. */
package innkeeper.shell.command;
