// Backups: the changes that a restore would make, its commands, and the time at which each is pruned. Logs: the time at
// which they reach their cap.
(function (ink) {
  'use strict';
  const html = ink.html;

  const names = (ids) => ids.map(ink.nameOf).join(', ');

  function Plan({ plan }) {
    const rows = [['Gained', plan.gained, 'defined in the backup only'], ['Changed back', plan.changed, 'as they were then'], ['Lost', plan.lost, 'defined now only']];
    const none = rows.every(([, ids]) => !ids.length);
    return html`<dl class="config">
      ${none ? html`<div><dt>Projects</dt><dd>the same now and then</dd></div>`
        : rows.map(([what, ids, say]) => html`<div key=${what}><dt>${what}</dt><dd>${ids.length ? names(ids) + ' – ' + say : 'none'}</dd></div>`)}
      <div><dt>Audit record</dt><dd>${plan.newerEntries ? ink.plural(plan.newerEntries, 'entry').replace('entrys', 'entries') + ' newer than the backup; a restore carries them over' : 'nothing is newer than the backup'}</dd></div>
      <div><dt>Rows</dt><dd>${Object.entries(plan.rows).map(([table, n]) => table + ': ' + ink.count(n.now) + ' now, ' + ink.count(n.then) + ' then').join('; ')}</dd></div></dl>`;
  }

  /** The changes that a restore of a backup would make, with its commands. */
  ink.RestorePlan = function ({ manifest }) {
    const name = manifest.name;
    const answer = ink.useAnswer('/api/backups/' + encodeURIComponent(name) + '/plan', 15000);
    return html`<div class="plan">
      <h3>What a restore would change</h3>
      ${answer.value ? html`<${Plan} plan=${answer.value} />` : html`<${ink.Waiting} answer=${answer} what="The plan" />`}
      <h3>Commands, one after another</h3>
      <p>On the command line of this machine; nothing can be restored over HTTP. The same plan there, while the host runs:</p>
      <${ink.Copyable} text=${'innkeeper restore ' + name + ' --dry-run'} what="The dry run" />
      <p>Stop the host, see that it has ended, restore, start it again:</p>
      <${ink.Copyable} text=${'innkeeper restore ' + name} what="The restore" />
      <p>By hand, with DATA_DIR exported and the host stopped:</p>
      <${ink.Copyable} text=${'cp "$DATA_DIR/backups/' + name + '" "$DATA_DIR/bot.db"'} what="The copy" />
      <p class="quiet">A stopped host is found by <code>~/.config/innkeeper.env</code> or <code>./data</code>. If this one lies elsewhere, say <code>${'innkeeper --data DIR restore …'}</code>; <code>innkeeper hosts</code> names DIR while it runs.</p></div>`;
  };

  /** Returns when pruning deletes each backup, by name. */
  ink.useForecast = function (list) {
    const answer = ink.useAnswer('/api/backups/forecast', 60000, list.length);
    return answer.value ? new Map(answer.value.backups.map((b) => [b.name, b])) : new Map();
  };
  ink.goes = function (departure) {
    if (!departure) {
      return '–';
    }
    return (departure.at ? 'in ' + ink.until(departure.at) : departure.keptBy === 'pinned' ? 'never' : '–') + ' · ' + departure.keptBy;
  };

  ink.NoDownload = () => html`<p class="quiet">There is no download: a backup holds the values of variables in clear. Copy it on this machine, as its owner.</p>`;

  /** The time at which logs reach their cap, and the projects that write most. */
  ink.DiskOutlook = function () {
    const answer = ink.useAnswer('/api/disk', 60000);
    const d = answer.value;
    if (!d) {
      return html`<${ink.Waiting} answer=${answer} what="The outlook" />`;
    }
    return html`<div class="outlook"><p><strong>${d.outlook}</strong></p>
      <dl class="facts"><div><dt>Archives now</dt><dd>${ink.bytes(d.archiveBytes)} of ${ink.bytes(d.capBytes)}</dd></div>
        <div><dt>In the end, at most</dt><dd>${ink.bytes(d.mostBytes)}</dd></div>
        <div><dt>Written a day</dt><dd>${ink.bytes(d.bytesPerDay)}</dd></div>
        <div><dt>Free on the disk</dt><dd>${ink.bytes(d.diskFreeBytes)}</dd></div></dl>
      ${d.writers.length > 0 && html`<${ink.Table} label="Who writes most" head=${['Who writes most', 'A day', 'Share', 'On disk', 'Keeps lines of']}>
        ${d.writers.map((w) => html`<tr key=${w.channelId}><th scope="row"><a ...${ink.to({ p: w.channelId })}>${w.name}</a></th><td>${ink.bytes(w.bytesPerDay)}</td>
          <td><meter min="0" max="1" value=${w.share} aria-label=${'Share of ' + w.name}></meter> ${Math.round(w.share * 100)} %</td><td>${ink.bytes(w.logBytes)}</td>
          <td>${w.keepsDays < 1 ? (w.keepsDays * 24).toFixed(0) + ' h' : ink.count(Math.round(w.keepsDays)) + ' d'}</td></tr>`)}<//>`}
      <p class="quiet">At the pace of the last day. What compression saves is left out.</p></div>`;
  };
})(window.ink);
