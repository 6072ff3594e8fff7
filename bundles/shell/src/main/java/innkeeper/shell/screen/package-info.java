/** A command that has a whole terminal: its keys, and what it shows. */
package innkeeper.shell.screen;
