import { IMMEDIATE_BULK_MAX } from '../../domain/bulk.ts';
import { AppError } from '../../domain/errors.ts';
import { SINGLE_TRANSACTION_ROWS } from '../../domain/imports.ts';
import { requireFresh } from '../../domain/proof.ts';
import { countOf } from '../../domain/text.ts';
import { applyTogether, IMPORT_ACT, IMPORT_ID_FIELD } from '../../imports/import-act.ts';
import { openImporting } from '../../imports/open-import.ts';
import {
  changeImport,
  countRows,
  findLastImport,
  findOwnImport,
  findRows,
  refuseNameConflicts,
  removeImport,
} from '../../imports/stored-import.ts';
import type { ShownRun } from '../../lists/bulk-act.ts';
import type { Call, Services } from '../../services.ts';
import { performBulk } from './perform-bulk.ts';
import { enqueueRuns } from './start-bulk.ts';
import { describeRun } from './describe-run.ts';

type ImportCall = Call & { url: string; id: string };

/**
 * Writes the rows of a checked file, as a bulk act (with its progress, refusals and undo): up to 500 rows all or none before the answer,
 * more by a worker, each by itself. Sent again it changes nothing. `onlyRight` leaves the wrong rows out.
 * Errors: `forbidden` (also requireFresh), `not-found`, `conflict` (still being checked, wrong rows, nothing to write, or records that
 * others changed since).
 */
export async function applyImport(services: Services, call: ImportCall & { onlyRight: boolean }): Promise<ShownRun> {
  const { actor, requestId, url } = call;
  const { sql } = services;
  const { imports } = openImporting(services, call);
  const id = call.id || ((await findLastImport(sql, { userId: actor.id, url }))?.id ?? '');
  const { state, fileName } = await findOwnImport(sql, { userId: actor.id, url, id });
  if (state === 'checking') throw refused('El archivo todavía se está revisando. Espere a que termine.');
  if (imports.givesRights) requireFresh(actor);
  if (state === 'ready') {
    const conflictCount = await refuseNameConflicts(sql, id, imports);
    const counts = await countRows(sql, id);
    const count = counts.new + counts.changed;
    if (conflictCount > 0)
      throw refused(
        `${countOf(conflictCount, 'registro fue creado', 'registros fueron creados')} por alguien después de la revisión. No se escribió nada.`,
      );
    if (counts.wrong > 0 && !call.onlyRight)
      throw refused(
        `${countOf(counts.wrong, 'fila tiene', 'filas tienen')} errores. Corríjalas y cargue el archivo de nuevo, o aplique solo las correctas.`,
      );
    if (count === 0) throw refused('No hay nada que aplicar: ninguna fila correcta es nueva ni cambia algo.');
    const { database } = imports;
    if (count <= SINGLE_TRANSACTION_ROWS && database) {
      const rows = await findRows(sql, id, { outcomes: ['new', 'changed'], most: SINGLE_TRANSACTION_ROWS });
      await applyTogether(services, imports, { actor, requestId, rows, importId: id });
    }
    await storeRun(services, { id, actor, requestId, url, fileName });
    await changeImport(sql, id, 'applied');
    if (count <= (database ? SINGLE_TRANSACTION_ROWS : IMMEDIATE_BULK_MAX))
      await performBulk(services, id, new AbortController().signal, actor);
  }
  const summary = await describeRun(services, { actor, id });
  if (!summary.isOver) await enqueueRuns(services, [id]);
  return summary;
}

/** Stores the rows that write something, with what their records held when they were checked: undo restores that. */
async function storeRun(
  { sql }: Services,
  { id, actor, requestId, url, fileName }: Call & { id: string; url: string; fileName: string },
): Promise<void> {
  await sql.query(
    `WITH items AS MATERIALIZED (SELECT place, name, before FROM import_rows WHERE import_id = $1 AND outcome IN ('new', 'changed')),
       run AS (INSERT INTO bulk_runs (id, user_id, url, act, asked, chosen, request_id, total)
         SELECT $1, $2, $3, $4, $5, $6, $7, count(*) FROM items ON CONFLICT (id) DO NOTHING RETURNING id)
     INSERT INTO bulk_items (run_id, place, record_id, name, before)
     SELECT run.id, items.place, items.place::text, items.name, jsonb_build_object('value', items.before) FROM run, items`,
    [id, actor.id, url, IMPORT_ACT, JSON.stringify({ [IMPORT_ID_FIELD]: id }), fileName, requestId ?? ''],
  );
}

/** Discards a file that its owner does not want. Errors: `forbidden`, `not-found`, `conflict` once it was applied. */
export async function discardImport(services: Services, call: ImportCall): Promise<void> {
  openImporting(services, call);
  const { id, state } = await findOwnImport(services.sql, { userId: call.actor.id, url: call.url, id: call.id });
  if (state === 'applied') throw refused('El archivo ya se aplicó.');
  await removeImport(services.sql, id);
}

function refused(userMessage: string): AppError {
  return new AppError('conflict', 'an import cannot be applied', { userMessage });
}
