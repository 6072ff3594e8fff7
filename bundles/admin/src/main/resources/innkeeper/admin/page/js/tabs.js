// The tabs on the host itself: health, backups and rotation, surfaces.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const CHANGES = 50;
  const TONE = { pass: 'ok', warn: 'warn', fail: 'err' };
  const SHAPE = { pass: '●', warn: '▲', fail: '✕' };
  const RANK = { fail: 0, warn: 1, pass: 2 };

  const Away = ({ what, surface }) => html`<${ink.Empty} title=${what + ' cannot be told now.'}>
    <p>The surface “${surface}” does not serve; it may be being replaced. This fills by itself when it is back.</p><//>`;

  function Check({ name, c }) {
    return html`<li class=${'check ' + TONE[c.status]}>
      <div class="checkhead"><${ink.Tone} tone=${TONE[c.status]}><span aria-hidden="true">${SHAPE[c.status]}</span> ${c.status}<//>
        <strong>${name}</strong><span class="quiet">${c.value || ''}${c.limit ? ' · allowed ' + c.limit : ''}</span></div>
      ${c.output && html`<p>${c.output}</p>`}
      ${c.fix && html`<p class="fix"><strong>What to do:</strong> ${c.fix}</p>`}
    </li>`;
  }

  ink.HealthTab = function () {
    const h = ink.state.health;
    if (!h) {
      return html`<section class="pane"><${Away} what="Health" surface="host" /></section>`;
    }
    const checks = Object.entries(h.checks).sort((a, b) => RANK[a[1].status] - RANK[b[1].status]);
    const ills = checks.filter(([, c]) => c.status !== 'pass').length;
    return html`<section class="pane" aria-label="Health">
      <p class="lead">${ills ? ink.plural(ills, 'check') + (ills === 1 ? ' needs' : ' need') + ' a look, ' : 'Nothing needs a look: '}${
        ink.plural(checks.length - ills, 'check')} pass.</p>
      <ul class="checks">${checks.map(([name, c]) => html`<${Check} key=${name} name=${name} c=${c} />`)}</ul>
    </section>`;
  };

  const restore = (name) => 'innkeeper restore ' + name;
  const byHand = (name) => 'cp "$DATA_DIR/backups/' + name + '" "$DATA_DIR/bot.db"';

  function Backups() {
    const b = ink.state.backups;
    if (!b) {
      return html`<${Away} what="Backups" surface="backup" />`;
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
      ${list.length > 0 && html`<${ink.Table} label="Backups" head=${['Name', 'Age', 'Size', 'Why', 'Verified', 'Audit up to', 'Restore']}>
        ${list.map((m) => html`<tr key=${m.name}><th scope="row" class="mono">${m.name}${m.pinned ? ' 📌' : ''}</th>
          <td>${ink.since(m.createdAt)}</td><td>${ink.bytes(m.bytes)}</td><td>${m.kind}</td>
          <td><${ink.Tone} tone="ok">● ${ink.since(m.verifiedAt)} ago<//></td><td>${m.lastAuditSeq}</td>
          <td><button title=${restore(m.name)} onClick=${() => ink.copy(restore(m.name), 'The command')}>Copy command<span class="vh"> that restores ${m.name}</span></button></td></tr>`)}<//>
        <details class="how"><summary>How to restore</summary>
          <p>On the command line of this machine; nothing can be restored over HTTP. What would change, while the host runs:</p>
          <pre tabindex="0">${restore(list[0].name) + ' --dry-run'}</pre>
          <p>Then stop the host, see that it has ended, restore, start it again:</p>
          <pre tabindex="0">${restore(list[0].name)}</pre>
          <p>A stopped host is found by <code>~/.config/innkeeper.env</code> or <code>./data</code>. If this one lies elsewhere, say <code>${'innkeeper --data DIR restore …'}</code>; <code>innkeeper hosts</code> names DIR while it runs.</p>
          <p>By hand, with DATA_DIR exported: stop the host, see that it has ended, copy, start.</p>
          <pre tabindex="0">${byHand(list[0].name)}</pre></details>`}
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
      return html`<${Away} what="Rotation" surface="rotation" />`;
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

  ink.BackupsTab = () => html`<section class="pane" aria-label="Backups and rotation">
    <h3>Backups</h3><${Backups} /><h3>Rotation</h3><${Rotation} /></section>`;

  const surfaceTone = (s) => (s.state !== 'active' ? 'warn' : s.why ? 'warn' : 'ok');

  const names = (all) => (all.length
    ? html`<ul class="names">${all.map((n) => html`<li title=${n}>${n.slice(n.lastIndexOf('.') + 1)}</li>`)}</ul>`
    : 'nothing');

  const Changes = ({ list, named }) => html`<ol class="entries">${list.map((c) => html`<li class="entry">
    <time datetime=${c.at} title=${c.at}>${ink.day(c.at) === ink.day(ink.now()) ? '' : ink.day(c.at) + ' '}${ink.clockTime(c.at)}</time>
    <span class="what"><strong>${named ? c.name : c.what}</strong> <span class="mono">${c.version}</span></span>
    <span class="who quiet">${named ? c.what : ''}</span></li>`)}</ol>`;

  function Surface({ s }) {
    const [open, setOpen] = useState(false);
    const tone = surfaceTone(s);
    return html`<tr><th scope="row"><button class="link" aria-expanded=${open} onClick=${() => setOpen(!open)}>${s.name}</button></th>
        <td class="mono">${s.version}</td>
        <td><${ink.Tone} tone=${tone}><span aria-hidden="true">${tone === 'ok' ? '●' : '▲'}</span> ${s.state}<//></td>
        <td>${ink.since(s.since)}</td><td>${s.origin === 'user' ? 'you' : 'the release'}</td><td class="text">${s.why || ''}</td></tr>
      ${open && html`<tr class="more"><td colspan="6"><dl>
        <dt>Gives</dt><dd>${names(s.gives)}</dd>
        <dt>Needs</dt><dd>${names(s.needs)}</dd>
        <dt>Since the host started</dt><dd>${s.history.length ? html`<${Changes} list=${s.history.slice().reverse()} />` : 'unchanged'}</dd></dl></td></tr>`}`;
  }

  ink.SurfacesTab = function () {
    const list = ink.state.surfaces;
    if (!list) {
      return html`<section class="pane"><${Away} what="Surfaces" surface="host" /></section>`;
    }
    const changes = list.flatMap((s) => s.history.map((c) => Object.assign({ name: s.name }, c)))
      .sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, CHANGES);
    return html`<section class="pane" aria-label="What serves">
      <p class="lead">Each surface is a bundle that can be replaced while servers run on: <code>innkeeper install FILE.jar</code></p>
      <${ink.Table} label="Surfaces" head=${['Surface', 'Version', 'State', 'Since', 'From', 'Why not']}>
        ${list.map((s) => html`<${Surface} key=${s.name + s.version} s=${s} />`)}<//>
      <h3>Changes since the host started</h3>
      ${changes.length ? html`<${Changes} list=${changes} named=${true} />` : html`<p class="quiet">None.</p>`}
      <p class="quiet">Earlier ones are in the <a href=${ink.fragment({ t: 'timeline' })}>timeline</a> as surface.install.</p>
    </section>`;
  };
})(window.ink);
