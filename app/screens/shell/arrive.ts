import { ROWS } from '../lists/row-link.ts';

export interface Visit {
  /** The router's location key. */
  key: string;
  pathname: string;
  search: string;
  heading: string;
}

/** A focused control, with what finds it, or its position, in a page rendered anew. */
interface Place {
  visit: string;
  element: HTMLElement;
  /** Its ancestors, innermost first. */
  around: readonly Element[];
  /** Selectors, most reliable first. */
  names: readonly string[];
  /** Index of its row in a list. */
  row?: number | undefined;
}

/** Last focused place. */
let last: Place | null = null;

/** Last focused place within the page: the toast with its undo button is outside, and disappears when used. */
let lastInPage: Place | null = null;

/** Last focused place in a row of a list. */
let lastInRow: Place | null = null;

/** The same, if that row disappeared with the last action: an undo brings it back. */
let vanishedInRow: Place | null = null;

/** What had the focus when a form was last sent. */
let sentFrom: Element | null = null;
document.addEventListener('submit', () => (sentFrom = document.activeElement), { capture: true });

/** The error that the last refused form showed, with its words then. */
let refusal: { alert: Element | undefined; text: string } | null = null;

/** Selectors of the last focused control per visited page of this window, by location key, for back and forward. */
const controlsLeft = new Map<string, readonly string[]>();

/** First field of a form that is a page of its own, recognised by its save bar. */
const FIRST_FIELD = 'form:has(.save-bar) :is(input:not([type=hidden]), select, textarea):enabled';
const FOCUSABLE = 'a[href], button:enabled, input:not([type=hidden]):enabled, select:enabled, textarea:enabled, summary';

/**
 * Moves the focus after each navigation within the portal and returns what to announce: the new page's heading.
 *
 * - Another page: its heading, or the first field of a form, unless the page itself moved the focus.
 * - Back and forward: the control that was left, for example the link of a row.
 * - The same page with other contents (filter, sort, page, result of an action): the focus stays, even if its control was rendered anew;
 *   after an undo it returns to the row.
 * - A refused form: its summary of errors or its first invalid field, unless somebody already writes elsewhere.
 * - The same record after a form that names the card it changes (`data-goes-on`): the heading of that card.
 * - A jump by a link within a page is left to the browser.
 *
 * @param now `isAnswer`: the navigation was a form that came back
 * @returns the text to announce: the heading of another page, the part, order or number of rows of the same list, an error that was shown
 * already; '' for nothing
 */
export function arrive(before: Visit | null, now: Visit & { hash: string; isWayBack: boolean; isAnswer: boolean }): string {
  const { key, pathname, search, hash, heading, isWayBack, isAnswer } = now;
  const isSame = before?.pathname === pathname && withoutCount(before.heading) === withoutCount(now.heading);
  if (before?.pathname === pathname && focusCard()) return '';
  // Choosing the current page's own entry in the menu starts it anew.
  if (isSame && !last?.element.closest('#menu')) {
    const again = isAnswer ? meetRefusal() : null;
    if (again !== null) return again;
    const isJump = before.search === search && hash !== '' && last?.element.matches('a') === true;
    if (!isJump && !(isWayBack && focusFirst(controlsLeft.get(key) ?? []))) restoreFocus();
    return describeListChange(before.search, search);
  }
  if (isWayBack && focusFirst(controlsLeft.get(key) ?? [])) return heading;
  if (!isFocusOfPage(key)) focusPage({ hash, withField: before?.pathname !== pathname });
  return heading;
}

/** Announcement for a list in another order, on another page or with other rows: screen readers get no other hint. */
function describeListChange(before: string, now: string): string {
  const [was, is] = [new URLSearchParams(before), new URLSearchParams(now)];
  const changed = [...was.keys(), ...is.keys()].filter((name) => was.get(name) !== is.get(name));
  const head = changed.some((name) => name === 'sort' || name === 'dir') ? pageMain()?.querySelector('th[aria-sort]') : null;
  if (head) return `Ordenado por ${head.textContent}, ${head.ariaSort === 'ascending' ? 'ascendente' : 'descendente'}`;
  const isTurned = changed.includes('page') && changed.every((name) => name === 'page' || name === 'cursor');
  if (isTurned) return pageMain()?.querySelector('[data-pages]')?.textContent.split('.')[0] ?? '';
  // The same search once more changes nothing, but is answered.
  const isAsked = changed.length > 0 || last?.element.closest('form[method=get]');
  return (isAsked && pageMain()?.querySelector<HTMLElement>('[data-announce]')?.dataset['announce']) || '';
}

/** Remembers the focus for the way back to this page. @param state history state at that moment */
export function rememberFocus(element: HTMLElement, state: unknown): void {
  last = placeOf(element, visitOf(state));
  if (last.around.length === 0) return;
  lastInPage = last;
  if (last.row !== undefined) lastInRow = last;
}

const pageMain = () => document.querySelector<HTMLElement>('main');
const pageHead = () => document.querySelector<HTMLElement>('main h1');

/** A list's heading ends with its row count. */
function withoutCount(heading: string): string {
  return heading.replace(/[\d\s+]{1,20}$/, '');
}

function placeOf(element: HTMLElement, visit: string): Place {
  const names = namesOf(element);
  if (element.closest('main')) controlsLeft.set(visit, names);
  const around: Element[] = [];
  for (let outer = element.parentElement; outer?.closest('main'); outer = outer.parentElement) around.push(outer);
  return { visit, element, around, names, row: element.closest<HTMLTableRowElement>(ROWS)?.sectionRowIndex };
}

/** The current location key: the router writes it into the history before rendering the page. */
function visitOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string' ? state.key : 'default';
}

function namesOf(element: HTMLElement): string[] {
  const by = (...attributes: string[]) => {
    const values = attributes.map((attribute) => [attribute, element.getAttribute(attribute) ?? ''] as const);
    if (values.some(([, value]) => value === '')) return [];
    return [element.localName + values.map(([attribute, value]) => `[${attribute}="${CSS.escape(value)}"]`).join('')];
  };
  const isOneOfSome = element.matches('button, [type=checkbox], [type=radio]');
  return [...by('id'), ...by('href'), ...(isOneOfSome ? by('name', 'value') : by('name')), ...by('aria-label'), ...by('data-key')];
}

/** @returns whether one of them exists and took the focus */
function focusFirst(names: readonly string[]): boolean {
  return names.some((name) => [...(pageMain()?.querySelectorAll<HTMLElement>(`${name}:not([type=hidden])`) ?? [])].some(tryFocus));
}

/** An element in a closed menu is hidden: the menu's button is focused instead. */
function tryFocus(element: HTMLElement): boolean {
  const focusable = element.checkVisibility() ? element : element.closest('details')?.querySelector('summary');
  focusable?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement && element.matches('[type=search], [type=text]'))
    element.setSelectionRange(element.value.length, element.value.length);
  return focusable !== undefined && document.activeElement === focusable;
}

/** @returns whether the focus was lost by a form that names the card it changes, and is now on that card's heading */
function focusCard(): boolean {
  const id = last?.element.closest<HTMLElement>('[data-goes-on]')?.dataset['goesOn'];
  const heading = id === undefined ? null : pageMain()?.querySelector<HTMLElement>(`#${CSS.escape(id)} h2`);
  if (!heading || !isFocusLost()) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** @returns what to announce because the page has shown it since an earlier refusal, or ''; null if no form was refused */
function meetRefusal(): string | null {
  const find = (selector: string) => pageMain()?.querySelector<HTMLElement>(selector);
  // A lost connection is said beside the button, even if the form still shows earlier errors.
  const alert = find('.save-bar [role=alert]') ?? find('[role=alert]') ?? undefined;
  const fields = last?.element.closest('form[method=post]')?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [];
  const invalid = [...fields].find((field) => field.checkVisibility());
  const before = refusal;
  refusal = alert || invalid ? { alert, text: alert?.textContent ?? '' } : null;
  if (!refusal) return null;
  const target = alert?.hasAttribute('tabindex') ? alert : invalid;
  const { activeElement } = document;
  const isLost = isFocusLost();
  if (target && (isLost || activeElement === sentFrom || activeElement?.matches('button'))) target.focus();
  // A button that was only disabled meanwhile is still the same.
  else if (isLost && last && !(last.element.isConnected && tryFocus(last.element))) focusFirst(last.names);
  const isRepeated = before?.alert === alert && before?.text === refusal.text;
  return isRepeated && document.activeElement !== alert ? refusal.text : '';
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Restores a lost focus whose control was rendered anew or hidden: on the control again, or as near as possible. */
function restoreFocus(): void {
  if (!isFocusLost() || last === null) return;
  // After saving, start at the first field again.
  if (last.element.closest('.save-bar')) return focusPage({ hash: '', withField: true });
  if (focusFirst(last.names)) return;
  const isOutside = last.around.length === 0;
  if (isOutside && [vanishedInRow, lastInRow, lastInPage].some((place) => focusFirst(place?.names ?? []))) {
    vanishedInRow = null;
    return;
  }
  vanishedInRow = lastInRow;
  if (focusRow(last.row)) return;
  const near = (isOutside ? lastInPage : last)?.around.find((outer) => outer.isConnected && outer.checkVisibility());
  // An ancestor that also contains the heading is too far out to tell where the control was.
  const isFound = near?.querySelector('h1') === null && [...near.querySelectorAll<HTMLElement>(FOCUSABLE)].some(tryFocus);
  // A bulk bar disappears together with its rows.
  if (!isFound && !(lastInRow?.visit === last.visit && focusRow(lastInRow.row))) focusPage({ hash: '', withField: false });
}

/** Focuses the row now at that index, or the last one. */
function focusRow(place: number | undefined): boolean {
  const row = place === undefined ? undefined : [...document.querySelectorAll(ROWS)].slice(0, place + 1).at(-1);
  return [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].some(tryFocus);
}

/** The page itself set the focus, for example on a form's errors. */
function isFocusOfPage(visit: string): boolean {
  return last?.visit === visit && last.element === document.activeElement && last.element.closest('main') !== null;
}

function focusPage({ hash, withField }: { hash: string; withField: boolean }): void {
  const named = hash === '' ? null : document.getElementById(hash.slice(1));
  // Focusing a field on a touch screen would open the keyboard over the page.
  const mayType = withField && !window.matchMedia('(pointer: coarse)').matches;
  const field = mayType ? [...(pageMain()?.querySelectorAll<HTMLElement>(FIRST_FIELD) ?? [])].find((one) => one.checkVisibility()) : null;
  const target = named ?? field ?? pageHead() ?? pageMain();
  if (target === null) return;
  // A phone's drawer, about to close, still makes the page inert.
  target.closest<HTMLElement>('[inert]')?.removeAttribute('inert');
  if (!target.matches(FOCUSABLE)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Exports that Arrival.tsx loads. */
export interface Arrive {
  arrive: typeof arrive;
  rememberFocus: typeof rememberFocus;
}
