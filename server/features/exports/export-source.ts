import type { ExportAddress, ExportCall } from '../../lists/declared-list.ts';
import { auditExport, exportTargetPath, type ExportedRows } from '../../records/audit-export.ts';
import type { Acting } from '../../records/write-audit.ts';
import type { Sheet, SheetExport } from '../../workbooks/sheet.ts';
import type { StoredExport } from './stored-export.ts';

/** Parameters that only say how a page of the list looks, or that are kept separately. */
const PRESENTATION_PARAMS: ReadonlySet<string> = new Set(['format', 'page', 'pageSize', 'cursor']);

/** Sorted, so that the same request is recognized. */
export function requestedParams(params: URLSearchParams): string {
  const requested = new URLSearchParams([...params].filter(([name, value]) => !PRESENTATION_PARAMS.has(name) && value !== ''));
  requested.sort();
  return requested.toString();
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
export function auditTargetOf(source: Source & Pick<StoredExport, 'title'>): Pick<ExportedRows, 'targetPath' | 'title' | 'url'> {
  return { targetPath: exportTargetPath(source.url), title: source.title, url: sourceAddress(source) };
}

interface SentExport extends Omit<ExportCall, 'actor'>, Acting {
  address: Pick<ExportAddress, 'url'>;
  exported: Pick<SheetExport, 'sheet'>;
  /** null if they were not counted. */
  rows: number | null;
}

/** Audits a file that is sent at once, before it leaves. Errors: those of auditExport and the document store. */
export async function auditSentExport(services: Parameters<typeof auditExport>[0], sent: SentExport): Promise<void> {
  const { actor, requestId, address, parentId = '', params, format, exported, rows } = sent;
  const source = { url: address.url, parentId, params: requestedParams(params), title: exported.sheet.title };
  await auditExport(services, { actor, requestId, ...auditTargetOf(source), filters: filtersOf(exported.sheet), format, rows });
}
