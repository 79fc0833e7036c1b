import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { shownRows } from './shown-contents.ts';

/** Side of a square of the map in degrees: about 80 km. */
const SQUARE = 0.75;
/** Fewer are no crowd from which one could be far. */
const CROWD = 5;

/**
 * Agencies outside Guatemala (the bounds of the form), and those alone in their square of the map with all eight squares
 * around it empty, so that no other is within its side. Agencies are counted by squares, which costs the same for any number.
 */
export function farRows(agencies: CatalogDefinition): { from: string; where: string; fact: string } {
  const { from, where } = shownRows(agencies);
  const inside = `${within(agencies, 'latitud')} AND ${within(agencies, 'longitud')}`;
  const square = (name: string) => `floor(t.${name} / ${SQUARE})::int`;
  return {
    from: `${from} LEFT JOIN (
      WITH squares AS MATERIALIZED (SELECT ${square('latitud')} AS y, ${square('longitud')} AS x, count(*) AS agencies FROM ${from} WHERE ${where} AND ${inside} GROUP BY 1, 2)
      SELECT s.y, s.x FROM squares s WHERE s.agencies = 1 AND (SELECT sum(agencies) FROM squares) >= ${CROWD}
        AND NOT EXISTS (SELECT 1 FROM squares n WHERE abs(n.y - s.y) <= 1 AND abs(n.x - s.x) <= 1 AND (n.y, n.x) <> (s.y, s.x))
    ) lonely ON ${inside} AND lonely.y = ${square('latitud')} AND lonely.x = ${square('longitud')}`,
    where: `${where} AND t.latitud IS NOT NULL AND t.longitud IS NOT NULL AND (lonely.y IS NOT NULL OR NOT (${inside}))`,
    fact: `CASE WHEN ${inside} THEN 'far' ELSE 'outside' END`,
  };
}

function within({ fields }: CatalogDefinition, name: string): string {
  const { min, max } = fields.find((field) => field.name === name) ?? {};
  if (min === undefined || max === undefined) throw new Error(`${name} has no bounds`);
  return `t.${name} BETWEEN ${min} AND ${max}`;
}
