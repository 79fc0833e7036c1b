/** Events that make React 18 hydrate synchronously: those that its getEventPriority calls discrete. */
const DISCRETE = `
  beforeinput textInput input change compositionstart compositionupdate compositionend selectionchange paste copy cut
  click dblclick auxclick contextmenu focusin focusout keydown keypress keyup mousedown mouseup
  pointercancel pointerdown pointerup touchcancel touchend touchstart drop dragstart dragend
  reset submit invalid toggle cancel close
`
  .trim()
  .split(/\s+/);

/**
 * Hides events from React until hydration is complete; the browser still handles them (links navigate, forms submit, selects change).
 * RemixBrowser suspends at its start, and an event at that moment would make React 18 give up the whole page: "Root did not complete"
 * (remix-run/remix#10214).
 * @returns a function that stops this
 */
export function blockEarlyEvents(): () => void {
  const hold = (event: Event) => event.stopPropagation();
  for (const type of DISCRETE) window.addEventListener(type, hold, { capture: true });
  return () => {
    for (const type of DISCRETE) window.removeEventListener(type, hold, { capture: true });
  };
}
