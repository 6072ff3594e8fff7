/**
 * Tokens that only their form tells: three parts between dots, the private members of JSON Web
 * Keys.
 */
package innkeeper.redaction.token;
