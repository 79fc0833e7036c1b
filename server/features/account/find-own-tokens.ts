import { mapOutage } from '../../platform/sql/database-outage.ts';
import type { Call, Services } from '../../services.ts';
import type { OwnToken } from './tokens.ts';

/** Expired tokens are shown too, until somebody revokes them. */
const SHOWN_MAX = 50;

interface Row extends Pick<OwnToken, 'id' | 'nombre' | 'terminacion' | 'isInForce'> {
  expiresAt: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The person's own tokens that nobody revoked, newest first. */
export async function findOwnTokens({ sql }: Pick<Services, 'sql'>, { actor }: Call): Promise<OwnToken[]> {
  const query = sql.query<Row>(
    `SELECT t.id, t.nombre, t.terminacion, t."expiresAt", t."createdAt", u.last_used_at AS "lastUsedAt",
            coalesce(t."expiresAt" > now(), false) AS "isInForce"
     FROM accesos_programas t LEFT JOIN identity.token_uses u ON u.token_id = t.id
     WHERE t."userId" = $1 AND t."isActive" AND NOT t.source_deleted
     ORDER BY t."createdAt" DESC, t.id LIMIT ${SHOWN_MAX}`,
    [actor.id],
  );
  return (await mapOutage(query)).rows.map(({ expiresAt, createdAt, lastUsedAt, ...token }) => ({
    ...token,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
