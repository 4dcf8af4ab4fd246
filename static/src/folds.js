// A link into a fold opens it; browsers that do so by themselves find it open already.
export function openTarget(page) {
  const open = () => {
    const target = location.hash.length > 1 && page.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = target && target.closest('details'); fold; fold = fold.parentElement.closest('details')) {
      if (!fold.open) { fold.open = true; target.scrollIntoView(); }
    }
  };
  addEventListener('hashchange', open);
  page.addEventListener('click', (event) => { if (event.target.closest('a[href*="#"]')) setTimeout(open); });
  open();
}

// On paper every fold is open, and afterwards each is as it was. Newer browsers do so by the style sheet alone.
export function unfoldOnPaper(page) {
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...page.querySelectorAll('main details:not([open], .aid)')];
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => { for (const fold of opened) fold.open = false; });
}
