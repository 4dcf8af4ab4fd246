"""Somebody who has a keyboard and no pointer: every step is a pressed key, and each stop of the focus is looked at."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

_STOP = """(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const ringed = (element) => { const ring = getComputedStyle(element);
    return (ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2) || ring.boxShadow !== 'none'; };
  const words = (element) => (element?.textContent ?? '').trim().replace(/\\s+/g, ' ');
  const names = one.getAttribute('aria-labelledby');
  const called = names ? names.split(' ').map((id) => words(document.getElementById(id))).join(' ')
    : one.getAttribute('aria-label') ?? words(one.labels?.[0] ?? one);
  const box = one.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const over = [top + 4, (top + bottom) / 2, bottom - 4].map((y) => document.elementFromPoint(x, y))
    .map((on) => (on && !one.contains(on) && !on.contains(one) && !on.closest('label') ? on.outerHTML.slice(0, 80) : ''));
  const label = one.closest('label');
  return {called, group: words(one.closest('fieldset')?.querySelector('legend')),
    ringed: ringed(one) || Boolean(label && ringed(label)) || Boolean(one.closest('.cm-focused')),
    hidden: one.matches('.skip') ? false : box.bottom <= 0 || box.top >= innerHeight,
    covered: over.every(Boolean) ? over[0] : '',
    html: one.outerHTML.slice(0, 120)};
})()"""


# Keystroke-level model, in seconds: a pressed key, and a decision.
KEY, DECISION = 0.28, 1.35


@dataclass
class Hands:
    """Ten fingers. `wrong` gathers what is amiss with the stops on the way; keys and decisions are counted."""

    page: Page
    wrong: list[str] = field(default_factory=list)
    keys_pressed: int = 0
    decisions: int = 0

    @property
    def seconds(self) -> float:
        """What a practised person needs for what was done so far, without waiting for pages."""
        return KEY * self.keys_pressed + DECISION * self.decisions

    def press(self, *names: str) -> None:
        for name in names:
            self.keys_pressed += 1
            self.page.keyboard.press(name)

    def reach(self, label: str, *, of: str = "", back: bool = False, most: int = 90) -> None:
        """Tab until the focus is on what is called so, within the fieldset that is called `of` where one is named."""
        passed: list[str] = []
        self.decisions += 1
        for _ in range(most):
            self.press("Shift+Tab" if back else "Tab")
            stop = self.page.evaluate(_STOP)
            if stop is None:
                continue
            for _ in range(60):  # a field of another maker's tells it some frames later
                if stop["ringed"]:
                    break
                stop = self.page.evaluate(f"new Promise(requestAnimationFrame).then(() => {_STOP})")
            self._look(stop)
            passed.append(stop["called"][:30])
            rest = stop["called"].removeprefix(label) if stop["called"].startswith(label) else "x"
            if not rest[:1].isalpha() and stop["group"].startswith(of):
                return
        raise AssertionError(f"{label} is not reached by Tab on {self.page.url}; passed: {passed}")

    def _look(self, stop: dict[str, str]) -> None:
        for name, told in (("hidden", "out of sight"), ("covered", "covered")):
            if stop[name]:
                self.wrong.append(f"{told}: {stop['html']} {stop[name]}")
        if not stop["ringed"]:
            self.wrong.append(f"no mark of the focus: {stop['html']}")

    def type(self, text: str, into: str = "", *, of: str = "") -> None:
        """Type; in a list that is closed that goes to the first line which begins so."""
        if into:
            self.reach(into, of=of)
        self.keys_pressed += len(text)
        self.page.keyboard.type(text)

    def instead(self, text: str, into: str) -> None:
        """Type over what stands in a field."""
        self.reach(into)
        self.press("Control+a")
        self.type(text)

    def go(self, label: str, *, of: str = "", back: bool = False) -> None:
        """Reach a link or a button, and wait for the page that it leads to, which has something to go on from."""
        self.reach(label, of=of, back=back)
        with self.page.expect_navigation():
            self.press("Enter")
        self.page.wait_for_load_state()

    def at(self) -> str:
        """What the focus is on, in words; nothing where the page begins."""
        stop = self.page.evaluate(_STOP)
        return stop["called"] if stop else ""
