import { IMMEDIATE_BULK_MAX } from '../../domain/bulk.ts';
import { AppError } from '../../domain/errors.ts';
import { SINGLE_TRANSACTION_ROWS } from '../../domain/imports.ts';
import { requireFresh } from '../../domain/proof.ts';
import { countOf } from '../../domain/text.ts';
import { applyTogether, IMPORT_ACT, IMPORT_ID_FIELD } from '../../imports/import-act.ts';
import { openImporting } from '../../imports/open-import.ts';
import { countRows, findLastImport, findOwnImport, findRows, refuseNameConflicts, removeImport } from '../../imports/stored-import.ts';
import type { ListImport } from '../../lists/list-import.ts';
import { acquireLease } from '../../ports/queue/work-leases.ts';
import type { ShownRun } from '../../lists/bulk-act.ts';
import type { Call, Services } from '../../services.ts';
import { performBulk } from './perform-bulk.ts';
import { enqueueRuns, storeWithinLimit } from './start-bulk.ts';
import { describeRun } from './describe-run.ts';
import { findRun, leaseKeyOf } from './stored-run.ts';

type ImportCall = Call & { url: string; id: string };

/**
 * Writes the rows of a checked file, as a bulk act (with its progress, refusals and undo): up to 500 rows all or none before the answer,
 * more by a worker, each by itself. Sent again it changes nothing. `onlyRight` leaves the wrong rows out.
 * Errors: `forbidden` (also requireFresh), `not-found`, `conflict` (still being checked, wrong rows, nothing to write, or records that
 * others changed since), `too-many-requests`.
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
    const run = { id, actor, requestId, url, fileName };
    const isTogether = count <= SINGLE_TRANSACTION_ROWS && imports.database !== undefined;
    await (isTogether ? writeTogether(services, imports, run) : storeRun(services, run));
    if (isTogether || (!imports.database && count <= IMMEDIATE_BULK_MAX))
      await performBulk(services, id, new AbortController().signal, actor);
  }
  const summary = await describeRun(services, { actor, id });
  if (!summary.isOver) await enqueueRuns(services, [id]);
  return summary;
}

type NewRun = Call & { id: string; url: string; fileName: string };

/**
 * All rows or none. The run is stored before the first of them is written: if this process ends in between, a worker continues it, and what
 * was written can be undone. Until then the lease keeps workers from writing row by row.
 */
async function writeTogether(services: Services, imports: ListImport, run: NewRun): Promise<void> {
  const { sql } = services;
  const { id, actor, requestId } = run;
  const lease = await acquireLease(sql, leaseKeyOf(id));
  try {
    await storeRun(services, run);
    // Another request, or a worker, writes it or has written it.
    if (!lease || (await findRun(sql, id))?.state !== 'waiting') return;
    const rows = await findRows(sql, id, { outcomes: ['new', 'changed'], most: SINGLE_TRANSACTION_ROWS });
    await applyTogether(services, imports, { actor, requestId, rows, importId: id });
  } catch (error) {
    // After any other error the transaction may be stored all the same: the run stays.
    if (error instanceof AppError && error.status < 500) await withdrawRun(services, id);
    throw error;
  } finally {
    await lease?.release();
  }
}

/**
 * Stores the rows that write something, with what their records held when they were checked: undo restores that. In the same statement the
 * import counts as applied, so that nobody discards rows that are being written. Sent again it changes nothing.
 */
function storeRun({ sql }: Services, run: NewRun): Promise<void> {
  const { id, actor, requestId, url, fileName } = run;
  return storeWithinLimit(sql, run, async (client) => {
    await client.query(
      `WITH taken AS (UPDATE imports SET state = 'applied' WHERE id = $1 AND state = 'ready' RETURNING id),
         items AS MATERIALIZED (SELECT place, name, before FROM import_rows JOIN taken ON import_id = taken.id WHERE outcome IN ('new', 'changed')),
         run AS (INSERT INTO bulk_runs (id, user_id, url, act, asked, chosen, request_id, total)
           SELECT taken.id, $2, $3, $4, $5, $6, $7, (SELECT count(*) FROM items) FROM taken RETURNING id)
       INSERT INTO bulk_items (run_id, place, record_id, name, before)
       SELECT run.id, items.place, items.place::text, items.name, jsonb_build_object('value', items.before) FROM run, items`,
      [id, actor.id, url, IMPORT_ACT, JSON.stringify({ [IMPORT_ID_FIELD]: id }), fileName, requestId ?? ''],
    );
  });
}

/** Takes back a run of which nothing was written: its owner may apply or discard the file as before. */
async function withdrawRun({ sql }: Services, id: string): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM bulk_runs WHERE id = $1 AND state = 'waiting' RETURNING id),
       items AS (DELETE FROM bulk_items USING gone WHERE run_id = gone.id)
     UPDATE imports i SET state = 'ready' FROM gone WHERE i.id = gone.id`,
    [id],
  );
}

/** Discards a file that its owner does not want. Errors: `forbidden`, `not-found`, `conflict` once it was applied. */
export async function discardImport(services: Services, call: ImportCall): Promise<void> {
  openImporting(services, call);
  const { id } = await findOwnImport(services.sql, { userId: call.actor.id, url: call.url, id: call.id });
  if (!(await removeImport(services.sql, id))) throw refused('El archivo ya se aplicó.');
}

function refused(userMessage: string): AppError {
  return new AppError('conflict', 'an import cannot be applied', { userMessage });
}
