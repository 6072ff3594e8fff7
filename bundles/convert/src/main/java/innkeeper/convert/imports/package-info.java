/** Converts the files of other supervisors to Innkeeper definitions. */
package innkeeper.convert.imports;
