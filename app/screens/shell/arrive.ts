import { ROWS } from '../lists/row-link.ts';

export interface Visit {
  /** The router's name of it. */
  key: string;
  pathname: string;
  search: string;
  heading: string;
}

/** A control that has the focus, with what finds it or its place again in a page that was drawn anew. */
interface Place {
  visit: string;
  element: HTMLElement;
  /** From the inside to the outside. */
  around: readonly Element[];
  /** Selectors, the surest first. */
  names: readonly string[];
  /** Of its row in a list. */
  row?: number | undefined;
}

/** Where the focus was last. */
let last: Place | null = null;

/** Where it was last in the page itself: what tells of an act and undoes it stands outside, and goes when it is pressed. */
let lastInPage: Place | null = null;

/** Where it was last in a row of a list. */
let lastInRow: Place | null = null;

/** The same, when that row went with what was done: undone, it is there again. */
let gone: Place | null = null;

/** The same in the pages of this window that were left, by the key of their visit: the way back leads there. */
const left = new Map<string, readonly string[]>();

/** Of a form that is a page of its own: it has a bar to save. */
const FIRST_FIELD = 'form:has(.save-bar) :is(input:not([type=hidden]), select, textarea):enabled';
const FOCUSABLE = 'a[href], button:enabled, input:not([type=hidden]):enabled, select:enabled, textarea:enabled, summary';

/**
 * Where the focus goes after each move within the portal, and what is read out of the new page: its heading, since all pages have one title.
 *
 * - Another page: its heading, or the first field of a form, unless the page itself put the focus somewhere.
 * - Back and forward: the control that was left, for example the link of a row.
 * - The same page with other contents (filter, sort, page, what was just done): the focus stays, also where its control was drawn anew; what
 *   was undone gives it back to the row.
 * - The same record after a form that says which card it changes (`data-goes-on`): the heading of that card.
 * - A jump within a page is the browser's.
 *
 * @returns what is to be read out: the heading of another page, the part or order of the same; '' for nothing
 */
export function arrive(before: Visit | null, now: Visit & { hash: string; isWayBack: boolean }): string {
  const { key, pathname, search, hash, heading, isWayBack } = now;
  const isSame = before?.pathname === pathname && withoutCount(before.heading) === withoutCount(now.heading);
  if (before?.pathname === pathname && focusCard()) return '';
  // Who chooses in the menu the entry of the page that shows begins anew.
  if (isSame && !last?.element.closest('#menu')) {
    const isJump = before.search === search && hash !== '';
    if (!isJump && !(isWayBack && focusFirst(left.get(key) ?? []))) keepFocus();
    return turned(before.search, search);
  }
  if (isWayBack && focusFirst(left.get(key) ?? [])) return heading;
  if (!isFocusOfPage(key)) focusPage({ hash, withField: before?.pathname !== pathname });
  return heading;
}

/** Of a list that shows in another order, or another page of it: nothing else says so to who does not see it. */
function turned(before: string, now: string): string {
  const [was, is] = [new URLSearchParams(before), new URLSearchParams(now)];
  const changed = [...was.keys(), ...is.keys()].filter((name) => was.get(name) !== is.get(name));
  const head = changed.some((name) => name === 'sort' || name === 'dir') ? pageMain()?.querySelector('th[aria-sort]') : null;
  if (head) return `Ordenado por ${head.textContent}, ${head.ariaSort === 'ascending' ? 'ascendente' : 'descendente'}`;
  const isTurned = changed.includes('page') && changed.every((name) => name === 'page' || name === 'cursor');
  return isTurned ? (pageMain()?.querySelector('[data-pages]')?.textContent.split('.')[0] ?? '') : '';
}

/** Where the focus came, for the way back to this page. @param state of the history at that moment */
export function rememberFocus(element: HTMLElement, state: unknown): void {
  last = placeOf(element, visitOf(state));
  if (last.around.length === 0) return;
  lastInPage = last;
  if (last.row !== undefined) lastInRow = last;
}

const pageMain = () => document.querySelector<HTMLElement>('main');
const pageHead = () => document.querySelector<HTMLElement>('main h1');

/** A list's heading ends with how many there are. */
function withoutCount(heading: string): string {
  return heading.replace(/[\d\s+]{1,20}$/, '');
}

function placeOf(element: HTMLElement, visit: string): Place {
  const names = namesOf(element);
  if (element.closest('main')) left.set(visit, names);
  const around: Element[] = [];
  for (let outer = element.parentElement; outer?.closest('main'); outer = outer.parentElement) around.push(outer);
  return { visit, element, around, names, row: element.closest<HTMLTableRowElement>(ROWS)?.sectionRowIndex };
}

/** The visit that the browser is at: the router writes it into the history before it draws the page. */
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

/** @returns whether one of them is there and took the focus */
function focusFirst(names: readonly string[]): boolean {
  return names.some((name) => [...(pageMain()?.querySelectorAll<HTMLElement>(`${name}:not([type=hidden])`) ?? [])].some(takesFocus));
}

/** What lies in a closed menu is hidden: its button stands for it. */
function takesFocus(element: HTMLElement): boolean {
  const standsFor = element.checkVisibility() ? element : element.closest('details')?.querySelector('summary');
  standsFor?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement && element.matches('[type=search], [type=text]'))
    element.setSelectionRange(element.value.length, element.value.length);
  return standsFor !== undefined && document.activeElement === standsFor;
}

/** @returns whether the focus was lost with a form that names the card it changes, and is on the heading of that card */
function focusCard(): boolean {
  const id = last?.element.closest<HTMLElement>('[data-goes-on]')?.dataset['goesOn'];
  const heading = id === undefined ? null : pageMain()?.querySelector<HTMLElement>(`#${CSS.escape(id)} h2`);
  if (!heading || !isFocusLost()) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Where the control was drawn anew or hidden, so that the focus is nowhere: on it again, or as near as can be. */
function keepFocus(): void {
  if (!isFocusLost() || last === null) return;
  // What was saved makes room for the next one.
  if (last.element.closest('.save-bar')) return focusPage({ hash: '', withField: true });
  if (focusFirst(last.names)) return;
  const isOutside = last.around.length === 0;
  if (isOutside && [gone, lastInRow, lastInPage].some((place) => focusFirst(place?.names ?? []))) {
    gone = null;
    return;
  }
  gone = lastInRow;
  if (focusRow(last.row)) return;
  const near = (isOutside ? lastInPage : last)?.around.find((outer) => outer.isConnected && outer.checkVisibility());
  // What holds the heading too says nothing about where the control was.
  const isFound = near?.querySelector('h1') === null && [...near.querySelectorAll<HTMLElement>(FOCUSABLE)].some(takesFocus);
  // A bar that acted on rows is gone with them.
  if (!isFound && !(lastInRow?.visit === last.visit && focusRow(lastInRow.row))) focusPage({ hash: '', withField: false });
}

/** The row that stands now where one was, or the last one. */
function focusRow(place: number | undefined): boolean {
  const row = place === undefined ? undefined : [...document.querySelectorAll(ROWS)].slice(0, place + 1).at(-1);
  return [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].some(takesFocus);
}

/** The page put it there, for example on what is wrong with a form. */
function isFocusOfPage(visit: string): boolean {
  return last?.visit === visit && last.element === document.activeElement && last.element.closest('main') !== null;
}

function focusPage({ hash, withField }: { hash: string; withField: boolean }): void {
  const named = hash === '' ? null : document.getElementById(hash.slice(1));
  // A field under a finger would open the keyboard over the page.
  const mayType = withField && !window.matchMedia('(pointer: coarse)').matches;
  const field = mayType ? [...(pageMain()?.querySelectorAll<HTMLElement>(FIRST_FIELD) ?? [])].find((one) => one.checkVisibility()) : null;
  const target = named ?? field ?? pageHead() ?? pageMain();
  if (target === null) return;
  // The drawer of a phone, which closes in a moment, keeps the page out of reach.
  target.closest<HTMLElement>('[inert]')?.removeAttribute('inert');
  if (!target.matches(FOCUSABLE)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** What Arrival.tsx loads. */
export interface Arrive {
  arrive: typeof arrive;
  rememberFocus: typeof rememberFocus;
}
