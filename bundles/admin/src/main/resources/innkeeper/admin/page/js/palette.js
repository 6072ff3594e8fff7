// The palette, the help and the dialog that asks before all is stopped; and the keys.
(function (ink) {
  'use strict';
  const { useLayoutEffect, useRef, useState } = ink.hooks;
  const html = ink.html;

  const KEYS = [
    ['/', 'search the log'], ['j  k', 'next, previous project'], ['1 – 5', 'tab'],
    ['f', 'follow or pause'], ['e  E', 'next, previous error'], ['s', 'start or stop'],
    ['r', 'restart'], ['w', 'wrap lines'], ['d', 'dark, light, as the system'],
    ['Ctrl K', 'everything by name'], ['?', 'this help'],
  ];

  function Dialog({ label, onClose, children }) {
    const box = useRef(null);
    // At once: what is typed next is meant for it.
    useLayoutEffect(() => {
      box.current.showModal();
    }, []);
    return html`<dialog ref=${box} aria-label=${label} onClose=${onClose}
      onClick=${(e) => e.target === box.current && box.current.close()}><div class="inner">${children}</div></dialog>`;
  }
  const close = () => ink.set({ dialog: null });

  function commands() {
    const all = ink.state.projects || [];
    const list = [];
    for (const r of all) {
      list.push({ say: 'Log of ' + r.name, hint: r.state, run: () => ink.go({ p: r.channelId, t: 'log' }) });
    }
    for (const r of all) {
      for (const a of r.actions) {
        list.push({ say: a[0].toUpperCase() + a.slice(1) + ' ' + r.name, hint: r.state, run: () => ink.arm(r, a) });
      }
    }
    ink.TABS.forEach((t) => list.push({ say: 'Show ' + t, hint: 'tab', run: () => ink.go({ t }) }));
    list.push(
      { say: 'Log of the host itself', hint: 'bot.log', run: () => ink.go({ p: 'main', t: 'log' }) },
      { say: 'Back up now', hint: '', run: ink.backup },
      { say: 'Change theme', hint: ink.themeName(), run: ink.theme },
      { say: 'Copy link to this view', hint: '', run: () => ink.copy(location.href, 'The link') },
      { say: 'Stop all projects …', hint: 'asks first', run: () => ink.set({ dialog: 'stopall' }) },
      { say: 'Keys', hint: '?', run: () => ink.set({ dialog: 'help' }) }
    );
    return list;
  }

  function Palette() {
    const [text, setText] = useState('');
    const [at, setAt] = useState(0);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = commands().filter((c) => words.every((w) => c.say.toLowerCase().includes(w))).slice(0, 12);
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
      <input class="palette" autofocus placeholder="Project, action, tab …" value=${text} role="combobox" aria-label="Command"
        aria-expanded="true" aria-controls="found" aria-activedescendant=${found.length ? 'found' + here : ''}
        onInput=${(e) => { setText(e.target.value); setAt(0); }} onKeyDown=${onKey} />
      <ul id="found" role="listbox" aria-label="Found">${found.map((c, i) => html`<li id=${'found' + i} role="option" aria-selected=${i === here}
        onClick=${() => run(c)}><span>${c.say}</span><span class="quiet">${c.hint}</span></li>`)}</ul>
      ${!found.length && html`<p class="quiet">Nothing of that name.</p>`}
    <//>`;
  }

  function Help() {
    const [on, setOn] = useState(ink.pref('keys') !== 'off');
    return html`<${Dialog} label="Keys" onClose=${close}><h2>Keys</h2>
      <table class="keys"><tbody>${KEYS.map(([k, what]) => html`<tr><th scope="row"><kbd>${k}</kbd></th><td>${what}</td></tr>`)}</tbody></table>
      <p><label><input type="checkbox" checked=${on} onChange=${(e) => { ink.pref('keys', e.target.checked ? 'on' : 'off'); setOn(e.target.checked); }} /> single keys work</label></p>
      <p class="quiet">Innkeeper ${ink.state.about ? ink.state.about.version : ''} · <a href="/api/openapi.json">API</a> · <a href="/metrics">metrics</a></p>
      <button autofocus onClick=${close}>Close</button><//>`;
  }

  function StopAll() {
    const [typed, setTyped] = useState('');
    const n = (ink.state.projects || []).filter((r) => r.actions.includes('stop')).length;
    return html`<${Dialog} label="Stop all projects" onClose=${close}><h2>Stop all projects?</h2>
      ${n === 0 ? html`<p>None runs.</p><button autofocus onClick=${close}>Close</button>` : html`<form onSubmit=${(e) => { e.preventDefault(); if (typed === String(n)) { close(); ink.stopAll(); } }}>
        <p><label>This stops ${ink.plural(n, 'project')}. Type ${n} to go on: <input autofocus inputmode="numeric" size="4" value=${typed} onInput=${(e) => setTyped(e.target.value)} /></label></p>
        <p class="row"><button class="act stop armed" disabled=${typed !== String(n)}>Stop ${ink.plural(n, 'project')}</button>
        <button type="button" onClick=${close}>Cancel</button></p></form>`}<//>`;
  }

  ink.Dialogs = function () {
    const which = ink.state.dialog;
    return which === 'palette' ? html`<${Palette} />`
      : which === 'help' ? html`<${Help} />`
        : which === 'stopall' ? html`<${StopAll} />` : null;
  };

  // Goes to a project and presses one of its buttons, once the button is there.
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

  const SINGLE = {
    '/': () => { ink.go({ t: 'log' }); setTimeout(() => { const s = document.getElementById('search'); s && s.focus(); }, 30); },
    j: () => step(1),
    k: () => step(-1),
    f: () => ink.view.follow(!ink.view.status().following),
    e: () => ink.view.jump('.line.error:not(.cont)', 1),
    E: () => ink.view.jump('.line.error:not(.cont)', -1),
    s: () => { const r = ink.selected(); r && ink.arm(r, r.actions.includes('stop') ? 'stop' : 'start'); },
    r: () => { const r = ink.selected(); r && ink.arm(r, 'restart'); },
    w: () => ink.logKeys && ink.logKeys.toggleWrap(),
    d: ink.theme,
    '?': () => ink.set({ dialog: 'help' }),
  };
  ink.TABS.forEach((t, i) => (SINGLE[i + 1] = () => ink.go({ t })));

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
    if (e.key === 'End' && ink.state.at.t === 'log') {
      ink.view.follow(true);
    } else if (SINGLE[e.key]) {
      e.preventDefault();
      SINGLE[e.key]();
    }
  });
})(window.ink);
