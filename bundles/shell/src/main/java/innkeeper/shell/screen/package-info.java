/** Gives a command a whole terminal: its keys and its screen. */
package innkeeper.shell.screen;
