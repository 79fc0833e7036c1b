/** Events that make React 18 hydrate at once, on the spot: those that its getEventPriority calls discrete. */
const DISCRETE = `
  beforeinput textInput input change compositionstart compositionupdate compositionend selectionchange paste copy cut
  click dblclick auxclick contextmenu focusin focusout keydown keypress keyup mousedown mouseup
  pointercancel pointerdown pointerup touchcancel touchend touchstart drop dragstart dragend
  reset submit invalid toggle cancel close
`
  .trim()
  .split(/\s+/);

/**
 * Keeps what people do from React until it has taken the page over; the browser does its part all the same (links lead
 * on, forms send, selects change). RemixBrowser suspends at its start, and an event in that moment would make React 18 give
 * the whole page up: "Root did not complete" (remix-run/remix#10214).
 * @returns what ends it
 */
export function holdEarlyEvents(): () => void {
  const hold = (event: Event) => event.stopPropagation();
  for (const type of DISCRETE) window.addEventListener(type, hold, { capture: true });
  return () => {
    for (const type of DISCRETE) window.removeEventListener(type, hold, { capture: true });
  };
}
