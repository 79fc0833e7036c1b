import type { Sql } from '../../platform/sql/sql.ts';
import { nameOf, type AnyProjection } from '../projection.ts';
import { projectionShape } from '../projection-shape.ts';

/**
 * Projections whose shape differs from the last rebuild of their table: after the deployment of a new version, or where no table was ever
 * filled as a whole. Lists keep using the existing rows.
 */
export async function findOutdated(sql: Sql, projections: readonly AnyProjection[]): Promise<AnyProjection[]> {
  const { rows } = await sql.query<{ name: string; shape: string }>('SELECT table_name AS name, shape FROM reconcile_results');
  const shapes = new Map(rows.map(({ name, shape }) => [name, shape]));
  return projections.filter((projection) => shapes.get(nameOf(projection)) !== projectionShape(projection));
}
