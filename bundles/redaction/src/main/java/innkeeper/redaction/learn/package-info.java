/** What an output teaches: which hidden values are then looked for by themselves. */
package innkeeper.redaction.learn;
