import { dayFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { trusted } from '../../platform/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { TOKEN_NOUN } from './token-kind.ts';

export interface TokenRow {
  id: string;
  nombre: string;
  userId: string;
  owner: string;
  /** Without that nothing is answered to the token. */
  ownerIsActive: boolean;
  terminacion: string;
  createdAt: Date;
  expiresAt: Date;
  /** Exact to the hour. */
  lastUsedAt: Date | null;
}

/** Everybody's tokens in force, for who administers people. */
export const TOKENS: List<TokenRow> = {
  menu: 'users',
  url: '/settings/tokens',
  noun: TOKEN_NOUN,
  source: {
    table: 'accesos_programas',
    select: `t.id, t.nombre, t."userId", coalesce(nullif(o.name, ''), nullif(o.email, ''), t."userId") AS owner,
      coalesce(o.state AND o."isActive" AND NOT o.source_deleted, false) AS "ownerIsActive",
      t.terminacion, t."createdAt", t."expiresAt", u.last_used_at AS "lastUsedAt"`,
    joins: 'LEFT JOIN usuarios o ON o.id = t."userId" LEFT JOIN identity.token_uses u ON u.token_id = t.id',
    named: [{ column: 'userId', table: 'usuarios', name: 'name' }],
  },
  sortable: {
    nombre: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    // Of those in force none is without it.
    expiresAt: { type: 'timestamptz', first: 'asc' },
  },
  access: () => [trusted('t."expiresAt" > now()')],
  filters: [recordFilter({ name: 'userId', label: 'Persona', all: 'Persona: todas', records: PEOPLE, retired: true }), dayFilter()],
  hit: { title: (row) => row.nombre || row.id, facts: (row) => [row.owner] },
  sheet: {
    columns: [
      { title: 'Nombre', kind: 'text', shownIn: 'nombre', width: 36, value: (row) => row.nombre },
      { title: 'Persona', kind: 'text', shownIn: 'owner', width: 28, value: (row) => row.owner },
      { title: 'Persona activa', kind: 'text', shownIn: 'owner', value: (row) => (row.ownerIsActive ? 'Sí' : 'No') },
      { title: 'Termina en', kind: 'text', shownIn: 'terminacion', value: (row) => row.terminacion },
      { title: 'Fecha de creación', kind: 'datetime', shownIn: 'createdAt', value: (row) => row.createdAt },
      { title: 'Vence', kind: 'datetime', shownIn: 'expiresAt', value: (row) => row.expiresAt },
      { title: 'Último uso', kind: 'datetime', shownIn: 'lastUsedAt', value: (row) => row.lastUsedAt },
      { title: 'Código', kind: 'text', width: 24, value: (row) => row.id },
    ],
  },
};
