// Runs before the first paint: sets the chosen theme, and marks that scripts are about to draw the page.
(function () {
  'use strict';
  var root = document.documentElement;
  // If the scripts do not draw, the content from the server becomes visible.
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
