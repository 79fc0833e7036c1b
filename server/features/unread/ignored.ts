import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Noun } from '../../domain/grammar.ts';
import { allOf, fragment } from '../../platform/sql/sql-fragment.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { defineTable } from '../../read-model/table.ts';
import type { BulkAct } from '../../lists/bulk-act.ts';
import { requireListMenu, type List } from '../../lists/list.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { text } from '../../records/fields.ts';
import { readValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { IGNORED_TABLE, maskedValue, unreadList, type UnreadRow } from './unread-list.ts';

export const IGNORED_NOUN: Noun = { singular: 'dato ignorado', plural: 'datos ignorados', gender: 'm' };

/**
 * A stored value that somebody reviewed and left as it is: `datos_ignorados/{id}` (docs/data-model.md). The id is the one that this value
 * of this field of this document has in the list to review; another value has another id, and shows.
 */
export const IGNORED_FIELDS = [
  text({ name: 'base', label: 'Base de datos' }),
  text({ name: 'documento', label: 'Documento' }),
  text({ name: 'campo', label: 'Campo' }),
  text({ name: 'valor', label: 'Lo guardado', maxLength: 400 }),
] as const;

type IgnoredValues = ValuesOf<typeof IGNORED_FIELDS>;

const IGNORED_KIND: RecordKind<IgnoredValues> = {
  database: 'main',
  menu: 'settings-machinery',
  collection: IGNORED_TABLE,
  noun: IGNORED_NOUN,
  read: (data) => readValues(IGNORED_FIELDS, data),
  show: ({ data }) => readValues(IGNORED_FIELDS, data),
  notFound: unreadNotFound,
  actions: {
    updated: AUDIT_ACTIONS.unreadIgnored,
    activated: { deactivated: AUDIT_ACTIONS.unreadShown },
  },
  initial: readValues(IGNORED_FIELDS, {}),
};

export const ignoredProjection = defineTable(IGNORED_TABLE, tableColumns(IGNORED_FIELDS), ({ documento }, { id }) => ({
  keys: [documento || id],
  texts: [],
}));

interface UnreadValue extends Omit<IgnoredValues, 'base'> {
  id: string;
  base: string;
  name: string;
  isIgnored: boolean;
}

/** Those of the given ids that the person may see, ignored or not. */
async function findUnreadValues(services: Services, { actor, ids }: Call & { ids: readonly string[] }): Promise<UnreadValue[]> {
  const list = unreadList(services.registries.records);
  const where = allOf([fragment`t.id = ANY(${[...ids]}::text[])`, ...(list.access?.(actor) ?? [])]);
  return readForScreen(services.sql, (read) =>
    read<UnreadValue>(fragment`SELECT t.id, t.database AS base, t.path AS documento, t.field AS campo, t.value AS valor, t.name,
      EXISTS (SELECT FROM datos_ignorados g WHERE g.id = t.id AND g."isActive" AND NOT g.source_deleted) AS "isIgnored"
      FROM unread_fields t WHERE ${where}`),
  );
}

/** Leaves a value as it is, or shows it again. Errors: `forbidden`, `not-found` for a value that reads well or has changed by now. */
async function setIgnored(services: Services, { actor, requestId, id, isIgnored }: Call & { id: string; isIgnored: boolean }) {
  requireListMenu(actor, unreadList(services.registries.records), 'change');
  const [known] = await findUnreadValues(services, { actor, ids: [id] });
  if (!known) throw unreadNotFound(id);
  const { base, documento, campo } = known;
  // Masked, because whoever may open the audit reads it there.
  const valor = maskedValue(services.registries.records, { path: documento, field: campo, value: known.valor });
  if (isIgnored) await saveChange(services, IGNORED_KIND, { actor, requestId, id, values: { base, documento, campo, valor } });
  else await setActive(services, IGNORED_KIND, { actor, requestId, ids: [id], isActive: false });
}

const ignoreAct = (wanted: boolean): Pick<BulkAct, 'findHeld' | 'set' | 'wanted'> => ({
  async findHeld(services, call) {
    return new Map((await findUnreadValues(services, call)).map(({ id, name, isIgnored }) => [id, { name, value: isIgnored }]));
  },
  wanted: () => wanted,
  set: (services, { actor, requestId, id, wanted: isIgnored }) =>
    setIgnored(services, { actor, requestId, id, isIgnored: isIgnored === true }),
});

const ACTS: readonly BulkAct[] = [
  { ...ignoreAct(true), id: 'ignore', label: 'Ignorar', icon: 'circle-x', done: ['Se ignoró', 'Se ignoraron'] },
  {
    ...ignoreAct(false),
    id: 'show-again',
    label: 'Volver a mostrar',
    icon: 'circle-check',
    done: ['Se volvió a mostrar', 'Se volvieron a mostrar'],
  },
];

/** The list with the acts of its screen. */
export const reviewList = (records: DeclaredRecords): List<UnreadRow> => ({ ...unreadList(records), acts: ACTS });

function unreadNotFound(id: string): AppError {
  return new AppError('not-found', `nothing unread ${id.slice(0, 60)}`, {
    userMessage: 'Ese dato ya se lee bien, o dice otra cosa desde entonces. Abra la lista de nuevo.',
  });
}
