/** Forms of texts for people and for a shell. */
package innkeeper.common.text;
