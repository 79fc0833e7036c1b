import type { Sql } from '../platform/sql/sql.ts';

type Services = { sql: Pick<Sql, 'query'> };

/** Name expression per table; a package is named by its destination. */
const NAME_OF = {
  usuarios: `coalesce(nullif(t.name, ''), nullif(t.email, ''))`,
  agencias: 't.nombre',
  categorias: 't.nombre',
  tipos_documento: 't.nombre',
  packages: `coalesce((SELECT nullif(a.nombre, '') FROM agencias a WHERE a.id = t."agencyId"), t."agencyId")`,
} as const;

type NamedTable = keyof typeof NAME_OF;

export interface Names {
  /** null when the record is missing or has no name. */
  find(this: void, table: NamedTable, id: string): string | null;
  /** Falls back to the id. */
  of(this: void, table: NamedTable, id: string): string;
}

/** Longer ids cannot exist, and PostgreSQL refuses NUL: such ids are not queried. */
const ID_MAX = 200;

/** Looks up the current names of all these ids in one statement. */
export async function findNames(
  { sql }: Pick<Services, 'sql'>,
  idsByTable: Readonly<Partial<Record<NamedTable, readonly string[]>>>,
): Promise<Names> {
  const tables = (Object.keys(NAME_OF) as NamedTable[])
    .map((table) => ({ table, ids: [...new Set(idsByTable[table] ?? [])].filter(canBeId) }))
    .filter(({ ids }) => ids.length > 0);
  const found = new Map<string, string>();
  if (tables.length > 0) {
    const selects = tables.map(
      ({ table }, place) => `SELECT '${table}' AS named, t.id, ${NAME_OF[table]} AS name FROM ${table} t WHERE t.id = ANY($${place + 1})`,
    );
    const { rows } = await sql.query<{ named: NamedTable; id: string; name: string | null }>(
      selects.join(' UNION ALL '),
      tables.map(({ ids }) => ids),
    );
    for (const { named, id, name } of rows) if (name) found.set(`${named}/${id}`, name);
  }
  const find: Names['find'] = (table, id) => found.get(`${table}/${id}`) ?? null;
  return { find, of: (table, id) => find(table, id) ?? id };
}

function canBeId(id: string): boolean {
  return id !== '' && id.length <= ID_MAX && !id.includes('\0');
}

/** A person's name; the id as fallback. */
export function personName(services: Pick<Services, 'sql'>, id: string): Promise<string> {
  return nameIn(services, 'usuarios', id);
}

/** A document type's name; the id as fallback. */
export function typeName(services: Services, id: string): Promise<string> {
  return nameIn(services, 'tipos_documento', id);
}

async function nameIn(services: Pick<Services, 'sql'>, table: NamedTable, id: string): Promise<string> {
  const safeId = id.slice(0, ID_MAX).replaceAll('\0', '');
  return (await findNames(services, { [table]: [safeId] })).of(table, safeId);
}
