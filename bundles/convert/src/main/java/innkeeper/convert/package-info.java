/** Imports from and exports to the formats of other tools. */
package innkeeper.convert;
