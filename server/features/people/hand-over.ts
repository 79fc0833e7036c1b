import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { allOf, fragment, identifier, toQuery } from '../../platform/sql/sql-fragment.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Call, Services } from '../../services.ts';
import { assignedRows, type HandOverCall, type WorkKind, type RemainingRecord } from '../../lists/assigned-work.ts';
import { admitDeactivation } from '../../staff/rules.ts';
import { loadStaff } from '../../staff/load-staff.ts';

export interface HandOverForm extends Call {
  /** Whose work is handed over. */
  id: string;
  /** Who takes it over. */
  userId: string;
  formToken: string;
}

/** Records per transaction. */
const BATCH = 100;

/**
 * Gives everything that a person holds to somebody else, with an audit entry for each record, in transactions of up to 100. A dry run over
 * all of it comes first, so that a refusal leaves everything where it is. Any other failure in the middle leaves whole records on either
 * side, and the same form continues where it ended.
 * @returns what the next person cannot take, and stays
 * Errors: `forbidden`, `conflict`; `invalid-input` at `userId` when nobody is chosen, or somebody who may not have it.
 */
export async function handOver(services: Services, { actor, requestId, id, userId, formToken }: HandOverForm): Promise<RemainingRecord[]> {
  requireChanging(actor);
  await admitDeactivation(services, { actor, requestId, id });
  const next = isDocumentId(userId) && userId !== id ? await loadStaff(services, { uid: userId, sessionId: '' }) : null;
  if (!next) throw invalidFields({ userId: ['Elija a quién se entrega.'] }, 'problems');
  const call = { actor, requestId, from: id, to: next.id, formToken };
  await handOverAll(services, { ...call, dryRun: true });
  return handOverAll(services, call);
}

async function handOverAll(services: Services, call: Omit<HandOverCall, 'ids'>): Promise<RemainingRecord[]> {
  const stays: RemainingRecord[] = [];
  for (const kind of services.registries.heldKinds) {
    const processedIds: string[] = [];
    while (kind.handOver !== null) {
      // Each record once: rows may lag behind, and still show a record as held by somebody who has just given it away.
      const ids = await readNextBatch(services, kind, { actor: call.actor, personId: call.from, except: processedIds });
      if (ids.length === 0) break;
      stays.push(...(await kind.handOver(services, { ...call, ids })));
      processedIds.push(...ids);
    }
  }
  return stays;
}

const requireChanging = (actor: Staff) => requireMenu(actor, 'users', 'change');

/** In Spanish, for the actor to read; '' if they may. */
export function handOverRefusal(actor: Staff, { admit, handOver: changesHands }: WorkKind): string {
  try {
    requireChanging(actor);
    if (changesHands) admit(actor);
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return error.userMessage;
    throw error;
  }
}

async function readNextBatch(
  { sql }: Services,
  kind: WorkKind,
  { actor, personId, except }: { actor: Staff; personId: string; except: readonly string[] },
): Promise<string[]> {
  const conditions = allOf([assignedRows(kind, actor, personId), fragment`t.id <> ALL(${except}::text[])`]);
  const { text, values } = toQuery(
    fragment`SELECT t.id FROM ${identifier(kind.list.source.table)} t WHERE ${conditions} ORDER BY t."createdAt", t.id LIMIT ${BATCH}`,
  );
  const { rows } = await sql.query<{ id: string }>(text, values);
  return rows.map((row) => row.id);
}
