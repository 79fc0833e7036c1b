import type { Export } from '#prisma/generated/client.ts';
import { formatFileSize } from '../../domain/file-size.ts';
import { EXPORT_RETENTION_HOURS } from '../../domain/large-exports.ts';
import { searchText } from '../../domain/search.ts';
import { runWithLease, WorkRefused } from '../../ports/queue/work-leases.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { rightsOf } from '../../staff/rights.ts';
import { beginExport, changeExport, exportKey, leaseKeyOf, type StoredExport } from './stored-export.ts';
import { writeExport } from './write-export.ts';
import type { Services } from '../../services.ts';

const PROGRESS_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Writes the file of an export, unless another worker does. If it is killed at any moment, another worker starts over: repeating leaves one
 * file.
 */
export async function performExport(services: Services, id: string, signal: AbortSignal): Promise<void> {
  await runWithLease(services, {
    key: leaseKeyOf(id),
    signal,
    begin: () => beginExport(services.sql, id),
    async work(stored, held) {
      await makeFile(services, stored, held);
      return 'over';
    },
    async giveUp(stored, reason) {
      await removeFiles(services, stored).catch((error: unknown) => services.log.warn({ err: error, exportId: id }, 'pieces of an export'));
      await changeExport(services, stored, { state: 'failed', error: reason, ...finishedNow() });
    },
  });
}

function finishedNow(): Pick<Export, 'expires_at' | 'finished_at'> {
  const now = Date.now();
  return { finished_at: new Date(now), expires_at: new Date(now + EXPORT_RETENTION_HOURS * HOUR_MS) };
}

async function makeFile(services: Services, stored: StoredExport, signal: AbortSignal): Promise<void> {
  const { exportFiles, log } = services;
  const actor = await loadStaff(services, { uid: stored.userId, sessionId: '' });
  if (!actor) throw new WorkRefused('Su cuenta está desactivada o ya no existe.');
  const address = services.registries.exportAddresses.find(({ url }) => url === stored.url);
  if (!address) throw new WorkRefused('Lo que se exporta ya no existe en el portal.');
  const { format, parentId } = stored;
  const exported = await address.open(services, {
    actor,
    params: new URLSearchParams(stored.params),
    format,
    ...(parentId !== '' && { parentId }),
  });
  const expected = await exported.countRows(Number.POSITIVE_INFINITY, format);
  await changeExport(services, stored, { rows_expected: expected });
  const written = await writeExport(exportFiles, exported, {
    key: exportKey(stored),
    format,
    signal,
    onRows: throttledProgress((rows) => changeExport(services, stored, { rows_written: rows })),
  });
  const isMine = await changeExport(services, stored, {
    state: 'ready',
    rows_written: written.rows,
    bytes: BigInt(written.bytes),
    sha256: written.sha256,
    rights: rightsOf(actor),
    search_text: `${stored.searchText} ${searchText([written.rows, formatFileSize(written.bytes)])}`,
    ...finishedNow(),
  });
  if (!isMine) return exportFiles.delete(exportKey(stored));
  log.info({ staffId: actor.id, export: exported.prefix, format, rows: written.rows, exportId: stored.id }, 'export written');
  await removeFiles(services, stored, stored.attempt - 1);
}

/** Reports without waiting, at most once a second; a skipped report is made up for by the next. */
function throttledProgress(report: (rows: number) => Promise<unknown>): (rows: number) => void {
  let lastReportedAt = 0;
  return (rows) => {
    if (Date.now() - lastReportedAt < PROGRESS_EVERY_MS) return;
    lastReportedAt = Date.now();
    report(rows).catch(() => undefined);
  };
}

/** Deletes the files of all attempts up to that one. */
export async function removeFiles(
  { exportFiles }: Pick<Services, 'exportFiles'>,
  stored: Pick<StoredExport, 'attempt' | 'format' | 'id'>,
  last = stored.attempt,
): Promise<void> {
  for (let attempt = 1; attempt <= last; attempt += 1) await exportFiles.delete(exportKey({ ...stored, attempt }));
}
