/** Operations on files, and their names and forms. */
package innkeeper.common.file;
