import { auditExport } from '../../records/audit-export.ts';
import type { Acting } from '../../records/write-audit.ts';
import type { SheetExport } from '../../workbooks/sheet.ts';
import type { ExportAddress, ExportCall } from '../../lists/declared-list.ts';
import { requestedParams, filtersOf, auditTargetOf } from './export-source.ts';

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
