/** Completion of words in other programs' shells, and the words that only a running host knows. */
package innkeeper.shell.completion;
