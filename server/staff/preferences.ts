import { z } from 'zod';
import { DEFAULT_ARRANGEMENT, type HomeArrangement } from '../domain/home-arrangement.ts';
import { mapOutage } from '../platform/sql/database-outage.ts';
import { PAGE_SIZES } from '../domain/page-sizes.ts';
import { readInput } from '../platform/read-input.ts';
import { inTransaction } from '../platform/sql/sql.ts';
import type { Services } from '../services.ts';

const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEYS = ['on', 'off'] as const;

export type Keys = (typeof KEYS)[number];

interface Preferences {
  theme: Theme;
  /** Rows per page of a list. Default: from the settings (liveSettings). */
  pageSize: number;
  /** Shortcuts of a single character, which speech input presses by accident (WCAG 2.1.4). */
  keys: Keys;
}

export const DEFAULT_THEME: Theme = 'system';

interface Row {
  theme: Theme;
  pageSize: number | null;
  keys: Keys | null;
}

export async function getPreferences({ sql, liveSettings }: Services, uid: string): Promise<Preferences> {
  const query = sql.query<Row>('SELECT theme, page_size AS "pageSize", keys FROM identity.preferences WHERE uid = $1', [uid]);
  return toPreferences((await mapOutage(query)).rows[0], liveSettings);
}

function toPreferences(row: Row | undefined, liveSettings: Services['liveSettings']): Preferences {
  return { theme: row?.theme ?? DEFAULT_THEME, pageSize: row?.pageSize ?? liveSettings.current().pageSize, keys: row?.keys ?? 'on' };
}

const changesSchema = z.strictObject({
  theme: z.enum(THEMES, 'Elija un tema de la lista.').optional(),
  /** Forms send text. */
  pageSize: z.coerce
    .number('Elija un tamaño de página de la lista.')
    .pipe(z.literal(PAGE_SIZES, 'Elija un tamaño de página de la lista.'))
    .optional(),
  keys: z.enum(KEYS, 'Elija si usa teclas sueltas.').optional(),
});

/** Changes the given preferences, keeps the rest. @throws AppError `invalid-input` with `fields` */
export async function setPreferences({ sql, liveSettings }: Services, uid: string, changes: unknown): Promise<Preferences> {
  const { theme, pageSize, keys } = readInput(changesSchema, changes, 'La preferencia no es válida.');
  const query = sql.query<Row>(
    `INSERT INTO identity.preferences AS p (uid, theme, page_size, keys) VALUES ($1, coalesce($2, $4::text), $3::integer, $5)
     ON CONFLICT (uid) DO UPDATE SET theme = coalesce($2, p.theme), page_size = coalesce($3, p.page_size), keys = coalesce($5, p.keys), updated_at = now()
     RETURNING theme, page_size AS "pageSize", keys`,
    [uid, theme ?? null, pageSize ?? null, DEFAULT_THEME, keys ?? null],
  );
  return toPreferences((await mapOutage(query)).rows[0], liveSettings);
}

/** Changes the arrangement of Inicio. Concurrent changes run one after the other, so that none is lost. */
export async function changeHome(
  { sql }: Pick<Services, 'sql'>,
  uid: string,
  change: (arrangement: HomeArrangement) => HomeArrangement,
): Promise<HomeArrangement> {
  const work = inTransaction(sql, async (client) => {
    await client.query('INSERT INTO identity.preferences (uid) VALUES ($1) ON CONFLICT DO NOTHING', [uid]);
    const { rows } = await client.query<HomeArrangement>(
      'SELECT home_order AS "order", home_hidden AS hidden FROM identity.preferences WHERE uid = $1 FOR UPDATE',
      [uid],
    );
    const { order, hidden } = change(rows[0] ?? DEFAULT_ARRANGEMENT);
    await client.query('UPDATE identity.preferences SET home_order = $2, home_hidden = $3, updated_at = now() WHERE uid = $1', [
      uid,
      [...order],
      [...hidden],
    ]);
    return { order, hidden };
  });
  return mapOutage(work);
}
