import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { auditExport, requireFreshForMembers } from '../../records/audit-export.ts';
import type { Call, Services } from '../../services.ts';
import type { StoredWorkbook } from '../../workbooks/stored-workbook.ts';
import { addressOf, auditTargetOf, sourceAddress, sourcePath } from './export-source.ts';
import { findWaiting } from '../../ports/queue/work-leases.ts';
import { rightsOf } from '../../staff/rights.ts';
import { exportKey, findOwnExport, leaseKeyOf, type StoredExport } from './stored-export.ts';

type ExportCallOf = Call & { id: string };

/** An export as its owner sees it. */
export interface OwnExport extends Omit<StoredExport, 'attempt' | 'rights' | 'searchText' | 'userId'> {
  /** Address that asks for the same again. */
  again: string;
  /** Address of its list or report, with the same parameters. */
  source: string;
  /** The person's rights have changed since the rows were read: the file is refused. */
  isOutdated: boolean;
}

/** Says that it waits for a service that is away; '' while it does not. */
type Waiting = { waits: string };

/** One's own export. Errors: `not-found`, also for somebody else's, even for administrators. */
export async function getExport({ sql }: Pick<Services, 'sql'>, { actor, id }: ExportCallOf): Promise<OwnExport & Waiting> {
  const found = toOwnExport(await findOwnExport(sql, { userId: actor.id, id }), actor);
  return { ...found, waits: await findWaiting(sql, leaseKeyOf(id)) };
}

function toOwnExport(
  { attempt: _attempt, rights, userId: _owner, searchText: _foundBy, ...stored }: StoredExport,
  actor: Staff,
): OwnExport {
  const hasExpired = stored.state === 'ready' && (stored.expiresAt === null || stored.expiresAt <= new Date());
  const repeatParams = new URLSearchParams([...new URLSearchParams(stored.params), ['format', stored.format]]);
  return {
    ...stored,
    state: hasExpired ? 'expired' : stored.state,
    source: sourceAddress(stored),
    again: addressOf(`${sourcePath(stored)}/export`, repeatParams),
    isOutdated: stored.state === 'ready' && rights !== rightsOf(actor),
  };
}

/**
 * The file of one's own export. Errors: `not-found` (no such export, or its file is gone), `conflict` while it is not ready, `forbidden`
 * once the person's rights have changed, and for somebody who must prove anew who they are (requireFreshForMembers).
 */
export async function openExportFile(services: Services, call: ExportCallOf): Promise<StoredWorkbook> {
  const stored = await findOwnExport(services.sql, { userId: call.actor.id, id: call.id });
  const ownExport = toOwnExport(stored, call.actor);
  const { state, id, format, bytes, sha256, fileName, title } = ownExport;
  if (state === 'waiting' || state === 'working')
    throw new AppError('conflict', `export ${id} is under way`, { userMessage: 'La exportación todavía se está preparando.' });
  if (state !== 'ready') throw fileGone(id);
  if (ownExport.isOutdated)
    throw new AppError('forbidden', `rights changed since export ${id}`, {
      userMessage: 'Sus permisos cambiaron desde que se preparó el archivo. Vuelva a pedir la exportación.',
    });
  const leaving = { ...auditTargetOf(stored), filters: stored.filters, format, rows: ownExport.rowsWritten };
  const address = services.registries.exportAddresses.find(({ url }) => url === stored.url);
  if (address?.holdsMembers) await requireFreshForMembers(services, call.actor, leaving);
  const key = exportKey(stored);
  if (!(await services.exportFiles.stat(key))) throw fileGone(id);
  return {
    name: fileName,
    format,
    bytes,
    sha256,
    async open() {
      await auditExport(services, { actor: call.actor, requestId: call.requestId, ...leaving });
      services.log.info({ staffId: call.actor.id, export: title, format, rows: ownExport.rowsWritten, exportId: id }, 'export sent');
      return services.exportFiles.open(key);
    },
  };
}

function fileGone(id: string): AppError {
  return new AppError('not-found', `export ${id} has no file any more`, {
    userMessage: 'El archivo de esta exportación ya no está. Vuelva a pedirla.',
  });
}

export interface ExportNotice {
  id: string;
  title: string;
  state: 'failed' | 'ready';
}

/** The newest finished export of which its owner has not been told; each is returned only once. */
export async function consumeExportNotice({ sql }: Pick<Services, 'sql'>, { actor }: Pick<Call, 'actor'>): Promise<ExportNotice | null> {
  const { rows } = await sql.query<ExportNotice>(
    `SELECT id, title, state FROM exports WHERE user_id = $1 AND state IN ('ready', 'failed') AND told_at IS NULL ORDER BY finished_at DESC LIMIT 1`,
    [actor.id],
  );
  const [found] = rows;
  if (!found) return null;
  await sql.query('UPDATE exports SET told_at = now() WHERE id = $1', [found.id]);
  return found;
}
