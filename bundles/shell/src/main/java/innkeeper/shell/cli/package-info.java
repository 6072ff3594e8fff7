/** What every command needs: caller, options, services, output. */
package innkeeper.shell.cli;
