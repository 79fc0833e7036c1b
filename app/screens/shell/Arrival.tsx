import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useState } from 'react';

interface Visit {
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
}

/** What shows; null until the first page of this window has been taken over. */
let shown: Visit | null = null;

/** Where the focus was last. */
let last: Place | null = null;

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
 * - The same page with other contents (filter, sort, page, what was just done): the focus stays, also where its control was drawn anew.
 * - A jump within a page is the browser's.
 *
 * It stands behind the page, so that its effects run after those of the page.
 */
export function Arrival() {
  const { key, pathname, search, hash } = useLocation();
  const isWayBack = useNavigationType() === NavigationType.Pop;
  const [told, setTold] = useState({ key: '', heading: '' });
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = placeOf(target);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    const before = shown;
    const heading = headingOf();
    shown = { key, pathname, search, heading };
    // The page with which the window was opened is the browser's to tell.
    const isFirst = before === null && document.documentElement.dataset['hydrated'] === undefined;
    if (isFirst || before?.key === key) return;
    const isSame = before?.pathname === pathname && withoutCount(before.heading) === withoutCount(heading);
    // Who chooses in the menu the entry of the page that shows begins anew.
    if (isSame && !last?.element.closest('#menu')) {
      const isJump = before.search === search && hash !== '';
      if (!isJump && !(isWayBack && focusFirst(left.get(key) ?? []))) keepFocus();
      return;
    }
    setTold({ key, heading });
    if (isWayBack && focusFirst(left.get(key) ?? [])) return;
    if (!isFocusOfPage(key)) focusPage({ hash, withField: before?.pathname !== pathname });
  }, [key, pathname, search, hash, isWayBack]);
  return (
    <p className="sr-only" role="status">
      {/* A heading that is the same as the last one is read out too. */}
      <span key={told.key}>{told.heading}</span>
    </p>
  );
}

const pageMain = () => document.querySelector<HTMLElement>('main');
const pageHead = () => document.querySelector<HTMLElement>('main h1');

function headingOf(): string {
  return pageHead()?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

/** A list's heading ends with how many there are. */
function withoutCount(heading: string): string {
  return heading.replace(/[\d\s+]+$/, '');
}

function placeOf(element: HTMLElement): Place {
  const visit = currentVisit();
  const names = namesOf(element);
  if (element.closest('main')) left.set(visit, names);
  const around: Element[] = [];
  for (let outer = element.parentElement; outer?.closest('main'); outer = outer.parentElement) around.push(outer);
  return { visit, element, around, names };
}

/** The visit that the browser is at: the router writes it into the history before it draws the page. */
function currentVisit(): string {
  const state: unknown = window.history.state;
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

/** Where the control was drawn anew or hidden, so that the focus is nowhere: on it again, or as near as can be. */
function keepFocus(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost || last === null) return;
  // What was saved makes room for the next one.
  if (last.element.closest('.save-bar')) return focusPage({ hash: '', withField: true });
  if (focusFirst(last.names)) return;
  const near = last.around.find((outer) => outer.isConnected && outer.checkVisibility());
  // What holds the heading too says nothing about where the control was.
  const isFound = near?.querySelector('h1') === null && [...near.querySelectorAll<HTMLElement>(FOCUSABLE)].some(takesFocus);
  if (!isFound) focusPage({ hash: '', withField: false });
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
