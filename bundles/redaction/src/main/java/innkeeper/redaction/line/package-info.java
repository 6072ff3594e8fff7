/**
 * A line under the microscope: its bytes, what was found in it, and what may yet be found if it
 * goes on.
 */
package innkeeper.redaction.line;
