import { auditExport } from '../../records/audit-export.ts';
import type { Acting } from '../../records/write-audit.ts';
import type { SheetExport } from '../../workbooks/sheet.ts';
import type { ExportAddress, ExportCall } from '../../lists/declared-list.ts';
import { askedParams, filtersOf, leavingOf } from './export-source.ts';

interface Told extends Omit<ExportCall, 'actor'>, Acting {
  address: Pick<ExportAddress, 'url'>;
  exported: Pick<SheetExport, 'sheet'>;
  /** null if they were not counted. */
  rows: number | null;
}

/** Audits a file that is sent at once, before it leaves. Errors: those of auditExport and the document store. */
export async function tellExport(services: Parameters<typeof auditExport>[0], told: Told): Promise<void> {
  const { actor, requestId, address, parentId = '', params, format, exported, rows } = told;
  const source = { url: address.url, parentId, params: askedParams(params), title: exported.sheet.title };
  await auditExport(services, { actor, requestId, ...leavingOf(source), filters: filtersOf(exported.sheet), format, rows });
}
