import type { Sql } from '../platform/sql/sql.ts';

/** Sets the used points of a rate limit, for everybody who has used any. @param limit its name */
export async function setUsedPoints(sql: Pick<Sql, 'query'>, limit: string, points: number): Promise<void> {
  const { rowCount } = await sql.query('UPDATE identity.rate_limits SET points = $2 WHERE key LIKE $1', [`${limit}:%`, points]);
  if (rowCount === 0) throw new Error(`nobody has taken a point of ${limit}`);
}
