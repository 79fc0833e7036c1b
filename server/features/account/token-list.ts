import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { CREATED_COLUMN, ID_COLUMN } from '../../lists/record-columns.ts';
import { trusted } from '../../platform/sql/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { TOKEN_NOUN } from './token-kind.ts';

export interface TokenRow {
  id: string;
  nombre: string;
  userId: string;
  owner: string;
  /** Without an active owner the token gets no answer. */
  ownerIsActive: boolean;
  terminacion: string;
  createdAt: Date;
  expiresAt: Date;
  /** To the hour. */
  lastUsedAt: Date | null;
}

/** Everybody's tokens in force, for people who administer users. */
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
    named: [{ column: 'userId', ...PEOPLE }],
  },
  columns: declareColumns([
    { name: 'nombre', label: 'Nombre', look: 'cut', width: 36, sort: { type: 'text' }, text: (row) => row.nombre || row.id },
    { name: 'terminacion', label: 'Termina en', look: 'nowrap font-mono', from: 'lg' },
    {
      name: 'owner',
      label: 'Persona',
      look: 'cut',
      from: 'sm',
      width: 28,
      also: [{ title: 'Persona activa', value: (row) => (row.ownerIsActive ? 'Sí' : 'No') }],
    },
    { ...CREATED_COLUMN, label: 'Creado', from: 'lg' },
    {
      name: 'expiresAt',
      label: 'Vence',
      kind: 'datetime',
      as: 'day',
      look: 'nowrap tabular',
      from: 'md',
      // Every token in force has an end date.
      sort: { type: 'timestamptz', first: 'asc' },
    },
    { name: 'lastUsedAt', label: 'Último uso', kind: 'datetime', look: 'nowrap tabular', from: 'md' },
    ID_COLUMN,
  ]),
  access: () => [trusted('t."expiresAt" > now()')],
  filters: [recordFilter({ name: 'userId', label: 'Persona', all: 'Persona: todas', records: PEOPLE, retired: true }), dayFilter()],
  hit: { title: (row) => row.nombre || row.id, facts: (row) => [row.owner] },
};
