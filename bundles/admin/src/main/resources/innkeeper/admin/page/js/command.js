// A form that writes the command for a new or changed project. Nothing of it is sent: it has no action and makes no
// request.
(function (ink) {
  'use strict';
  const { useMemo, useState } = ink.hooks;
  const html = ink.html;
  const MASK = '[REDACTED]';
  const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;
  const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
  const SHELL = /[|&;<>()$`*?[\]#~{}!\n]/;

  /** Quotes a word for a POSIX shell. */
  ink.quoted = (word) => (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'");

  // Replaces each hidden value by a variable: a shell refuses the command until the variable is set.
  function masked(text, secrets) {
    const word = text.split(MASK)
      .map((piece, i) => (i ? '"${SECRET_' + (secrets.count += 1) + ':?}"' : '') + (piece ? ink.quoted(piece) : ''))
      .join('');
    return word || "''";
  }
  const path = (p, home, secrets) => (p === '~' ? home : p.startsWith('~/') ? home + '/' + masked(p.slice(2), secrets) : masked(p, secrets));

  /**
   * Splits a line into words as a shell does. Otherwise it returns what is wrong with the line, or that the line needs
   * a shell.
   */
  ink.words = function (line) {
    const words = [];
    let word = null;
    let quote = '';
    let shell = false;
    const text = line.split(MASK).join('\u0000');
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (quote === "'" ? c === "'" : quote === '"' && c === '"') {
        quote = '';
      } else if (quote === "'") {
        word += c;
      } else if (c === '\\' && i + 1 < text.length && (!quote || '"\\$`'.includes(text[i + 1]))) {
        i += 1;
        word = (word || '') + text[i];
      } else if (quote) {
        shell = shell || c === '$' || c === '`';
        word += c;
      } else if (c === "'" || c === '"') {
        quote = c;
        word = word || '';
      } else if (/\s/.test(c)) {
        if (word !== null) {
          words.push(word);
        }
        word = null;
        shell = shell || c === '\n';
      } else {
        shell = shell || SHELL.test(c);
        word = (word || '') + c;
      }
    }
    if (word !== null) {
      words.push(word);
    }
    return { words: words.map((w) => w.split('\u0000').join(MASK)), shell, open: Boolean(quote) };
  };

  const lines = (text) => text.split('\n').map((l) => l.trim()).filter(Boolean);

  function variables(option, text, wrong, out) {
    for (const line of lines(text)) {
      const at = line.indexOf('=');
      const name = at < 0 ? line : line.slice(0, at);
      if (!VARIABLE.test(name)) {
        wrong.push('“' + name + '” is no name of a variable: letters, digits and _, not starting with a digit.');
      } else {
        out.push(option, name + '=' + (at < 0 ? '"${' + name + ':?}"' : ink.quoted(line.slice(at + 1))));
      }
    }
  }

  /** Returns the command for the content of the form, and what is wrong with that content. */
  ink.addCommand = function (f) {
    const wrong = [];
    const secrets = { count: 0 };
    const out = ['innkeeper', 'add', ink.quoted(f.id)];
    const known = (f.id && ID.test(f.id) && f.id !== 'main') || wrong.push('The id is 1 to 64 letters, digits, dots, - and _, not “main”, and does not start with a dot.');
    if (f.name && f.name !== f.id) {
      if (!ID.test(f.name)) {
        wrong.push('The name takes what the id takes.');
      }
      out.push('--name', ink.quoted(f.name));
    }
    if (f.dir) {
      out.push('--dir', path(f.dir, '~', secrets));
    }
    variables('--env', f.env, wrong, out);
    variables('--secret-env', f.secretEnv, wrong, out);
    for (const line of lines(f.secretFiles)) {
      const at = line.indexOf('=');
      if (at < 1 || !VARIABLE.test(line.slice(0, at)) || at === line.length - 1) {
        wrong.push('A secret file is written NAME=PATH.');
      } else {
        out.push('--secret-file', line.slice(0, at + 1) + path(line.slice(at + 1), '"$HOME"', secrets));
      }
    }
    if (f.envFile) {
      out.push('--env-file', path(f.envFile, '~', secrets));
    }
    if (!f.autostart) {
      out.push('--no-autostart');
    }
    if (f.port) {
      if (!/^\d+$/.test(f.port) || Number(f.port) < 1 || Number(f.port) > 65535) {
        wrong.push('The port is a whole number from 1 to 65535.');
      }
      out.push('--port', ink.quoted(f.port));
    }
    if (f.restart !== 'on-failure') {
      out.push('--restart', f.restart);
    }
    if (f.stopSignal !== 'TERM') {
      out.push('--stop-signal', f.stopSignal);
    }
    if (f.stopSeconds && f.stopSeconds !== '10') {
      if (!/^\d+(\.\d+)?$/.test(f.stopSeconds) || Number(f.stopSeconds) > 3600) {
        wrong.push('The seconds to stop are a number from 0 to 3600.');
      }
      out.push('--stop-seconds', ink.quoted(f.stopSeconds));
    }
    if (f.probe) {
      if (!f.target) {
        wrong.push('The probe lacks what it asks.');
      }
      out.push('--health', f.probe + ':' + masked(f.target, secrets));
    }
    const line = ink.words(f.command);
    if (line.open) {
      wrong.push('A quote in the command is not closed.');
    } else if (!line.words.length) {
      wrong.push('The command is missing.');
    }
    const words = f.shell ? ['sh', '-c', f.command.trim()] : line.words;
    out.push('--', ...words.map((w) => masked(w, secrets)));
    return { text: out.join(' '), wrong, needsShell: known && line.shell && !f.shell && !line.open };
  };

  const NEW = {
    id: '', name: '', dir: '', command: '', shell: false, port: '', env: '', secretEnv: '', secretFiles: '', envFile: '',
    autostart: true, restart: 'on-failure', stopSignal: 'TERM', stopSeconds: '10', probe: '', target: '',
  };

  /** Returns the content of the form for a project, from the answer of GET /api/projects/ID/config. */
  ink.formOf = function (config) {
    const d = config.definition;
    const of = (from) => config.environment.filter((v) => v.from === from);
    const probe = ['http', 'tcp', 'exec'].find((kind) => d.health && kind in d.health) || '';
    return {
      id: config.channelId, name: config.name === config.channelId ? '' : config.name, dir: d.directory,
      command: d.command.map((w) => (w.includes(MASK) ? w.split(MASK).map((p) => (p ? ink.quoted(p) : '')).join(MASK) : ink.quoted(w))).join(' '),
      shell: false, port: d.port ? String(d.port) : '',
      env: of('env').map((v) => v.name).join('\n'), secretEnv: of('secretEnv').map((v) => v.name).join('\n'),
      secretFiles: of('secretFiles').map((v) => v.name + '=' + v.file).join('\n'), envFile: d.envFile || '',
      autostart: d.autostart, restart: d.restart, stopSignal: d.stopSignal, stopSeconds: String(d.stopSeconds),
      probe, target: probe ? String(d.health[probe]) : '',
    };
  };

  /** The form. of: its first content, from ink.formOf; undefined for a new project. */
  ink.AddForm = function ({ of }) {
    const [f, setForm] = useState(of || NEW);
    const [touched, setTouched] = useState(Boolean(of));
    const made = useMemo(() => ink.addCommand(f), [f]);
    const set = (name) => (e) => {
      const value = e.target.type === 'checkbox' ? e.target.checked : e.target.value;
      setTouched(true);
      setForm((before) => Object.assign({}, before, { [name]: value }));
    };
    const text = (name, label, more) => html`<label class=${'field ' + ((more || {}).wide ? 'wide' : '')}><span>${label}</span>
      <input type="text" autocomplete="off" autocapitalize="off" spellcheck=${false} ...${(more || {}).give || {}} value=${f[name]} onInput=${set(name)} /></label>`;
    const area = (name, label) => html`<label class="field"><span>${label}</span>
      <textarea rows="2" autocomplete="off" spellcheck=${false} value=${f[name]} onInput=${set(name)}></textarea></label>`;
    const choice = (name, label, values) => html`<label class="field"><span>${label}</span>
      <select value=${f[name]} onChange=${set(name)}><${ink.Options} list=${values} chosen=${f[name]} /></select></label>`;
    const same = (all) => all.map((value) => [value]);
    return html`<form class="addform" aria-label="The command for a project" onSubmit=${(e) => e.preventDefault()}>
      <p class="quiet">The form writes a command for this machine’s terminal. Nothing of it leaves this page.</p>
      <div class="formfields">
        ${text('id', 'Id', { give: { required: true } })}
        ${text('port', 'Port', { give: { inputmode: 'numeric' } })}
        ${text('command', 'Command, with its arguments', { wide: true, give: { required: true, placeholder: 'node server.js' } })}
        <label class="check1 wide"><input type="checkbox" checked=${f.shell} onChange=${set('shell')} /> Run it with a shell (sh -c)</label>
        ${made.needsShell && html`<p class="remark wide">Without a shell, characters such as | &gt; * $ reach the program as they are.</p>`}
        ${text('dir', 'Directory', { give: { placeholder: 'where the command is run' } })}
        ${text('name', 'Name of its log', { give: { placeholder: 'the id' } })}
        ${area('env', 'Variables: NAME=VALUE, or NAME to be asked for')}
        ${area('secretEnv', 'Secret variables: NAME, one a line')}
        ${area('secretFiles', 'Secret files: NAME=PATH')}
        ${text('envFile', 'File with variables')}
        ${choice('restart', 'Start again', [['on-failure', 'on failure'], ['always'], ['never']])}
        ${choice('probe', 'Health probe', [['', 'none'], ['http'], ['tcp'], ['exec']])}
        ${f.probe && text('target', { http: 'URL', tcp: 'Port, or HOST:PORT', exec: 'Shell command' }[f.probe], { wide: true })}
        ${choice('stopSignal', 'Stop signal', same(['TERM', 'INT', 'QUIT', 'HUP', 'USR1', 'USR2', 'KILL']))}
        ${text('stopSeconds', 'Seconds until it is killed', { give: { inputmode: 'decimal' } })}
        <label class="check1"><input type="checkbox" checked=${f.autostart} onChange=${set('autostart')} /> Start it now, and with the host</label>
      </div>
      <div class="made" aria-live="polite">${!touched ? html`<p class="quiet">The command appears here.</p>`
        : made.wrong.length ? html`<ul class="wrong">${made.wrong.map((w) => html`<li>${w}</li>`)}</ul>`
          : html`<${ink.Copyable} text=${made.text} what="The command" />
            ${made.text.includes(':?}') && html`<p class="quiet">Set the variables in <code>${'"${…:?}"'}</code> first, or write the values in their place. The shell refuses the command without them.</p>`}`}</div>
    </form>`;
  };
})(window.ink);
