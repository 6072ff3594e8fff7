/** The commands, one small class each, and the table of all commands. */
package innkeeper.shell.command;
