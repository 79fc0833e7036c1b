import { splitTypeKey, typeKey } from '../../domain/document-permissions.ts';
import type { MatrixCategory, MatrixType } from './domain/type-matrix.ts';
import type { Sql } from '../../platform/sql/sql.ts';

interface TypeRow {
  id: string;
  name: string;
  categoryId: string;
  categoryName: string;
}

/** Far more than one set may allow. */
const TYPES_MAX = 2_000;

const MATRIX = `SELECT t.id, coalesce(nullif(t.nombre, ''), t.id) AS name, t."categoryId", coalesce(nullif(c.nombre, ''), t."categoryId") AS "categoryName"
  FROM tipos_documento t LEFT JOIN categorias c ON c.id = t."categoryId" AND NOT c.source_deleted
  WHERE t."isActive" AND NOT t.source_deleted AND t."categoryId" <> ''
  ORDER BY coalesce(nullif(c.nombre, ''), t."categoryId") COLLATE "es-x-icu", t."categoryId", coalesce(nullif(t.nombre, ''), t.id) COLLATE "es-x-icu", t.id
  LIMIT ${TYPES_MAX}`;

const NAMES = `SELECT 'type' AS kind, id, nombre AS name FROM tipos_documento WHERE id = ANY($1::text[])
  UNION ALL SELECT 'category', id, nombre FROM categorias WHERE id = ANY($2::text[])`;

/**
 * The rows of a matrix: every type under its category, by name, and at the end of a category what sets allow although the type is gone or
 * has moved.
 * @param grantedKeys keys that the shown sets allow
 */
export async function readMatrix(sql: Pick<Sql, 'query'>, grantedKeys: readonly string[]): Promise<MatrixCategory[]> {
  const { rows } = await sql.query<TypeRow>(MATRIX);
  const categories = new Map<string, MatrixCategory>();
  const placed = new Set<string>();
  const place = (id: string, name: string, type: MatrixType) => {
    const category = categories.get(id) ?? { id, name, types: [] };
    category.types.push(type);
    categories.set(id, category);
    placed.add(type.key);
  };
  for (const { id, name, categoryId, categoryName } of rows)
    place(categoryId, categoryName, { key: typeKey(categoryId, id), name, isGone: false });
  const gone = [...new Set(grantedKeys)].filter((key) => !placed.has(key));
  if (gone.length === 0) return [...categories.values()];
  const names = await readNames(sql, gone);
  for (const key of gone.sort()) {
    const { categoryId, typeId } = splitTypeKey(key);
    place(categoryId, names('category', categoryId), { key, name: names('type', typeId), isGone: true });
  }
  return [...categories.values()];
}

/** Includes names of deleted records; an unknown id stands for itself. */
async function readNames(sql: Pick<Sql, 'query'>, keys: readonly string[]): Promise<(kind: string, id: string) => string> {
  const ids = keys.map(splitTypeKey);
  const { rows } = await sql.query<{ kind: string; id: string; name: string }>(NAMES, [
    ids.map(({ typeId }) => typeId),
    ids.map(({ categoryId }) => categoryId),
  ]);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (kind, id) => names.get(`${kind} ${id}`) || id;
}
