import { leavingPath, type LeavingRows } from '../../records/audit-export.ts';
import type { Sheet } from '../../workbooks/sheet.ts';
import type { StoredExport } from './stored-export.ts';

/** Parameters that say how a page of the list looks, or are told apart. */
const NOT_ASKED: ReadonlySet<string> = new Set(['format', 'page', 'pageSize', 'cursor']);

/** In one order, so that the same question is known again. */
export function askedParams(params: URLSearchParams): string {
  const asked = new URLSearchParams([...params].filter(([name, value]) => !NOT_ASKED.has(name) && value !== ''));
  asked.sort();
  return asked.toString();
}

type Source = Pick<StoredExport, 'params' | 'parentId' | 'url'>;

/** Path of the list or report, of the record above where one stands in it. */
export function sourcePath({ url, parentId }: Pick<Source, 'parentId' | 'url'>): string {
  return url.replace(':id', encodeURIComponent(parentId));
}

/** The list or report, asked the same. */
export function sourceAddress(source: Source): string {
  return addressOf(sourcePath(source), new URLSearchParams(source.params));
}

export function addressOf(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params}`;
}

/** What it is narrowed to, in words. */
export const filtersOf = ({ parameters }: Pick<Sheet, 'parameters'>) => parameters.map(([label, value]) => `${label}: ${value}`);

/** What the audit says of it. */
export function leavingOf(source: Source & Pick<StoredExport, 'title'>): Pick<LeavingRows, 'targetPath' | 'title' | 'url'> {
  return { targetPath: leavingPath(source.url), title: source.title, url: sourceAddress(source) };
}
