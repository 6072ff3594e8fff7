/** Rules of gitleaks as rows of conf/redaction: what their regular expressions ask, or more. */
package innkeeper.shell.convert.gitleaks;
