import type { ReactNode, SyntheticEvent } from 'react';
import { classNames } from './class-names.ts';
import { withParams } from './search-params.ts';
import { Icon } from './Icon.tsx';
import { longDate } from './short-dates.tsx';

export interface Sorting {
  sort: string;
  dir: 'asc' | 'desc';
}

interface TableFrameProps {
  /** Names the table for screen readers. */
  caption: string;
  /** For many columns: scrolls inside its own frame with a sticky head. */
  wide?: boolean;
  /** Its records have a form under `<record>/edit`: key `e` opens it. */
  editable?: boolean;
  /** On phones each row is stacked in lines. */
  inLines?: boolean;
  children: ReactNode;
}

/** Makes the scrolling frame reachable by keyboard. */
const SCROLLS = { 'data-wide': '', tabIndex: 0 };

/**
 * Frame of a list. Rows are plain elements, because a component per cell makes server rendering four times slower:
 * `<tr><td className="key"><a href>…</a></td><td className="num">…</td><td className="cut">{text}</td></tr>`.
 */
export function TableFrame({ caption, wide = false, editable = false, inLines = false, children }: TableFrameProps) {
  return (
    <div
      className="table-frame"
      data-nav=""
      {...(wide && SCROLLS)}
      data-editable={editable ? '' : undefined}
      role="region"
      aria-label={caption}
      onMouseOver={showWhole}
      onFocus={showWhole}
    >
      <table className={classNames('list-table', inLines && 'row-lines')} data-rows="">
        <caption>{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/**
 * Shows a truncated cell's text or a date's long form on hover. Done by script: as title attributes, the page would carry every text twice.
 */
function showWhole({ target }: SyntheticEvent): void {
  if (target instanceof HTMLTimeElement) target.title ||= longDate(target);
  const cell = target instanceof Element ? target.closest<HTMLElement>('td.cut') : null;
  const cut = [cell, cell?.querySelector<HTMLElement>('bdi > * > *')].some((box) => box && box.scrollWidth > box.clientWidth);
  if (cell) cell.title = cut ? (cell.textContent?.trim() ?? '') : '';
}

interface SortHeadProps {
  /** Column id as the `sort` parameter takes it. */
  name: string;
  label: string;
  current: Sorting;
  /** `location.search` of the list: filters stay, the page goes back to 1. */
  search: string;
  numeric?: boolean;
  /** Direction of the first click; numbers and dates start with the highest. */
  first?: 'asc' | 'desc';
  className?: string | undefined;
}

/** A header that sorts: a link, so it works without JavaScript; `aria-sort` marks the current column. */
export function SortHead({ name, label, current, search, numeric = false, first = numeric ? 'desc' : 'asc', className }: SortHeadProps) {
  const isCurrent = current.sort === name;
  const next = isCurrent ? (current.dir === 'asc' ? 'desc' : 'asc') : first;
  const arrow = current.dir === 'asc' ? 'arrow-up' : 'arrow-down';
  const ariaSort = current.dir === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={classNames(numeric && 'num', className) || undefined} aria-sort={isCurrent ? ariaSort : undefined}>
      <a href={withParams(search, { sort: name, dir: next })}>
        {label}
        {isCurrent ? <Icon name={arrow} className="size-[13px]" /> : null}
      </a>
    </th>
  );
}
