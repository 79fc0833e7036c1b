import type { PackageFacts } from './package-kind.ts';
import type { PackagesServices } from './create-packages.ts';

/** What people call what a package names by ids; the id where it is no record any more. */
export interface PackageNames {
  /** Destination. */
  agency: string;
  fromAgency: string;
  /** For whom it is meant, '' for anybody of the agency. */
  person: string;
  sender: string;
  /** Who accepted or rejected it. */
  resolver: string;
  /** By id. */
  types: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
}

const NAMED = {
  agencias: 'nombre',
  usuarios: `coalesce(nullif(name, ''), nullif(email, ''))`,
  tipos_documento: 'nombre',
  categorias: 'nombre',
} as const;

export async function readPackageNames({ sql }: Pick<PackagesServices, 'sql'>, facts: PackageFacts): Promise<PackageNames> {
  const { agencyId, from_agency, userAssign, from, resolvedBy, detailOfPackage: lines } = facts;
  const asked: Record<keyof typeof NAMED, readonly string[]> = {
    agencias: [agencyId, from_agency],
    usuarios: [userAssign, from, resolvedBy, ...lines.map(({ checkedBy }) => checkedBy)],
    tipos_documento: lines.map(({ documentId }) => documentId),
    categorias: lines.map(({ categoryId }) => categoryId),
  };
  const tables = Object.keys(NAMED) as (keyof typeof NAMED)[];
  const { rows } = await sql.query<{ place: number; id: string; name: string | null }>(
    tables
      .map((table, place) => `SELECT ${place} AS place, id, ${NAMED[table]} AS name FROM ${table} WHERE id = ANY($${place + 1})`)
      .join(' UNION ALL '),
    tables.map((table) => [...new Set(asked[table])].filter((id) => id !== '')),
  );
  const namesIn = (table: keyof typeof NAMED) =>
    new Map(rows.flatMap(({ place, id, name }) => (tables[place] === table && name ? [[id, name] as const] : [])));
  const [agencies, people] = [namesIn('agencias'), namesIn('usuarios')];
  return {
    agency: agencies.get(agencyId) ?? agencyId,
    fromAgency: agencies.get(from_agency) ?? from_agency,
    person: people.get(userAssign) ?? userAssign,
    sender: people.get(from) ?? from,
    resolver: people.get(resolvedBy) ?? resolvedBy,
    ...{ types: namesIn('tipos_documento'), categories: namesIn('categorias'), people },
  };
}
