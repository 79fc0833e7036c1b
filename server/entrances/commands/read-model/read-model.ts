import { countOf, formatCount, plural } from '../../../domain/text.ts';
import { PROJECTIONS, REGISTRIES } from '../../../registries.ts';
import { nameOf, type AnyProjection } from '../../../read-model/projection.ts';
import { describeDrift } from '../../../domain/describe-drift.ts';
import { rebuildReadModel } from '../../../read-model/upkeep/rebuild.ts';
import { readStatus } from '../../../read-model/upkeep/status.ts';
import { verifyCollection } from '../../../read-model/upkeep/verify.ts';
import { createCommand, DATABASE_USAGE, UsageError } from '../run-command.ts';
import { withStores, type CommandStores } from '../with-stores.ts';

const NAMES = PROJECTIONS.map(nameOf).join(', ');

const USAGE = `npm run read-model -- status | verify | rebuild [--collection X]

  status    hasta dónde llega cada flujo, filas por tabla y documentos que no se pudieron leer
  verify    compara cada fila con su documento, sin escribir nada; una línea por cada fila distinta, y código 1
  rebuild   lee otra vez cada documento y quita las filas sin documento; las listas siguen contestando

${DATABASE_USAGE}

  --collection X   solo esta colección: ${NAMES}`;

const moment = (date: Date | null) => date?.toISOString() ?? 'nunca';
const documentsOf = (count: number) => countOf(count, 'documento', 'documentos');
const rowsOf = (count: number) => countOf(count, 'fila', 'filas');
const comparison = (differing: number) => (differing === 0 ? 'igual' : countOf(differing, 'diferencia', 'diferencias'));

async function status({ sql }: CommandStores, projections: readonly AnyProjection[]): Promise<number> {
  const { streams, tables, failures } = await readStatus(sql, projections);
  console.log('Flujos');
  if (streams.length === 0) console.log('  ninguno: todavía no ha corrido un trabajador');
  for (const stream of streams) {
    const pending = countOf(stream.pendingChanges, 'cambio pendiente', 'cambios pendientes');
    console.log(
      `  ${stream.name}: ${stream.watched ? 'se observa' : 'NO se observa'}, al día ${moment(stream.freshAt)}, ${pending}, posición ${stream.position ?? 'ninguna'}`,
    );
    if (stream.lastError) console.log(`    último error ${moment(stream.lastErrorAt)}: ${stream.lastError}`);
  }
  console.log('Tablas');
  for (const { table, rows, tombstones, failures: failed, reconciledAt, missing, stale, extra } of tables) {
    const differing = `${countOf(missing, 'faltaba', 'faltaban')}, ${countOf(stale, 'atrasada', 'atrasadas')}, ${countOf(extra, 'sobraba', 'sobraban')}`;
    console.log(
      `  ${table}: ${rowsOf(rows)}, ${countOf(tombstones, 'borrada', 'borradas')}, ${formatCount(failed)} sin leer; repaso ${moment(reconciledAt)}: ${differing}`,
    );
  }
  if (failures.length > 0) console.log('Documentos que no se pudieron leer');
  for (const failure of failures)
    console.log(`  ${failure.database} ${failure.path}: ${describeDrift(failure.reason)} (${moment(failure.failedAt)})`);
  return 0;
}

/** Compares every row with its document and reports the differences. @returns the exit code */
export async function verify(stores: CommandStores, projections: readonly AnyProjection[], everything: boolean): Promise<number> {
  let differing = 0;
  for (const projection of projections) {
    const { table, documents, rows, documentSum, rowSum, drift } = await verifyCollection(stores, projection);
    differing += drift.length;
    console.log(`${table}: ${documentsOf(documents)} (${documentSum}), ${rowsOf(rows)} (${rowSum}), ${comparison(drift.length)}`);
    for (const { id, path, problem } of drift) console.log(`  ${table} ${id} (${path}): ${describeDrift(problem)}`);
  }
  for (const derived of everything ? REGISTRIES.derivedTables : []) {
    const wrong = await derived.verify(stores.sql);
    differing += wrong.length;
    console.log(`${derived.title}: ${comparison(wrong.length)}`);
    for (const line of wrong) console.log(`  ${line}`);
  }
  console.log(
    differing === 0
      ? 'Las listas dicen lo mismo que los documentos.'
      : `${countOf(differing, 'diferencia', 'diferencias')}. Se corrigen con: npm run read-model -- rebuild`,
  );
  return differing === 0 ? 0 : 1;
}

/** Rebuilds every row and reports the counts. @returns the exit code */
export async function rebuild(stores: CommandStores, projections: readonly AnyProjection[], everything: boolean): Promise<number> {
  const services = { ...stores, index: REGISTRIES.projectionIndex };
  const results = await rebuildReadModel(services, everything ? {} : { projections });
  for (const { table, documents, rewritten, extra, failed } of results) {
    const written = `${rowsOf(rewritten)} ${plural(rewritten, 'escrita', 'escritas')}`;
    console.log(
      `${table}: ${documentsOf(documents)}, ${written}, ${countOf(extra, 'quitada', 'quitadas')}, ${formatCount(failed)} sin leer`,
    );
  }
  for (const derived of everything ? REGISTRIES.derivedTables : []) {
    const wrong = await derived.verify(stores.sql);
    if (wrong.length > 0) await derived.rebuild(stores.sql);
    console.log(`${derived.title}: ${wrong.length === 0 ? 'igual' : 'calculados de nuevo'}`);
  }
  return results.some((result) => result.failed > 0) ? 1 : 0;
}

const COMMANDS = { status, verify, rebuild } as const;

/** Finds projections by table name or by stored collection: `PACKAGES`; `auditoria` exists in both databases. */
function projectionsOf(given: string): readonly AnyProjection[] {
  return PROJECTIONS.filter((projection) => nameOf(projection) === given || (!projection.group && projection.collection === given));
}

/** `npm run read-model`. */
export const readModel = createCommand(
  { usage: USAGE, actions: ['status', 'verify', 'rebuild'], options: { collection: { type: 'string' } } },
  async ({ action, values: { collection }, environment }) => {
    const projections = collection === undefined ? PROJECTIONS : projectionsOf(collection);
    if (projections.length === 0) throw new UsageError(`No existe la colección «${collection}».`);
    return withStores('read-model', environment, (stores) => COMMANDS[action](stores, projections, collection === undefined));
  },
);
