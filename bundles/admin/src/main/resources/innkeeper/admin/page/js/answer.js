// Requests of a view to the API: at once, again after a while, and when something changes that the answer depends on.
(function (ink) {
  'use strict';
  const { useEffect, useRef, useState } = ink.hooks;
  const html = ink.html;

  /**
   * Sends a GET request. path: null to wait. every: milliseconds between two requests; 0 for one request. on: a change
   * of this value repeats the request at once. Returns { value, error, again }; value is the last good answer of this
   * path.
   */
  ink.useAnswer = function (path, every, on) {
    const [state, setState] = useState({ path: null, value: null, error: null });
    const asked = useRef(0);
    const taken = useRef(0);
    const ask = async () => {
      // A slow answer is used unless a later answer has arrived already.
      const number = ++asked.current;
      const take = () => number > taken.current && (taken.current = number);
      try {
        const value = await ink.request('GET', path);
        if (take()) {
          setState({ path, value, error: null });
        }
      } catch (error) {
        if (take()) {
          setState((s) => ({ path, value: s.path === path ? s.value : null, error }));
        }
      }
    };
    useEffect(() => {
      if (!path) {
        return undefined;
      }
      ask();
      const timer = every ? setInterval(() => document.hidden || ask(), every) : 0;
      return () => clearInterval(timer);
    }, [path, every, on]);
    // An answer for another path is ignored.
    useEffect(() => () => {
      taken.current = asked.current;
    }, [path]);
    const mine = state.path === path;
    return { value: mine ? state.value : null, error: mine ? state.error : null, again: ask };
  };

  /** The content while an answer has not come, or was refused. */
  ink.Waiting = ({ answer, what }) => (answer.error
    ? html`<${ink.Empty} title=${what + ' cannot be shown.'}><p>${answer.error.message}</p>
        <p><button onClick=${answer.again}>Try again</button></p><//>`
    : html`<p class="quiet waiting" role="status">Loading …</p>`);

  /** A command that can be copied. */
  ink.Copyable = ({ text, what, label }) => html`<div class="copyable"><pre tabindex="0" aria-label=${label || what}>${text}</pre>
    <button onClick=${() => ink.copy(text, what)}>Copy<span class="vh"> ${what}</span></button></div>`;

  ink.actor = (a) => [a.program, a.uid ? 'uid ' + a.uid : null, a.via].filter(Boolean).join(' · ');
})(window.ink);
