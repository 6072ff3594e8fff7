/**
 * Patterns say what may stand at a place of a line. They take as much as they can and never give
 * anything back, so that time is linear. Their notation:
 *
 * <ul>
 *   <li>{@code "text"} is the text as it stands, {@code 'text'} the text in any case.
 *   <li>{@code [A-Z0-9_]} is one byte of a set, {@code [^"]} one of all others, <code>[{hex}.]
 *       </code> one of a class or a dot; {@code .} is any byte. A class alone is a name: {@code
 *       alnum}.
 *   <li>Parts in a row follow each other; {@code a | b} is the first that matches; brackets group.
 *   <li>{@code *}, {@code +}, {@code ?}, <code>{3}</code>, <code>{3,8}</code> and <code>{3,}</code>
 *       repeat what stands before them.
 *   <li>{@code &part} looks whether the part follows, {@code !part} whether it does not.
 *   <li>{@code ^} is the line's beginning, {@code $} its end.
 *   <li>{@code «part»} hides what the part takes, {@code ‹part›} hides it but for signs that close
 *       a sentence.
 *   <li>{@code <part: test !test>} asks tests about what the part took; {@code one|other} is either
 *       test, {@code ~test} asks about the text without signs that close a sentence.
 *   <li>{@code before(part)} looks back, {@code near(64 part)} for the part at most 64 bytes back,
 *       {@code to(64 part)} takes all up to the part, at most 64 bytes ahead.
 *   <li>{@code quote-open}, {@code quote-text} and {@code quote-close} are a text in quotes, which
 *       may be escaped themselves.
 *   <li>Any other name is a row of patterns.tsv.
 * </ul>
 *
 * A pattern is read into parts ({@code Node}) at first use; each of them matches by itself.
 */
package innkeeper.redaction.pattern;
