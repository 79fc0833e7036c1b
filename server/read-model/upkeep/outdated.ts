import type { Sql } from '../../platform/sql/sql.ts';
import { nameOf, type AnyProjection } from '../projection.ts';
import { projectionShape } from '../projection-shape.ts';

/**
 * Projections that make rows otherwise than when all rows of their table were last made: after a new version was deployed, or
 * where no table was ever made as a whole. Lists go on answering from the rows that are there.
 */
export async function findOutdated(sql: Sql, projections: readonly AnyProjection[]): Promise<AnyProjection[]> {
  const { rows } = await sql.query<{ name: string; shape: string }>('SELECT table_name AS name, shape FROM reconcile_results');
  const shapes = new Map(rows.map(({ name, shape }) => [name, shape]));
  return projections.filter((projection) => shapes.get(nameOf(projection)) !== projectionShape(projection));
}
