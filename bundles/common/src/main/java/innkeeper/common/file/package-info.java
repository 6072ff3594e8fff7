/** Operations on files. */
package innkeeper.common.file;
