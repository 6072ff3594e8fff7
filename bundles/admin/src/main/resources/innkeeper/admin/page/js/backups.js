// Backups and rotation of the host.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;

  function Backup({ m, departure }) {
    const [open, setOpen] = useState(false);
    return html`<tr><th scope="row" class="mono"><button class="link" aria-expanded=${open} onClick=${() => setOpen(!open)}>${m.name}</button>${m.pinned ? ' 📌' : ''}</th>
        <td>${ink.since(m.createdAt)}</td><td>${ink.bytes(m.bytes)}</td><td>${m.kind}</td>
        <td><${ink.Tone} tone="ok">● ${ink.since(m.verifiedAt)} ago<//></td><td>${m.lastAuditSeq}</td>
        <td class="text">${ink.goes(departure)}</td></tr>
      ${open && html`<tr class="more"><td colspan="7"><${ink.RestorePlan} manifest=${m} /></td></tr>`}`;
  }

  function List({ list }) {
    const forecast = ink.useForecast(list);
    return html`<${ink.Table} label="Backups" head=${['Name, and its restore', 'Age', 'Size', 'Why', 'Verified', 'Audit up to', 'Pruned, kept as']}>
      ${list.map((m) => html`<${Backup} key=${m.name} m=${m} departure=${forecast.get(m.name)} />`)}<//><${ink.NoDownload} />`;
  }

  function Backups() {
    const b = ink.state.backups;
    if (!b) {
      return html`<${ink.Away} what="Backups" surface="backup" />`;
    }
    const s = b.status;
    const phase = ink.state.backupPhase;
    const running = Boolean(phase) || s.running;
    const list = b.list.slice().reverse();
    return html`<div>
      <dl class="facts">
        <div><dt>Newest</dt><dd>${s.lastSuccessAt ? ink.since(s.lastSuccessAt) + ' old' : 'none yet'}</dd></div>
        <div><dt>Next</dt><dd>${s.nextDueAt ? 'in ' + ink.until(s.nextDueAt) : 'on demand'}</dd></div>
        <div><dt>Verified</dt><dd>${ink.count(s.verifiedCount)}</dd></div>
        <div><dt>Size</dt><dd>${ink.bytes(s.totalBytes)}</dd></div>
        <div><dt>Restore rehearsed</dt><dd>${s.lastRehearsalAt ? ink.since(s.lastRehearsalAt) + ' ago' : 'not yet'}</dd></div>
      </dl>
      ${s.lastError && html`<p class="alert">The last attempt failed: ${s.lastError}</p>`}
      ${s.lastRehearsalError && html`<p class="alert">The last rehearsal failed: ${s.lastRehearsalError}</p>`}
      <p class="row"><button class="act" disabled=${running} onClick=${ink.backup}>${running ? 'Backing up …' : 'Back up now'}</button>
        <button onClick=${() => ink.copy(ink.curl('POST', '/api/backups'), 'The command')}>Copy as curl</button>
        ${running && html`<progress max="100" value=${phase ? phase.percent : s.progress * 100} aria-label="Backup"></progress>
          <span class="quiet">${phase ? phase.phase : ''}</span>`}</p>
      ${list.length === 0 && html`<${ink.Empty} title="No backup yet."><p>One is made by itself when it is due, or now by the button.</p><//>`}
      ${list.length > 0 && html`<${List} list=${list} />`}
    </div>`;
  }

  function nextTurn(next) {
    if (!next) {
      return '–';
    }
    if (next.failing) {
      return html`<${ink.Tone} tone="warn">▲ ${next.failing}<//>`;
    }
    const ahead = [next.expected, next.at].filter(Boolean).map((t) => Date.parse(t) - ink.now());
    return ahead.length ? 'in about ' + ink.span(Math.max(0, Math.min(...ahead))) : 'in ' + ink.bytes(next.bytesLeft);
  }

  function Rotation() {
    const logs = ink.state.rotation;
    if (!logs) {
      return html`<${ink.Away} what="Rotation" surface="rotation" />`;
    }
    if (!logs.length) {
      return html`<${ink.Empty} title="No log yet."><p>Logs appear here with the first line a server prints.</p><//>`;
    }
    return html`<${ink.Table} label="Rotation" head=${['Log', 'Filled', 'Next turn', 'Archives', 'Their size', 'Oldest', 'Action']}>
      ${logs.map((l) => html`<tr key=${l.name}><th scope="row">${l.name}</th>
        <td><meter min="0" max=${l.maxBytes} value=${l.bytes} aria-label=${'Filled: ' + l.name}></meter> ${ink.bytes(l.bytes)} of ${ink.bytes(l.maxBytes)}</td>
        <td>${nextTurn(l.nextTurn)}</td>
        <td>${l.archives.length}</td><td>${ink.bytes(l.archiveBytes)}</td><td>${l.oldest ? ink.since(l.oldest) : '–'}</td>
        <td><button onClick=${() => ink.rotate(l.name)}>Rotate<span class="vh"> ${l.name}</span></button></td></tr>`)}<//>`;
  }

  ink.addView({ scope: 'host', id: 'backups', title: 'Backups',
    component: () => html`<section class="pane"><${Backups} /></section>` });
  ink.addView({ scope: 'host', id: 'rotation', title: 'Rotation',
    component: () => html`<section class="pane"><${ink.DiskOutlook} /><h3>Logs</h3><${Rotation} /></section>` });
})(window.ink);
