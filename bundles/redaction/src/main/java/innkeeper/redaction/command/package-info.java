/**
 * Programs that take a secret as an argument.
 *
 * <p>A row of commands.tsv says in which {@link innkeeper.redaction.command.Form forms} a program
 * takes secrets. The {@link innkeeper.redaction.command.FormReader} reads the words of the command
 * and hides what the forms say. Commands that stand one upon another are read no further than a
 * bound, so that the time is linear in the line.
 */
package innkeeper.redaction.command;
