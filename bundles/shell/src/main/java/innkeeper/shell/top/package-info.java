/** {@code top}: shows all projects and the log of one, on a whole terminal. */
package innkeeper.shell.top;
