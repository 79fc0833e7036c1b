import { AppError } from '../domain/errors.ts';
import { countOf } from '../domain/text.ts';
import type { BulkAct, CurrentValue, SetCall } from '../lists/bulk-act.ts';
import type { FoundRecord, ImportedValues, ListImport } from '../lists/list-import.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import type { Call, Services } from '../services.ts';
import { pickValues, refusalOf, rowToken } from './check-import.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { findRowsAt, type StoredRow } from './stored-import.ts';

/** Stored with every run, so it must never change. */
export const IMPORT_ACT = 'import';
/** Field of a run with the id of the import that it applies. */
export const IMPORT_ID_FIELD = 'import';

/**
 * Applies a checked file as a bulk act: its records are the rows, by their places. What each row writes was decided in the check; any later
 * change of its record is a conflict.
 */
export function importAct(imports: ListImport): BulkAct {
  return {
    id: IMPORT_ACT,
    label: 'Importar',
    icon: 'pencil',
    done: ['Se importó', 'Se importaron'],
    joins: ' de ',
    wanted: (held) => held,
    async findHeld(services, { ids, asked }) {
      const rows = await findRowsAt(services.sql, asked[IMPORT_ID_FIELD] ?? '', ids);
      const found = await imports.find(
        services,
        rows.map(({ recordId }) => recordId),
      );
      return new Map(rows.map((row) => [String(row.place), currentValueOf(row, found.get(row.recordId))]));
    },
    async set(services, { id, asked, wanted, held, ...call }) {
      const importId = asked[IMPORT_ID_FIELD] ?? '';
      const [row] = await findRowsAt(services.sql, importId, [id]);
      if (!row) throw new AppError('not-found', `no row ${id} of import ${importId}`, { userMessage: 'La fila ya no se guarda.' });
      return wanted === row.wanted
        ? saveRow(services, imports, { ...call, importId, row })
        : undoRow(services, imports, { ...call, row, held, wanted });
    },
    async tell(services, { ids, asked, ...call }) {
      const rows = await findRowsAt(services.sql, asked[IMPORT_ID_FIELD] ?? '', ids);
      return (await imports.tell?.(services, { ...call, ids: rows.map(({ recordId }) => recordId) })) ?? '';
    },
    ...(imports.givesRights && { givesRights: true }),
    ...(!imports.database && { hasSteps: true }),
    ...(imports.database && {
      setTogether: async (services, { ids, asked, ...call }) => {
        const importId = asked[IMPORT_ID_FIELD] ?? '';
        await applyTogether(services, imports, { ...call, importId, rows: await findRowsAt(services.sql, importId, ids) });
      },
    }),
  };
}

function currentValueOf({ name, wanted, version }: StoredRow, found: FoundRecord | undefined): CurrentValue {
  const names = Object.keys(valuesOf(wanted));
  return { name, version, wanted, value: found?.isActive ? canonicalJson(pickValues(found.values, names)) : null };
}

const valuesOf = (json: unknown) => (typeof json === 'string' ? (JSON.parse(json) as ImportedValues) : {});

function saveRow(
  services: Services,
  imports: ListImport,
  { importId, row, ...call }: Call & { importId: string; row: StoredRow },
): Promise<unknown> {
  const { outcome, place, recordId, version, wanted } = row;
  const target = outcome === 'new' ? { id: null, formToken: rowToken(importId, place) } : { id: recordId, formToken: '' };
  return imports.save(services, { ...call, ...target, version, base: null, values: valuesOf(wanted), isConfirmed: true });
}

type UndoCall = Call & Pick<SetCall, 'held' | 'wanted'> & { row: StoredRow };

function undoRow(services: Services, imports: ListImport, { row: { recordId: id }, held, wanted, ...call }: UndoCall): Promise<unknown> {
  if (wanted === null) return imports.remove(services, { ...call, id });
  const base = valuesOf(held.value);
  return imports.save(services, { ...call, id, version: '', base, values: valuesOf(wanted), formToken: '', isConfirmed: true });
}

/**
 * Writes all of these rows or none, in one transaction. Errors: `conflict`, with every refused row
 * and its reasons; nothing is written then.
 */
export async function applyTogether(
  services: Services,
  { database, ...imports }: ListImport,
  { rows, importId, ...call }: Call & { rows: readonly StoredRow[]; importId: string },
): Promise<void> {
  if (!database) throw new Error(`rows of ${imports.table} are not saved in one transaction`);
  await inOneTransaction(services, database, async (own) => {
    const refused: string[] = [];
    const paths = rows.map(({ recordId }) => `${imports.table}/${recordId}`);
    // Prefetches all records at once.
    await own.documents[database].getMany(paths);
    for (const row of rows) {
      try {
        await saveRow(own, imports, { ...call, importId, row });
      } catch (error) {
        refused.push(`${row.sheet === '' ? 'Fila' : `Hoja «${row.sheet}», fila`} ${row.row}: ${refusalOf(error).join(' ')}`);
      }
    }
    if (refused.length > 0) throw nothingWritten(refused);
  });
}

const NAMED_ROWS = 10;

function nothingWritten(refused: readonly string[]): AppError {
  const more = refused.length > NAMED_ROWS ? ` Y ${countOf(refused.length - NAMED_ROWS, 'fila', 'filas')} más.` : '';
  return new AppError('conflict', `${refused.length} rows of an import were refused`, {
    userMessage: `No se escribió nada: los datos cambiaron después de la revisión. ${refused.slice(0, NAMED_ROWS).join(' ')}${more} Cargue el archivo de nuevo.`,
  });
}
