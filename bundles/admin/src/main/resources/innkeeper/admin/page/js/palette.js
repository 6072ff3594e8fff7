// The palette, the help, the dialog that asks before all is stopped, and the keys.
(function (ink) {
  'use strict';
  const { useLayoutEffect, useRef, useState } = ink.hooks;
  const html = ink.html;

  function Dialog({ label, onClose, children }) {
    const box = useRef(null);
    // The dialog opens before the next key press, which belongs to it.
    useLayoutEffect(() => {
      box.current.showModal();
    }, []);
    return html`<dialog ref=${box} aria-label=${label} onClose=${onClose}
      onClick=${(e) => e.target === box.current && box.current.close()}><div class="inner">${children}</div></dialog>`;
  }
  const close = () => ink.set({ dialog: null });

  function commands(text) {
    const all = ink.state.projects || [];
    const list = [];
    const views = (scope) => ink.views(scope).map((v) => ({ say: (scope === 'host' ? 'Host: ' : 'Show ') + v.title, hint: 'view', run: () => ink.go(ink.place(v)) }));
    for (const r of all) {
      list.push({ say: 'Log of ' + r.name, hint: ink.word(r), run: () => ink.go({ p: r.channelId, t: 'log' }) });
    }
    for (const r of all) {
      for (const a of r.actions) {
        list.push({ say: a[0].toUpperCase() + a.slice(1) + ' ' + r.name, hint: ink.word(r), run: () => ink.arm(r, a) });
      }
      ink.views('project').slice(1).forEach((v) => list.push({ say: v.title + ' of ' + r.name, hint: 'view', run: () => ink.go({ p: r.channelId, t: v.id }) }));
    }
    list.push(
      { say: 'Overview', hint: 'view', run: () => ink.go({ p: '', t: '' }) },
      { say: 'Projects that need you', hint: 'view', run: () => ink.go({ p: '', t: '', state: 'ill' }) },
      ...(ink.shown().scope === 'project' ? views('project') : []), ...views('host'),
      ...ink.commands(text),
      { say: 'Back up now', hint: '', run: ink.backup },
      { say: 'Change theme', hint: ink.themeName(), run: ink.theme },
      { say: 'Copy link to this view', hint: '', run: () => ink.copy(location.href, 'The link') },
      { say: 'Stop all projects …', hint: 'asks first', run: () => ink.set({ dialog: 'stopall' }) },
      { say: 'Keys', hint: '?', run: () => ink.set({ dialog: 'help' }) }
    );
    return list;
  }

  // For "03:12 bil": the logs with matching names at that time, starting with projects that need attention.
  const TIME = /(^|\s)((yesterday\s+)?\d{1,2}:\d{2}(:\d{2})?|-\d+[smhd])(?=\s|$)/;
  function atTime(text) {
    const found = ink.goToTime && TIME.exec(text);
    if (!found) {
      return null;
    }
    const at = found[2];
    const here = ink.selected();
    const all = [...new Set([...(here ? [here] : []), ...ink.trouble(), ...(ink.state.projects || [])])];
    const list = all.map((r) => ({ say: 'Log of ' + r.name + ' at ' + at, hint: 'time', run: () => {
      ink.go({ p: r.channelId, t: 'log' });
      ink.goToTime(r.channelId, at);
    } }));
    return ink.fuzzy(text.replace(found[0], ' '), list, 12);
  }

  // Returns how far apart letters are in a text that contains them in this order: lower is better, -1 for no match.
  function distance(letters, text) {
    const whole = text.indexOf(letters);
    if (whole >= 0) {
      return whole === 0 || /[^a-z0-9]/.test(text[whole - 1]) ? 0 : 1;
    }
    let at = -1;
    let cost = 2;
    for (const letter of letters) {
      const next = text.indexOf(letter, at + 1);
      if (next < 0) {
        return -1;
      }
      cost += at < 0 || next === at + 1 || /[^a-z0-9]/.test(text[next - 1]) ? 0 : 3 + next - at;
      at = next;
    }
    return cost;
  }

  // Each word is matched alone: "rst bil" finds "Restart billing".
  ink.fuzzy = function (text, list, most) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) {
      return list.slice(0, most);
    }
    return list
      .map((c, i) => {
        const costs = words.map((w) => distance(w, c.say.toLowerCase()));
        return { c, i, cost: costs.includes(-1) && !c.first ? -1 : costs.reduce((a, b) => a + b, 0) };
      })
      .filter((x) => x.cost !== -1)
      .sort((a, b) => (b.c.first ? 1 : 0) - (a.c.first ? 1 : 0) || a.cost - b.cost || a.c.say.length - b.c.say.length || a.i - b.i)
      .slice(0, most)
      .map((x) => x.c);
  };

  function Palette() {
    const [text, setText] = useState('');
    const [at, setAt] = useState(0);
    const found = (text && atTime(text)) || (text ? ink.fuzzy(text, commands(text), 12) : commands('').slice(0, 12));
    const here = Math.min(at, found.length - 1);
    const run = (c) => { close(); c.run(); };
    const onKey = (e) => {
      if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
        e.preventDefault();
        setAt((here + (e.key === 'ArrowDown' ? 1 : found.length - 1)) % Math.max(1, found.length));
      } else if (e.key === 'Enter' && found[here]) {
        e.preventDefault();
        run(found[here]);
      }
    };
    return html`<${Dialog} label="Everything by name" onClose=${close}>
      <input class="palette" autofocus placeholder=${'Project, action, view or time on ' + ink.state.host + ' …'} value=${text} role="combobox" aria-label="Command"
        aria-expanded="true" aria-controls="found" aria-activedescendant=${found.length ? 'found' + here : ''}
        onInput=${(e) => { setText(e.target.value); setAt(0); }} onKeyDown=${onKey} />
      <ul id="found" role="listbox" aria-label="Found">${found.map((c, i) => html`<li id=${'found' + i} role="option" aria-selected=${i === here}
        onClick=${() => run(c)}><span>${c.say}</span><span class="quiet">${c.hint}</span></li>`)}</ul>
      ${!found.length && html`<p class="quiet">Nothing of that name.</p>`}
    <//>`;
  }

  // Keys for two directions of the same action share a row.
  function listed() {
    const rows = new Map();
    ink.keys().filter((k) => k.say).forEach((k) => rows.set(k.say, (rows.has(k.say) ? rows.get(k.say) + '  ' : '') + k.key));
    return [...rows, ['everything by name', 'Ctrl K']];
  }

  function Help() {
    const [on, setOn] = useState(ink.pref('keys') !== 'off');
    return html`<${Dialog} label="Keys" onClose=${close}><h2>Keys</h2>
      <table class="keys"><tbody>${listed().map(([say, k]) => html`<tr><th scope="row"><kbd>${k}</kbd></th><td>${say}</td></tr>`)}</tbody></table>
      <p><label><input type="checkbox" checked=${on} onChange=${(e) => { ink.pref('keys', e.target.checked ? 'on' : 'off'); setOn(e.target.checked); }} /> single keys work</label></p>
      <p class="quiet">Innkeeper ${ink.state.about ? ink.state.about.version : ''} · <a href="/api/openapi.json">API</a> · <a href="/metrics">metrics</a></p>
      <button autofocus onClick=${close}>Close</button><//>`;
  }

  function StopAll() {
    const [typed, setTyped] = useState('');
    const n = (ink.state.projects || []).filter((r) => r.actions.includes('stop')).length;
    return html`<${Dialog} label="Stop all projects" onClose=${close}><h2>Stop all projects on ${ink.state.host}?</h2>
      ${n === 0 ? html`<p>None runs.</p><button autofocus onClick=${close}>Close</button>` : html`<form onSubmit=${(e) => { e.preventDefault(); if (typed === String(n)) { close(); ink.stopAll(); } }}>
        <p><label>This stops ${ink.plural(n, 'project')} on <strong>${ink.state.host}</strong>. Type ${n} to go on: <input autofocus inputmode="numeric" size="4" value=${typed} onInput=${(e) => setTyped(e.target.value)} /></label></p>
        <p class="row"><button class="act stop armed" disabled=${typed !== String(n)}>Stop ${ink.plural(n, 'project')}</button>
        <button type="button" onClick=${close}>Cancel</button></p></form>`}<//>`;
  }

  ink.Dialogs = function () {
    const which = ink.state.dialog;
    return which === 'palette' ? html`<${Palette} />`
      : which === 'help' ? html`<${Help} />`
        : which === 'stopall' ? html`<${StopAll} />` : null;
  };

  // Opens a project and presses one of its buttons when the button exists.
  ink.arm = function (record, action) {
    ink.go({ p: record.channelId });
    const until = performance.now() + 2000;
    const press = () => {
      const head = document.querySelector('.head');
      const button = head && head.dataset.project === record.channelId && head.querySelector('[data-action="' + action + '"]');
      if (button && !button.disabled) {
        button.focus();
        button.click();
      } else if (performance.now() < until) {
        requestAnimationFrame(press);
      }
    };
    requestAnimationFrame(press);
  };

  function step(by) {
    const links = [...document.querySelectorAll('.rail a.item')];
    const here = links.findIndex((l) => l.getAttribute('aria-current'));
    const next = links[Math.max(0, Math.min(links.length - 1, here + by))];
    if (next) {
      next.click();
      next.scrollIntoView({ block: 'nearest' });
    }
  }

  const LOG = ['project/log', 'host/log'];
  const inLog = (key, say, run) => LOG.forEach((where) => ink.addKey(key, say, run, where));
  const inProject = (key, say, run) => ink.addKey(key, say, run, 'project');
  const onSelected = (action) => () => { const r = ink.selected(); r && ink.arm(r, action(r)); };
  const search = () => setTimeout(() => { const s = document.getElementById('search'); s && s.focus(); }, 30);
  inLog('/', 'search', search);
  inLog('f', 'follow or pause', () => ink.view.follow(!ink.view.status().following));
  inLog('e', 'next, previous error', () => ink.view.errors(1));
  inLog('E', 'next, previous error', () => ink.view.errors(-1));
  inLog('w', 'wrap lines', () => ink.logKeys && ink.logKeys.toggleWrap());
  inLog('End', 'to the end', () => ink.view.follow(true));
  inProject('j', 'next, previous project', () => step(1));
  inProject('k', 'next, previous project', () => step(-1));
  inProject('s', 'start or stop', onSelected((r) => (r.actions.includes('stop') ? 'stop' : 'start')));
  inProject('r', 'restart', onSelected(() => 'restart'));
  ink.addKey('o', 'overview', () => ink.go({ p: '', t: '' }));
  ink.addKey('h', 'host', () => ink.go({ t: 'host' }));
  ink.addKey('d', 'dark, light, as the system', ink.theme);
  ink.addKey('?', 'this help', () => ink.set({ dialog: 'help' }));

  function digit(key) {
    const view = /^[1-9]$/.test(key) && ink.shown().scope !== 'home' && ink.views(ink.shown().scope)[key - 1];
    return view && (() => ink.go(ink.place(view)));
  }

  document.addEventListener('keydown', (e) => {
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
      e.preventDefault();
      ink.set({ dialog: ink.state.dialog === 'palette' ? null : 'palette' });
      return;
    }
    const typing = e.target.closest && e.target.closest('input, textarea, select, dialog');
    if (typing && e.key === 'Escape' && e.target.id === 'search') {
      ink.go({ q: '' }, true);
      e.target.blur();
    }
    if (typing || ink.state.dialog || e.ctrlKey || e.metaKey || e.altKey || ink.pref('keys') === 'off') {
      return;
    }
    const pressed = ink.keys().find((k) => k.key === e.key);
    const run = pressed ? pressed.run : digit(e.key);
    if (run) {
      e.preventDefault();
      run();
    }
  });
})(window.ink);
