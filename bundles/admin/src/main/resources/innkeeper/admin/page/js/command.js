// A form that writes the command for a new or changed project. Its fields are the members of a definition that have an
// option, as GET /api/definition declares them. Nothing of it is sent: it has no action and makes no request with it.
(function (ink) {
  'use strict';
  const { useMemo, useState } = ink.hooks;
  const html = ink.html;
  const MASK = '[REDACTED]';
  const SHELL = /[|&;<>()$`*?[\]#~{}!\n]/;
  const PROBES = { http: 'URL', tcp: 'Port, or HOST:PORT', exec: 'Shell command' };

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

  // Returns what a schema of a single value takes; '' if it takes this text.
  function takes(schema, text) {
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(text)) {
      return 'a text that matches ' + schema.pattern;
    }
    const number = { integer: /^\d+$/, number: /^\d+(\.\d+)?$/ }[schema.type];
    const { minimum, maximum = Infinity } = schema;
    return !number || (number.test(text) && Number(text) >= minimum && Number(text) <= maximum) ? ''
      : (schema.type === 'integer' ? 'a whole number from ' : 'a number from ') + minimum + (maximum === Infinity ? ' up' : ' to ' + maximum);
  }

  function check(member, schema, text, wrong) {
    const allowed = takes(schema, text);
    if (allowed) {
      wrong.push(member.name + ': “' + text + '” is not ' + allowed + '.');
    }
  }

  // Returns the words that set a member of variables: a line is NAME=VALUE, or NAME for a variable of the shell.
  function variables(member, text, wrong, secrets) {
    return text.split('\n').map((line) => line.trim()).filter(Boolean).flatMap((line) => {
      const at = line.indexOf('=');
      const name = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? '' : line.slice(at + 1);
      const files = member.type === 'object of paths';
      check(member, member.schema.propertyNames, name, wrong);
      if (files || at >= 0) {
        check(member, member.schema.additionalProperties, value, wrong);
      }
      return [member.option, name + '=' + (files ? path(value, '"$HOME"', secrets) : at < 0 ? '"${' + name + ':?}"' : ink.quoted(value))];
    });
  }

  // Returns the words that set a member; none if it has its default.
  function words(member, value, f, wrong, secrets) {
    const { name, option, type, schema } = member;
    if (name === 'health') {
      if (value && !f.target) {
        wrong.push('The probe lacks what it asks.');
      }
      return value ? [option, value + ':' + masked(f.target, secrets)] : [];
    }
    if (value === '' || value === first(schema) || (name === 'name' && value === f.channelId)) {
      return [];
    }
    if (schema.type === 'object') {
      return variables(member, value, wrong, secrets);
    }
    check(member, schema, value, wrong);
    return schema.type === 'boolean' ? [option] : [option, type === 'path' ? path(value, '~', secrets) : ink.quoted(value)];
  }

  // Returns the first content of a field.
  const first = ({ type, default: usual = '' }) => (type === 'boolean' ? usual : type === 'object' ? '' : String(usual));

  /** Returns the command for the content of the form, and what is wrong with that content. */
  ink.addCommand = function (members, f) {
    const wrong = [];
    const secrets = { count: 0 };
    const id = members.find((m) => m.name === 'channelId');
    check(id, id.schema, f.channelId, wrong);
    const known = !wrong.length;
    const out = ['innkeeper', 'add', ink.quoted(f.channelId)];
    members.filter((m) => m.option).forEach((m) => out.push(...words(m, f[m.name], f, wrong, secrets)));
    const line = ink.words(f.command);
    if (line.open) {
      wrong.push('A quote in the command is not closed.');
    } else if (!line.words.length) {
      wrong.push('The command is missing.');
    }
    out.push('--', ...(f.shell ? ['sh', '-c', f.command.trim()] : line.words).map((w) => masked(w, secrets)));
    return { text: out.join(' '), wrong, needsShell: known && line.shell && !f.shell && !line.open };
  };

  // Returns the content of an empty form.
  const empty = (members) => Object.assign({ channelId: '', command: '', shell: false, target: '' },
    ...members.filter((m) => m.option).map((m) => ({ [m.name]: first(m.schema) })));

  // Returns the content of the form for a project, from the answer of GET /api/projects/ID/config.
  function contentOf(members, config) {
    const d = config.definition;
    const f = empty(members);
    for (const { name, schema } of members.filter((m) => m.option)) {
      if (schema.type === 'object') {
        f[name] = config.environment.filter((v) => v.from === name).map((v) => v.name + (v.file ? '=' + v.file : '')).join('\n');
      } else if (d[name] !== null && d[name] !== undefined) {
        f[name] = schema.type === 'boolean' ? d[name] : String(d[name]);
      }
    }
    const health = Object.keys(PROBES).find((kind) => d.health && kind in d.health) || '';
    return Object.assign(f, {
      channelId: config.channelId, name: config.name === config.channelId ? '' : config.name, health, target: health ? String(d.health[health]) : '',
      command: d.command.map((w) => (w.includes(MASK) ? w.split(MASK).map((p) => (p ? ink.quoted(p) : '')).join(MASK) : ink.quoted(w))).join(' '),
    });
  }

  function Form({ members, of }) {
    const [f, setForm] = useState(of ? contentOf(members, of) : empty(members));
    const [touched, setTouched] = useState(Boolean(of));
    const made = useMemo(() => ink.addCommand(members, f), [members, f]);
    const set = (name) => (e) => {
      const value = e.target.type === 'checkbox' ? e.target.checked : e.target.value;
      setTouched(true);
      setForm((before) => Object.assign({}, before, { [name]: value }));
    };
    const label = (name, says, wide, control) => html`<label class=${'field ' + (wide ? 'wide' : '')} key=${name}><span><b>${name}</b> ${says}</span>${control}</label>`;
    const text = (name, says, wide, more) => label(name, says, wide, html`<input type="text" name=${name} autocomplete="off" autocapitalize="off"
      spellcheck=${false} ...${more || {}} value=${f[name]} onInput=${set(name)} />`);
    const choice = (name, says, values) => label(name, says, false, html`<select name=${name} value=${f[name]} onChange=${set(name)}>
      <${ink.Options} list=${values} chosen=${f[name]} /></select>`);
    const tick = (name, says, wide) => html`<label class=${'check1 ' + (wide ? 'wide' : '')} key=${name}><input type="checkbox" name=${name} checked=${f[name]} onChange=${set(name)} /> <span>${says}</span></label>`;
    // Returns the field of a member, by its schema.
    const field = ({ name, type, schema }) => {
      const says = schema.description.replace(': see below', '');
      return name === 'command' ? html`${text(name, says, true, { required: true, placeholder: 'node server.js' })}
          ${tick('shell', 'Run it with a shell (sh -c)', true)}
          ${made.needsShell && html`<p class="remark wide">Without a shell, characters such as | > * $ reach the program as they are.</p>`}`
        : name === 'health' ? html`${choice(name, says, [['', 'none'], ...Object.keys(PROBES).map((kind) => [kind])])}
          ${f.health && text('target', PROBES[f.health], true)}`
        : schema.enum ? choice(name, says, schema.enum.map((word) => [word]))
        : schema.type === 'boolean' ? tick(name, html`<b>${name}</b> ${says}`)
        : schema.type === 'object' ? label(name, says + (type === 'object of paths' ? ' NAME=PATH, one a line.' : ' NAME=VALUE, or NAME to be asked for.'), false,
          html`<textarea name=${name} rows="2" autocomplete="off" spellcheck=${false} value=${f[name]} onInput=${set(name)}></textarea>`)
        : text(name, says, false, { required: name === 'channelId', inputmode: schema.minimum === undefined ? undefined : 'decimal' });
    };
    return html`<form class="addform" aria-label="The command for a project" onSubmit=${(e) => e.preventDefault()}>
      <p class="quiet">The form writes a command for this machine’s terminal. Nothing of it leaves this page.</p>
      <div class="formfields">${members.filter((m) => m.option || m.name === 'channelId' || m.name === 'command').map(field)}</div>
      <div class="made" aria-live="polite">${!touched ? html`<p class="quiet">The command appears here.</p>`
        : made.wrong.length ? html`<ul class="wrong">${made.wrong.map((w) => html`<li>${w}</li>`)}</ul>`
          : html`<${ink.Copyable} text=${made.text} what="The command" />
            ${made.text.includes(':?}') && html`<p class="quiet">Set the variables in <code>${'"${…:?}"'}</code> first, or write the values in their place. The shell refuses the command without them.</p>`}`}</div>
    </form>`;
  }

  /** The form. of: the answer of GET /api/projects/ID/config; undefined for a new project. */
  ink.AddForm = function ({ of }) {
    const answer = ink.useAnswer('/api/definition', 0);
    return answer.value ? html`<${Form} members=${answer.value.members} of=${of} />` : html`<${ink.Waiting} answer=${answer} what="The form" />`;
  };
})(window.ink);
