import type { DocumentTransaction, Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { tidyLine, tidyWithin } from '../../domain/tidy-text.ts';
import type { Conflict, Merged } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import {
  DELIVERED_MENU,
  hasAlwaysShown,
  isAlwaysShown,
  MENU_TITLE_MAX,
  type ArrangedGroup,
  type MenuArrangement,
} from '../../domain/menu-arrangement.ts';
import { menuValues, withMenuValues } from '../../domain/menu-values.ts';
import { isMenuIcon } from '../../domain/menu-icons.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { flag, text } from '../../records/fields.ts';
import { contentVersion, isSame } from '../../records/content-version.ts';
import { mergeChanges, settleMerge } from '../../records/merge-changes.ts';
import { pick, type Baseline } from '../../records/save-change.ts';
import { saverOf, stamped } from '../../records/updated-by.ts';
import { writeAudit } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { settingsConflictMessage } from './settings-kind.ts';
import {
  deliveredSort,
  findStoredMenu,
  groupDocuments,
  MENU_COLLECTION,
  mergeOptions,
  readMenu,
  readStoredGroup,
  storedGroup,
  type ReadMenu,
} from '../../live-settings/stored-menu.ts';

interface MenuView extends ReadMenu {
  /** Goes back with the form. */
  version: string;
  /** ISO text; null while nothing is stored. */
  updatedAt: string | null;
}

/** `base` holds the `menuValues` with which the form was opened. */
interface UpdateMenuCall extends Call, Pick<Baseline, 'base'> {
  /** As the form had it: its entries in its order, with their names, icons and whether they show. */
  arrangement: MenuArrangement;
  ifVersion: string;
}

export type MenuConflict = Conflict<MenuArrangement>;

/** The sidebar as stored, with the stored ids that have no effect. Errors: `forbidden`. */
export async function getMenu({ documents }: Services, call: Call): Promise<MenuView> {
  requireMenu(call.actor, 'settings-identity');
  const stored = await findStoredMenu(documents.main);
  const read = readMenu(stored);
  return { ...read, version: versionOf(read), updatedAt: newestOf(stored)?.toISOString() ?? null };
}

/**
 * Stores the groups that differ, all or none, with an audit entry for each that changed. What only others changed meanwhile is kept. Errors:
 * `forbidden`, `invalid-input` (fields `title.<id>`, `icon.<id>`, `shown.<id>`), `conflict` (MenuConflict).
 */
export async function updateMenu({ documents, shownMenu }: Services, call: UpdateMenuCall): Promise<Merged | null> {
  requireMenu(call.actor, 'settings-identity', 'change');
  const given = validMenu(call.arrangement);
  const kept = await documents.main.transaction(async (tx) => {
    const stored = await findStoredMenu(tx);
    const current = readMenu(stored);
    const { wanted, merged } = mergeMenu(stored, current, given, call);
    if (isSame(current.arrangement, wanted)) return merged;
    const { groups } = groupDocuments(stored);
    const isMoved = wanted.some(({ id }, place) => current.arrangement[place]?.id !== id);
    for (const [place, group] of wanted.entries()) {
      const shown = current.arrangement.find(({ id }) => id === group.id) ?? group;
      if (!isMoved && isSame(shown, group)) continue;
      const document = groups.get(group.id) ?? null;
      // Not as shown: a hidden group of what is always shown would stay hidden.
      const read = document ? readStoredGroup(deliveredGroup(group.id) ?? group, document.data) : shown;
      const sort = document?.data['sort'] ?? deliveredSort(group.id);
      writeGroup(tx, document, { read: storedGroup(read, sort), wanted: storedGroup(group, isMoved ? place * 10 : sort) }, call);
    }
    return merged;
  });
  await shownMenu.reload();
  return kept;
}

const deliveredGroup = (id: string) => DELIVERED_MENU.find((group) => group.id === id);

const versionOf = ({ arrangement }: ReadMenu) => contentVersion({ arrangement }, true);

function newestOf(stored: readonly StoredDocument[]): Date | null {
  const times = stored.flatMap(({ data: { updatedAt } }) => (updatedAt instanceof Date ? [updatedAt.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Fields of a group's document; its stamp says who stored them. */
export const MENU_FIELDS = [
  text({ name: 'title', label: 'Título' }),
  text({ name: 'icon', label: 'Icono' }),
  text({ name: 'href', label: 'Dirección de la pantalla' }),
  text({ name: 'sort', label: 'Lugar' }),
  flag({ name: 'collapsible', label: 'Se pliega', words: ['Sí', 'No'] }),
  flag({ name: 'isActive', label: 'Se muestra', words: ['Sí', 'No'] }),
  text({ name: 'options', label: 'Entradas' }),
] as const;
const CONTENT = MENU_FIELDS.map(({ name }) => name);
const readStored = (data: Fields) => pick(data, CONTENT);

function writeGroup(
  tx: Pick<DocumentTransaction, 'create' | 'update'>,
  document: StoredDocument | null,
  { read, wanted }: Record<'read' | 'wanted', ReturnType<typeof storedGroup>>,
  { actor, requestId }: Call,
): void {
  const targetPath = document?.path ?? `${MENU_COLLECTION}/${wanted.id}`;
  const fields: Fields = document ? { ...wanted, options: mergeOptions(document.data, read.options, wanted.options) } : wanted;
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => !document || !isSame(read[name], wanted[name]));
  if (names.length === 0) return;
  const changes = pick(fields, names);
  const written = stamped(readStored, { stored: document?.data ?? null, changes, actor });
  if (document) tx.update(targetPath, written);
  else tx.create(targetPath, written);
  // A group that nobody has stored yet was shown as delivered.
  const before: Fields = document?.data ?? read;
  const changed = names.filter((name) => !isSame(before[name], fields[name]));
  if (changed.length === 0) return;
  const sides = { beforeData: pick(before, changed), newData: pick(fields, changed) };
  writeAudit(tx, { actor, requestId, action: AUDIT_ACTIONS.menuUpdated, targetPath, ...sides });
}

function mergeMenu(
  stored: readonly StoredDocument[],
  current: ReadMenu,
  given: MenuArrangement,
  { actor, base = null, ifVersion }: UpdateMenuCall,
): { wanted: MenuArrangement; merged: Merged | null } {
  const version = versionOf(current);
  if (version === ifVersion) return { wanted: given, merged: null };
  const { wanted: values, ...changes } = mergeChanges(base, menuValues(current.arrangement), menuValues(given));
  const wanted = withMenuValues(given, values);
  const last = stored.toSorted((a, b) => (a.version < b.version ? 1 : -1))[0];
  const savedBy = last ? saverOf(readStored, last.data, actor) : null;
  const merged = settleMerge(changes, {
    path: MENU_COLLECTION,
    userMessage: settingsConflictMessage(savedBy),
    base,
    stored: current.arrangement,
    submitted: wanted,
    savedBy,
    version,
  });
  return { wanted, merged };
}

/** The same with tidied names. A form that lacks a group or an entry, or has an extra one, is not the portal's. */
function validMenu(given: MenuArrangement): MenuArrangement {
  const problems: Record<string, string[]> = {};
  if (!isSame(idsOf(given), idsOf(DELIVERED_MENU)))
    throw new AppError('invalid-input', 'incomplete menu', { userMessage: 'El formulario llegó incompleto. Vuelva a abrir el menú.' });
  const titleOf = (id: string, title: string) => {
    const tidy = tidyWithin(title, MENU_TITLE_MAX, tidyLine);
    if (tidy === '') problems[`title.${id}`] = ['Escriba el nombre.'];
    else if (tidy.length > MENU_TITLE_MAX) problems[`title.${id}`] = [`Como máximo ${MENU_TITLE_MAX} caracteres.`];
    else if (/\p{Cc}|\p{Surrogate}/u.test(tidy)) problems[`title.${id}`] = ['El nombre lleva caracteres que no se pueden mostrar.'];
    return tidy;
  };
  const menu = given.map((group): ArrangedGroup => {
    const delivered = deliveredGroup(group.id);
    if (!group.isShown && hasAlwaysShown(group)) problems[`shown.${group.id}`] = ['Este grupo siempre se muestra.'];
    return {
      id: group.id,
      isShown: group.isShown,
      collapsible: group.collapsible,
      title: delivered?.title === '' ? '' : titleOf(group.id, group.title),
      entries: group.entries.map((entry) => {
        if (!isMenuIcon(entry.icon)) problems[`icon.${entry.id}`] = ['Elija un icono de la lista.'];
        if (!entry.isShown && isAlwaysShown(entry)) problems[`shown.${entry.id}`] = ['Esta entrada siempre se muestra.'];
        return { id: entry.id, title: titleOf(entry.id, entry.title), icon: entry.icon, isShown: entry.isShown };
      }),
    };
  });
  if (Object.keys(problems).length > 0) throw invalidFields(problems, 'No se guardó. Revise los campos marcados.');
  return menu;
}

function idsOf(menu: MenuArrangement): string[][] {
  return menu.map(({ id, entries }) => [id, ...entries.map((entry) => entry.id).sort()]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
