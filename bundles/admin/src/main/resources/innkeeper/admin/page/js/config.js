// The definition of a project, read-only, and the command that creates it.
(function (ink) {
  'use strict';
  const { useState } = ink.hooks;
  const html = ink.html;
  const HIDDEN = { value: 'hidden', password: 'its password is hidden' };
  const ANSWERS = 8;
  const DID = { 'project.define': 'defined', 'project.change': 'changed', 'project.remove': 'removed' };

  const says = (value) => (value === null || value === undefined ? '–' : value === true ? 'yes' : value === false ? 'no' : String(value));

  function Facts({ rows }) {
    return html`<dl class="config">${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
  }

  const shown = (words) => words.map((w) => (w === '[REDACTED]' ? w : ink.quoted(w))).join(' ');

  function Probe({ probe, results }) {
    if (!probe) {
      return html`<p class="quiet">None. The project is healthy while it runs.</p>`;
    }
    const kind = ['http', 'tcp', 'exec', 'logLine'].find((k) => k in probe);
    return html`<${Facts} rows=${[
      [{ http: 'GET', tcp: 'Connects to', exec: 'Runs', logLine: 'Waits for the line' }[kind], html`<code>${probe[kind]}</code>`],
      ['Every', probe.periodSeconds + ' s, at most ' + probe.timeoutSeconds + ' s, from ' + probe.initialDelaySeconds + ' s after the start'],
      ['Unhealthy after', ink.plural(probe.failures, 'failure') + ' in a row; ' + (probe.liveness ? 'then it is restarted' : 'which is only shown')]]} />
      ${results.length ? html`<ol class="answers" aria-label="Last answers, newest first">${results.slice(-ANSWERS).reverse().map((r) => html`<li>
          <time datetime=${r.at} title=${ink.full(r.at)}>${ink.when(r.at)}</time>
          <${ink.Tone} tone=${r.passed ? 'ok' : 'err'}><span aria-hidden="true">${r.passed ? '●' : '✕'}</span> ${r.passed ? 'passed' : 'failed'}<//>
          <span class="quiet">${r.millis} ms</span> <span>${ink.within(r.output)}</span></li>`)}</ol>`
        : html`<p class="quiet">It has not been answered yet.</p>`}`;
  }

  const links = (ids) => (ids.length
    ? ids.map((id, i) => html`${i ? ', ' : ''}<a ...${ink.to({ p: id })}>${ink.nameOf(id)}</a>`) : '–');

  function Version({ v }) {
    return html`<li class="version"><p><time datetime=${v.at} title=${ink.full(v.at)}>${ink.when(v.at)}</time> <strong>${DID[v.action]}</strong>
        <span class="quiet"> ${ink.actor(v.actor)} · audit ${v.seq}</span></p>
      ${v.changes.length > 0 && html`<ul class="changes">${v.changes.map((c) => html`<li><code>${c.member}</code> ${
        c.before === null && c.after === null ? html`<span class="quiet">changed; what it was is not recorded</span>`
          : html`${c.before !== null && html`<del>${c.before}</del>`}${c.before !== null && c.after !== null && html`<span aria-hidden="true"> → </span>`}${
            c.after === null ? html` <span class="quiet">taken out</span>` : html`<ins>${c.after}</ins>`}`}</li>`)}</ul>`}</li>`;
  }

  function Limits({ d }) {
    const known = ['command', 'directory', 'envFile', 'port', 'autostart', 'restart', 'stopSignal', 'stopSeconds', 'startSeconds', 'health', 'after', 'nice', 'memoryMaxBytes', 'memoryRestartBytes', 'log'];
    const more = Object.keys(d).filter((name) => !known.includes(name));
    return html`<${Facts} rows=${[
      ['Starts', d.autostart ? 'when it is added, and with the host' : 'by command only'],
      ['Is started again', d.restart.replace('-', ' ')],
      ['Counts as started after', d.startSeconds + ' s'],
      ['Stops by', 'SIG' + d.stopSignal + ', after ' + d.stopSeconds + ' s SIGKILL'],
      ['Niceness', says(d.nice)],
      ['Memory limit', d.memoryMaxBytes ? ink.bytes(d.memoryMaxBytes) : 'none'],
      ['Restart above', d.memoryRestartBytes ? ink.bytes(d.memoryRestartBytes) + ' of memory' : 'no limit'],
      ['Log', (d.log.maxBytes ? 'rotates at ' + ink.bytes(d.log.maxBytes) : 'rotates as the host says') + ', '
        + (d.log.maxFiles ? ink.plural(d.log.maxFiles, 'archive') : 'archives as the host says') + '; on a full disk it ' + (d.log.whenFull === 'drop' ? 'drops lines' : 'waits')],
    ].concat(more.map((name) => [name, typeof d[name] === 'object' ? JSON.stringify(d[name]) : says(d[name])]))} />`;
  }

  // A command that lacks options for some members would drop these members, so such a project is changed through a
  // file.
  function Change({ config }) {
    const [form, setForm] = useState(false);
    const id = ink.quoted(config.channelId);
    const lacks = config.add.lacks;
    if (lacks.length > 0) {
      return html`<h3>Change it</h3>
        <p>The command <code>add</code> has no option for ${lacks.join(', ')} and would drop ${lacks.length === 1 ? 'it' : 'them'}. Write the definition to a file, change the file and apply it:</p>
        <${ink.Copyable} text=${'(umask 077; innkeeper export --show-secrets ' + id + ' > ' + id + '.json)'} what="The export command" />
        <${ink.Copyable} text=${'innkeeper apply ' + id + '.json'} what="The apply command" />`;
    }
    return html`<h3>The command that defines it</h3>
      <${ink.Copyable} text=${config.add.text} what="The command" />
      <p><button aria-expanded=${form} onClick=${() => setForm(!form)}>${form ? 'Close the form' : 'Change it: write another command'}</button></p>
      ${form && html`<${ink.AddForm} key=${config.channelId} of=${config} />`}`;
  }

  function Shown({ config }) {
    const d = config.definition;
    const p = config.protection;
    return html`<div class="configuration">
      <p class="lead">Read only: what runs is defined on the command line, never over HTTP. Secrets are left out.</p>
      <h3>Command</h3><pre tabindex="0" aria-label="Command">${shown(d.command)}</pre>
      <${Facts} rows=${[['Directory', html`<code>${d.directory}</code>`], ['Port', says(d.port)], ['File with variables', d.envFile ? html`<code>${d.envFile}</code>` : '–'],
        ['Starts after', links(d.after)], ['Before', links(config.dependents)]]} />
      <h3>Environment</h3>
      ${config.environment.length ? html`<${ink.Table} label="Environment" head=${['Variable', 'From', 'Value']}>${config.environment.map((v) => html`<tr key=${v.name}>
          <th scope="row" class="mono">${v.name}</th><td>${v.from}${v.file ? html` <code>${v.file}</code>` : ''}</td>
          <td>${v.hidden ? html`<${ink.Tone} tone="ok"><span aria-hidden="true">■</span> ${HIDDEN[v.hidden]}<//>` : html`<span class="quiet">not shown here</span>`}</td></tr>`)}<//>`
        : html`<p class="quiet">No variables of its own.</p>`}
      <p class="quiet">${p.names.length ? 'Hidden in the log and everywhere: ' + p.names.join(', ') + '.' : 'No secrets found.'}</p>
      ${p.warnings.map((w) => html`<p class="remark">${w}</p>`)}
      <h3>Health probe</h3><${Probe} probe=${d.health} results=${config.probeResults} />
      <h3>Policy</h3><${Limits} d=${d} />
      <${Change} config=${config} />
      <h3>History</h3>
      ${config.history.length ? html`<ol class="versions">${config.history.map((v) => html`<${Version} key=${v.seq} v=${v} />`)}</ol>`
        : html`<p class="quiet">The audit record tells of no change.</p>`}
    </div>`;
  }

  function Config({ id }) {
    const changes = ink.state.audit.filter((e) => e.channelId === id && e.action.startsWith('project.')).length;
    const answer = ink.useAnswer(id && '/api/projects/' + encodeURIComponent(id) + '/config', 15000, changes);
    return html`<section class="pane">${answer.value ? html`<${Shown} key=${id} config=${answer.value} />`
      : id ? html`<${ink.Waiting} answer=${answer} what="The configuration" />` : html`<${ink.Empty} title="It has no definition any more."><//>`}</section>`;
  }

  ink.addView({ scope: 'host', id: 'add', title: 'Add a project', component: () => html`<section class="pane"><${ink.AddForm} /></section>` });
  ink.addView({ scope: 'project', id: 'config', title: 'Config', component: Config });
})(window.ink);
