import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { tidyWithin } from '../../domain/tidy-text.ts';
import {
  checkConstantItems,
  constantList,
  CONSTANT_LISTS,
  readConstantItem,
  readConstantItems,
  type ConstantItem,
  type ConstantListDefinition,
  type ConstantListId,
} from '../../domain/constants.ts';
import { readExtraFields } from '../../domain/extra-fields.ts';
import { joinWithAnd, plural } from '../../domain/text.ts';
import type { DocumentTransaction, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import type { Conflict } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';
import { readText } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { text } from '../../records/fields.ts';
import { formState, type RecordKind } from '../../records/record-kind.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { settingsKind } from './settings-kind.ts';

const COLLECTION = 'constantes';
/** For the audit only: the rows have a form of their own. */
export const CONSTANT_FIELDS = [text({ name: 'items', label: 'Valores' }), text({ name: 'value', label: 'Valor' })];
/** No list takes a longer code or name (domain/constants.ts). */
const CELL_MAX = Math.max(...CONSTANT_LISTS.map((list) => list.valueMax));

interface StoredConstants {
  id: ConstantListId;
  items: ConstantItem[];
  /** False: nothing was ever stored, the items are the defaults. */
  isStored: boolean;
  /** '' when nothing is stored; goes back with the form. */
  version: string;
  /** ISO text. */
  updatedAt: string | null;
}

interface UpdateConstantsCall extends Call, Baseline {
  list: string;
  /** Rows as typed; a row with nothing in it is left out. */
  items: readonly ConstantItem[];
}

interface ConstantsValues {
  items: ConstantItem[];
}

export type ConstantsConflict = Conflict<ConstantItem[], ConstantsValues>;

const kindOf = (list: ConstantListDefinition): RecordKind<ConstantsValues, ConstantItem[]> =>
  settingsKind({
    database: 'digitalization',
    menu: 'settings-constants',
    collection: COLLECTION,
    updated: AUDIT_ACTIONS.constantsUpdated,
    read: ({ items }) => ({ items: readConstantItems(list, items) }),
    show: ({ items }) => items,
    initial: { items: [...list.defaults] },
    toStored: ({ items = [] }, stored) => ({ items: writeItems(items, stored['items']) }),
  });

/** Items as the document has them: members that other programs added, unchanged values and entries that are no items stay as they are. */
function writeItems(items: readonly ConstantItem[], stored: FieldValue | undefined): FieldValue[] {
  const rest = (isList(stored) ? stored : []).map((entry) => ({ entry, item: readConstantItem(entry) }));
  const written = items.map(({ id, value }) => {
    const place = rest.findIndex(({ item }) => item?.id === id);
    const [found] = place < 0 ? [] : rest.splice(place, 1);
    if (found?.item?.value === value) return found.entry;
    return { ...(found && isPlainMap(found.entry) ? found.entry : { id }), value };
  });
  return [...written, ...rest.filter(({ item }) => item === null).map(({ entry }) => entry)];
}

export async function findConstants(services: Services, call: Call): Promise<StoredConstants[]> {
  requireMenu(call.actor, 'settings-constants');
  return readAll(services);
}

/** Errors: `forbidden`, `not-found`. */
export async function getConstants({ documents }: Services, call: Call & { list: string }): Promise<StoredConstants> {
  requireMenu(call.actor, 'settings-constants');
  const list = requireList(call.list);
  return toConstants(list, await documents.digitalization.get(pathOf(list)));
}

/** Errors: `forbidden`, `not-found`, `invalid-input` (fields `<row>.id`, `<row>.value`; '' for a validator in use), `conflict` (ConstantsConflict). */
export async function updateConstants(services: Services, call: UpdateConstantsCall): Promise<void> {
  requireMenu(call.actor, 'settings-constants', 'change');
  const list = requireList(call.list);
  const tidy = (text: string) => tidyWithin(text, CELL_MAX, (typed) => typed.trim());
  const rows = call.items.map(({ id, value }) => ({ id: tidy(id), value: tidy(value) }));
  const { items: stored } = toConstants(list, await services.documents.digitalization.get(pathOf(list)));
  const fields = checkConstantItems(list, rows.filter(isFilled), stored);
  if (Object.keys(fields).length > 0) throw invalidFields(byTypedRow(fields, rows), 'No se guardó. Revise las filas marcadas.');
  const items = rows.filter(isFilled).map(({ id, value }) => ({ id, value }));
  await saveChange(services, kindOf(list), {
    ...call,
    id: list.id,
    values: { items },
    async check(tx, wanted, _changed, current) {
      if (list.id === 'fieldValidators') await requireUnusedValidators(tx, current.items, wanted.items);
    },
  });
}

/** Types named in the refusal; a change of the first ones leads to the others. */
const NAMED_TYPES = 3;

/** Fields of document types name their validator: without it they would accept anything. Errors: `invalid-input`. */
async function requireUnusedValidators(
  tx: Pick<DocumentTransaction, 'query'>,
  current: readonly ConstantItem[],
  wanted: readonly ConstantItem[],
): Promise<void> {
  const kept = new Set(wanted.map(({ id }) => id));
  const removed = new Set(current.map(({ id }) => id).filter((id) => !kept.has(id)));
  if (removed.size === 0) return;
  const types = (await tx.query({ collection: 'tipos_documento' })).filter(({ data }) => isActive(data));
  const sentences = [...removed].flatMap((id) => {
    const users = types.filter(({ data }) => readExtraFields(data['campos']).some(({ validador }) => validador === id));
    if (users.length === 0) return [];
    const names = users.slice(0, NAMED_TYPES).map(({ id: type, data }) => `«${readText(data, 'nombre') || type}»`);
    const more = users.length > NAMED_TYPES ? [`${users.length - NAMED_TYPES} más`] : [];
    return `El validador «${id}» se usa en ${plural(users.length, 'el tipo de documento', 'los tipos de documento')} ${joinWithAnd([...names, ...more])}: quítelo antes de sus campos.`;
  });
  if (sentences.length > 0) throw invalidFields({ '': sentences }, 'problems');
}

const isFilled = ({ id, value }: ConstantItem) => id !== '' || value !== '';

/** Errors are numbered by filled rows, the form by all of them. */
function byTypedRow(errors: Readonly<Record<string, string[]>>, rows: readonly ConstantItem[]): Record<string, string[]> {
  const indexes = rows.flatMap((row, index) => (isFilled(row) ? [index] : []));
  return Object.fromEntries(
    Object.entries(errors).map(([key, texts]) => {
      const [row, part] = key.split('.');
      return [part === undefined ? '' : `${indexes[Number(row)] ?? 0}.${part}`, texts];
    }),
  );
}

function requireList(id: string): ConstantListDefinition & { id: ConstantListId } {
  const list = constantList(id);
  if (!list) throw new AppError('not-found', `no constants ${id.slice(0, 50)}`, { userMessage: 'Esa lista de constantes no existe.' });
  return list;
}

const pathOf = (list: ConstantListDefinition) => `${COLLECTION}/${list.id}`;

async function readAll({ documents }: Pick<Services, 'documents'>): Promise<StoredConstants[]> {
  const found = await documents.digitalization.getMany(CONSTANT_LISTS.map(pathOf));
  return CONSTANT_LISTS.map((list, index) => toConstants(list, found[index] ?? null));
}

function toConstants(list: ConstantListDefinition & { id: ConstantListId }, document: StoredDocument | null): StoredConstants {
  return { id: list.id, items: readConstantItems(list, document?.data['items']), ...formState(kindOf(list), document) };
}
