/** Completes words in shells such as bash, including words that only a running host knows. */
package innkeeper.shell.completion;
