import { parseArgs } from 'node:util';
import { PROJECTIONS, REGISTRIES } from '../../../registries.ts';
import { createProjectionIndex } from '../../../read-model/sync/project-documents.ts';
import { nameOf, type AnyProjection } from '../../../read-model/projection.ts';
import { rebuildReadModel } from '../../../read-model/upkeep/rebuild.ts';
import { readStatus } from '../../../read-model/upkeep/status.ts';
import { verifyCollection } from '../../../read-model/upkeep/verify.ts';
import { createCommand, DATABASE_USAGE } from '../run-command.ts';
import { withStores, type CommandStores } from '../with-stores.ts';

const USAGE = `npm run read-model -- status | verify | rebuild [--collection X]

  status    how far each stream is applied, rows per table, documents that could not be projected
  verify    compares every row with its document, reads only; exit code 1 and one line per row that differs
  rebuild   projects every document again and removes rows without a document; lists go on answering

${DATABASE_USAGE}

  --collection X   only this collection: ${PROJECTIONS.map(nameOf).join(', ')}
`;

const moment = (date: Date | null) => date?.toISOString() ?? 'never';

async function status({ sql }: CommandStores, projections: readonly AnyProjection[]): Promise<number> {
  const { streams, tables, failures } = await readStatus(sql, projections);
  console.log('Streams');
  if (streams.length === 0) console.log('  none yet: no worker has run');
  for (const stream of streams) {
    console.log(
      `  ${stream.name}: ${stream.watched ? 'watched' : 'NOT watched'}, fresh at ${moment(stream.freshAt)}, ${stream.pendingChanges} changes pending, position ${stream.position ?? 'none'}`,
    );
    if (stream.lastError) console.log(`    last error ${moment(stream.lastErrorAt)}: ${stream.lastError}`);
  }
  console.log('Tables');
  for (const table of tables) {
    console.log(
      `  ${table.table}: ${table.rows} rows, ${table.tombstones} tombstones, ${table.failures} failed; swept ${moment(table.reconciledAt)}: ${table.missing} missing, ${table.stale} stale, ${table.extra} extra`,
    );
  }
  if (failures.length > 0) console.log('Documents that could not be projected');
  for (const failure of failures) console.log(`  ${failure.database} ${failure.path}: ${failure.reason} (${moment(failure.failedAt)})`);
  return 0;
}

/** Compares every row with its document and reports the differences. @returns the exit code */
export async function verify(stores: CommandStores, projections: readonly AnyProjection[], everything: boolean): Promise<number> {
  let differing = 0;
  for (const projection of projections) {
    const { table, documents, rows, documentSum, rowSum, drift } = await verifyCollection(stores, projection);
    differing += drift.length;
    console.log(
      `${table}: ${documents} documents (${documentSum}), ${rows} rows (${rowSum}), ${drift.length === 0 ? 'equal' : `${drift.length} differ`}`,
    );
    for (const { id, path, problem } of drift) console.log(`  ${table} ${id} (${path}): ${problem}`);
  }
  for (const derived of everything ? REGISTRIES.derivedTables : []) {
    const wrong = await derived.verify(stores.sql);
    differing += wrong.length;
    console.log(`${derived.id}: ${wrong.length === 0 ? 'equal' : `${wrong.length} differ`}`);
    for (const line of wrong) console.log(`  ${line}`);
  }
  console.log(
    differing === 0
      ? 'The read model is what the documents say.'
      : `${differing} differences. Mend them with: npm run read-model -- rebuild`,
  );
  return differing === 0 ? 0 : 1;
}

/** Rebuilds every row and reports the counts. @returns the exit code */
export async function rebuild(stores: CommandStores, projections: readonly AnyProjection[], everything: boolean): Promise<number> {
  const services = { ...stores, index: createProjectionIndex(PROJECTIONS) };
  const results = await rebuildReadModel(services, everything ? {} : { projections });
  for (const result of results) {
    console.log(
      `${result.table}: ${result.documents} documents, ${result.rewritten} rows written, ${result.extra} removed, ${result.failed} failed`,
    );
  }
  for (const derived of everything ? REGISTRIES.derivedTables : []) {
    const wrong = await derived.verify(stores.sql);
    if (wrong.length > 0) await derived.rebuild(stores.sql);
    console.log(`${derived.id}: ${wrong.length === 0 ? 'equal' : 'computed again'}`);
  }
  return results.some((result) => result.failed > 0) ? 1 : 0;
}

const COMMANDS = { status, verify, rebuild } as const;

/** Finds projections by table name or by stored collection: `PACKAGES`; `auditoria` exists in both databases. */
function projectionsOf(given: string): readonly AnyProjection[] {
  return PROJECTIONS.filter((projection) => nameOf(projection) === given || (!projection.group && projection.collection === given));
}

/** `npm run read-model`. */
export const readModel = createCommand(USAGE, async (args, environment) => {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: { collection: { type: 'string' } } });
  const [command] = positionals;
  const projections = values.collection === undefined ? PROJECTIONS : projectionsOf(values.collection);
  if (positionals.length !== 1 || !command || !Object.hasOwn(COMMANDS, command) || projections.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const work = COMMANDS[command as keyof typeof COMMANDS];
  return withStores('read-model', environment, (stores) => work(stores, projections, values.collection === undefined));
});
