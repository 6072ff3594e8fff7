// The whole page: the displayed view with its tabs, and the parts around it.
(function (ink) {
  'use strict';
  const { useEffect } = ink.hooks;
  const html = ink.html;
  const phone = window.matchMedia('(max-width: 720px)');
  ink.narrow = () => phone.matches;
  phone.addEventListener('change', () => ink.set({}));

  function Tabs({ shown }) {
    // Several projects together have only the view of their logs.
    const views = shown.scope === 'project' && ink.severalLogs() ? [shown] : ink.views(shown.scope, shown);
    const move = (e) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (by) {
        const next = views[(views.indexOf(shown) + by + views.length) % views.length];
        ink.go(ink.place(next));
        document.getElementById('tab-' + next.id).focus();
      }
    };
    useEffect(() => {
      const tab = document.getElementById('tab-' + shown.id);
      ink.scrollWithin(tab.parentElement, tab);
    }, [shown]);
    return html`<div class="tabs" role="tablist" aria-label="Views" onKeyDown=${move}>${views.map((v) => {
      const badge = v.badge && v.badge();
      return html`<button role="tab" id=${'tab-' + v.id} aria-controls="panel" aria-selected=${v === shown} tabindex=${v === shown ? 0 : -1}
        onClick=${() => ink.go(ink.place(v))}>${v.title}${badge ? html`<b>${badge}</b>` : ''}</button>`;
    })}</div>`;
  }

  function Panel({ shown, id, record }) {
    return html`<div id="panel" class="panel" role="tabpanel" tabindex=${shown.id === 'log' ? null : 0} aria-labelledby=${'tab-' + shown.id}>
      <${shown.component} key=${shown.scope + shown.id} id=${id} record=${record} /></div>`;
  }

  function Project({ shown }) {
    const r = ink.selected();
    return html`<main class="main">
      ${r ? html`<${ink.ProjectHead} key=${r.channelId} r=${r} />`
        : ink.severalLogs() ? html`<${ink.SeveralHead} />`
        : html`<div class="head"><div class="title"><h2>${ink.state.at.p}</h2><span class="quiet">${ink.state.projects
          ? 'There is no such project any more. Its log stays on disk.' : 'The projects cannot be read now: the surface “supervisor” does not serve.'}</span></div></div>`}
      <${Tabs} shown=${shown} /><${Panel} shown=${shown} id=${r && r.channelId} record=${r} /></main>`;
  }

  const Host = ({ shown }) => html`<main class="main">
    <div class="head"><div class="title"><h2>Host ${ink.state.host}</h2></div></div>
    <${Tabs} shown=${shown} /><${Panel} shown=${shown} /></main>`;

  const Home = ({ shown }) => html`<main class="main home"><div id="panel" class="panel"><${shown.component} /></div></main>`;

  // Title and icon show the host's name and how many problems it has.
  function dress() {
    const v = ink.verdict();
    const mark = { pass: '', warn: '▲ ', fail: '✕ ', gone: '… ' }[v.word];
    const title = mark + (v.count ? '(' + v.count + ') ' : '') + (v.word === 'pass' ? '' : v.say + ' – ') + ink.state.host + ' – Innkeeper';
    if (document.title !== title) {
      document.title = title;
    }
    const icon = document.querySelector('link[rel=icon]');
    const href = v.count ? '/icons/' + v.word + '-' + Math.min(v.count, 99) + '.svg' : icon.dataset[v.word];
    if (icon.getAttribute('href') !== href) {
      icon.setAttribute('href', href);
    }
  }

  function App() {
    const s = ink.use();
    useEffect(dress);
    const plain = document.getElementById('plain');
    if (plain) {
      plain.remove();
    }
    const shown = ink.shown();
    useEffect(() => {
      if (shown.scope !== 'home' || /[#&?]t=/.test(location.href)) {
        ink.loadLater();
      }
    }, [shown.scope]);
    const cls = 'app ' + shown.scope + (s.conn.status === 'gone' ? ' stale' : '');
    return html`<div class=${cls}><a class="skip" href="#panel" onClick=${(e) => { e.preventDefault(); document.getElementById('panel').querySelector('[tabindex="0"],a,input,button').focus(); }}>To the content</a>
      <${ink.Header} /><${ink.Banner} />
      <div class="body">${shown.scope === 'project' ? html`<${ink.Rail} /><${Project} shown=${shown} />`
        : shown.scope === 'host' ? html`<${Host} shown=${shown} />` : html`<${Home} shown=${shown} />`}</div>
      <${ink.Toasts} /><${ink.Announcer} /><${ink.Dialogs} /></div>`;
  }

  // The state that the server wrote into the page. The stream continues from there.
  const app = document.getElementById('app');
  ink.reduce.snapshot(JSON.parse(app.dataset.known));
  delete app.dataset.known;
  ink.openFragment();
  window.preact.render(html`<${App} />`, app);
  ink.connect();
})(window.ink);
