/** The common parts of all commands: caller, options, services, output. */
package innkeeper.shell.cli;
