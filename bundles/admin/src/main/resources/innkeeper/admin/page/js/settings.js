// The host's settings, read-only: each value in force and its source.
(function (ink) {
  'use strict';
  const html = ink.html;
  const FROM = { environment: 'environment', data: 'DATA_DIR/conf', release: 'release’s conf', default: 'default' };

  function Settings() {
    const answer = ink.useAnswer('/api/settings', 0, ink.state.about);
    const list = answer.value && answer.value.settings;
    if (answer.error) {
      return html`<section class="pane"><${ink.Waiting} answer=${answer} what="The settings" /></section>`;
    }
    return html`<section class="pane">
      <p class="lead">Settings are changed in the environment of the host, or in <code>DATA_DIR/conf/innkeeper.config</code> while it runs; never over HTTP.</p>
      ${list && html`<${ink.Table} label="Settings of the host" head=${['Setting', 'Value', 'From', 'Default', 'A change', 'Meaning', 'Allowed']}>
        ${list.map((s) => html`<tr key=${s.name}><th scope="row" class="mono key">${s.name}</th><td class="mono">${s.value === null ? '–' : s.value || 'none'}</td>
          <td>${s.source && s.source !== 'default' ? html`<strong>${FROM[s.source]}</strong>` : s.source ? FROM[s.source] : '–'}</td><td class="mono">${s.default || 'none'}</td>
          <td>${s.live ? 'live' : 'at a start'}</td><td class="text">${s.about}</td><td class="text quiet">${s.allowed}</td></tr>`)}<//>`}</section>`;
  }

  ink.addView({ scope: 'host', id: 'settings', title: 'Settings', component: Settings });
})(window.ink);
