// Small components that other parts use.
(function (ink) {
  'use strict';
  const { useEffect, useLayoutEffect, useRef, useState } = ink.hooks;
  const html = ink.html;
  const ARMED_MS = 5000;

  ink.use = function () {
    const [, redraw] = useState(0);
    useEffect(() => ink.listen(() => redraw((n) => n + 1)), []);
    return ink.state;
  };

  // Draws a component once a second, for ages and countdowns.
  ink.useClock = function () {
    const [, redraw] = useState(0);
    useEffect(() => {
      const timer = setInterval(() => document.hidden || redraw((n) => n + 1), 1000);
      return () => clearInterval(timer);
    }, []);
  };

  ink.State = function ({ record }) {
    const [shape, tone] = ink.look(record);
    const pending = ink.state.pending[record.channelId];
    const word = pending
      ? { start: 'STARTING', stop: 'STOPPING', restart: 'RESTARTING' }[pending] + '…'
      : ink.word(record);
    return html`<span class=${'state ' + (pending ? 'warn' : tone)}>
      <span aria-hidden="true">${pending ? '◌' : shape}</span> ${word}</span>`;
  };

  /** Scrolls a box to an element in it. After scrollIntoView the Tab key would continue behind the element. */
  ink.scrollWithin = function (box, element) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollTop += Math.min(0, inner.top - outer.top) || Math.max(0, inner.bottom - outer.bottom);
    box.scrollLeft += Math.min(0, inner.left - outer.left) || Math.max(0, inner.right - outer.right);
  };

  ink.Tone = ({ tone, children }) => html`<span class=${'state ' + tone}>${children}</span>`;

  // A menu closes after its action, and after a press outside of it.
  const closeMenus = (but) => document.querySelectorAll('details.menu[open]').forEach((menu) => {
    menu.open = menu === but;
  });
  document.addEventListener('click', (e) => {
    const menu = e.target.closest && e.target.closest('details.menu');
    closeMenus(menu && !e.target.closest('.menu > div button, .menu > div a') ? menu : null);
  });
  document.addEventListener('keydown', (e) => {
    const menu = e.key === 'Escape' && document.querySelector('details.menu[open]');
    if (menu) {
      e.stopPropagation();
      closeMenus(null);
      menu.querySelector('summary').focus();
    }
  }, true);

  ink.Empty = ({ title, children }) =>
    html`<div class="empty"><p><strong>${title}</strong></p>${children}</div>`;

  // The first press arms the button, the second runs the action. Escape, leaving or five seconds disarm it. An armed
  // button names the host.
  ink.Armed = function ({ cls, action, label, what, sure, disabled, plain, run, of }) {
    const [armed, setArmed] = useState(false);
    const timer = useRef(0);
    const word = label || action[0].toUpperCase() + action.slice(1);
    const disarm = () => {
      clearTimeout(timer.current);
      setArmed(false);
    };
    // This must run before the next project's button can be pressed.
    useLayoutEffect(() => disarm, [of]);
    const press = () => {
      if (sure || armed) {
        disarm();
        run();
      } else {
        setArmed(true);
        timer.current = setTimeout(() => setArmed(false), ARMED_MS);
      }
    };
    return html`<button class=${cls + ' ' + action + (armed ? ' armed' : '')} data-action=${action}
      disabled=${disabled} onClick=${press} onBlur=${disarm}
      onKeyDown=${(e) => { if (e.key === 'Escape' && armed) { e.stopPropagation(); disarm(); } }}>
      ${armed ? html`${word} ${what} on ${ink.state.host}? <kbd>⏎</kbd>` : html`${word}${plain}`}
    </button>`;
  };

  ink.Action = ({ action, record, disabled }) => html`<${ink.Armed} cls="act" action=${action} what=${record.name} sure=${action === 'start'} disabled=${disabled}
    plain=${html`<span class="vh"> ${record.name}</span>`} of=${record.channelId} run=${() => ink.act(record, action)} />`;

  ink.BulkAction = ({ action, records, disabled }) => html`<${ink.Armed} cls="act" action=${action} what=${ink.plural(records.length, 'project')} disabled=${disabled}
    plain=${' ' + records.length + ' …'} of=${records.map((r) => r.channelId).join()} run=${() => ink.actAll(records, action)} />`;

  ink.Toasts = function () {
    return html`<div class="toasts" role="status" aria-live="polite">
      ${ink.state.toasts.map((t) => html`<div key=${t.id} class=${'toast ' + t.tone}>
        <span>${t.text}</span>
        ${t.action && html`<button onClick=${() => { ink.untoast(t.id); t.run(); }}>${t.action}</button>`}
        <button class="close" aria-label="Dismiss" onClick=${() => ink.untoast(t.id)}>×</button>
      </div>`)}
    </div>`;
  };

  // Announces changes to screen readers, at most every five seconds, and nothing while all is quiet.
  ink.Announcer = function () {
    const [text, setText] = useState('');
    useEffect(() => {
      let lines = 0;
      let errors = 0;
      let states = '';
      const timer = setInterval(() => {
        const s = ink.view.status();
        const say = [];
        const now = (ink.state.projects || []).map((r) => r.channelId + r.state).join();
        if (states && now !== states) {
          say.push(ink.verdict().say);
        }
        if (s.errors > errors && s.total > lines && lines > 0) {
          say.push(ink.plural(s.errors - errors, 'new error') + ' in the log');
        }
        states = now;
        lines = s.total;
        errors = s.errors;
        if (say.length) {
          setText(say.join('. '));
        }
      }, 5000);
      return () => clearInterval(timer);
    }, []);
    return html`<p class="vh" role="status">${text}</p>`;
  };

  /** The options of a select: [value, label]. chosen: the selected value. */
  ink.Options = ({ list, chosen }) => list.map(([value, say]) => html`<option value=${value} selected=${value === chosen}>${say || value}</option>`);

  /**
   * Returns the link that an arrow key, Home or End selects, or undefined. The Tab key thus stops only once for all
   * links.
   */
  ink.arrowTo = function (e, links) {
    const here = links.indexOf(e.target);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 }[e.key];
    if (here < 0 || to === undefined) {
      return null;
    }
    e.preventDefault();
    return links[to] || null;
  };

  ink.NoProject = () => html`<section class="pane"><${ink.Empty} title="There is no such project any more."><//></section>`;

  ink.Table = ({ label, head, children }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table class="grid"><thead><tr>${head.map((h) => html`<th scope="col">${h}</th>`)}</tr></thead>
    <tbody>${children}</tbody></table></div>`;

  ink.Away = ({ what, surface }) => html`<${ink.Empty} title=${what + ' cannot be read now.'}>
    <p>The surface “${surface}” does not serve; it may be being replaced. This fills by itself when it is back.</p><//>`;
})(window.ink);
