/** The table of all commands, and the commands that belong to no package of a subject. */
package innkeeper.shell.command;
