import { leavingPath, type LeavingRows } from '../../records/audit-export.ts';
import type { Sheet } from '../../workbooks/sheet.ts';
import type { StoredExport } from './stored-export.ts';

/** Parameters that only say how a page of the list looks, or that are kept separately. */
const NOT_ASKED: ReadonlySet<string> = new Set(['format', 'page', 'pageSize', 'cursor']);

/** Sorted, so that the same request is recognized. */
export function askedParams(params: URLSearchParams): string {
  const asked = new URLSearchParams([...params].filter(([name, value]) => !NOT_ASKED.has(name) && value !== ''));
  asked.sort();
  return asked.toString();
}

type Source = Pick<StoredExport, 'params' | 'parentId' | 'url'>;

/** Path of the list or report, including the record above if it is inside one. */
export function sourcePath({ url, parentId }: Pick<Source, 'parentId' | 'url'>): string {
  return url.replace(':id', encodeURIComponent(parentId));
}

/** Address of the list or report with the same parameters. */
export function sourceAddress(source: Source): string {
  return addressOf(sourcePath(source), new URLSearchParams(source.params));
}

export function addressOf(path: string, params: URLSearchParams): string {
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Its filters, in words. */
export const filtersOf = ({ parameters }: Pick<Sheet, 'parameters'>) => parameters.map(([label, value]) => `${label}: ${value}`);

/** What the audit says about it. */
export function leavingOf(source: Source & Pick<StoredExport, 'title'>): Pick<LeavingRows, 'targetPath' | 'title' | 'url'> {
  return { targetPath: leavingPath(source.url), title: source.title, url: sourceAddress(source) };
}
