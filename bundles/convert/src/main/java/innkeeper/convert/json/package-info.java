/** JSON of other tools, and JSON inside their documents. */
package innkeeper.convert.json;
