// Before the first paint: the chosen theme, and that scripts are about to draw the page.
(function () {
  'use strict';
  var root = document.documentElement;
  // Should they not, what the server wrote is shown after all.
  root.classList.add('js');
  setTimeout(function () {
    root.classList.remove('js');
  }, 500);
  try {
    var theme = localStorage.getItem('innkeeper.theme');
    if (theme === 'dark' || theme === 'light') {
      root.dataset.theme = theme;
    }
  } catch (e) {
    root.dataset.storage = 'none';
  }
})();
