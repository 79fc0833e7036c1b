import type { Documents, DocumentTransaction, Fields, FieldValue, StoredDocument } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import {
  deliveredHref,
  DELIVERED_MENU,
  hasAlwaysShown,
  inOrder,
  isAlwaysShown,
  MENU_TITLE_MAX,
  type ArrangedEntry,
  type ArrangedGroup,
  type MenuArrangement,
} from '../domain/menu-arrangement.ts';
import { MENU } from '../domain/menu.ts';
import { isMenuIcon } from '../domain/menu-icons.ts';
import { cutText } from '../domain/bounded-text.ts';
import type { Log } from '../platform/log/log.ts';
import { readBoolean, readEntries, readNumber, readText } from '../read-model/field-readers.ts';
import { lastKnown } from './last-known.ts';

declare module '../services.ts' {
  interface Services {
    /** The sidebar in its current arrangement. */
    shownMenu: ShownMenu;
  }
}

/** A document for each group of the sidebar, by its id (docs/specification.md section 3, sidebar item). */
export const MENU_COLLECTION = 'menu';

export interface ReadMenu {
  arrangement: MenuArrangement;
  /** Stored ids that are unknown, or not in that group: they have no effect. */
  ignored: string[];
}

/**
 * Reads the menu from the stored documents leniently: invalid names, icons and positions, and anything not stored, keep their
 * defaults.
 */
export function readMenu(documents: readonly StoredDocument[]): ReadMenu {
  const { groups: stored, ignored } = groupDocuments(documents);
  const groups = DELIVERED_MENU.map((group) => {
    const data = stored.get(group.id)?.data;
    return data ? withAlwaysShown(readStoredGroup(group, data, ignored)) : group;
  });
  const placeOf = ({ id }: ArrangedGroup) => readNumber(stored.get(id)?.data ?? {}, 'sort') ?? deliveredSort(id);
  return { arrangement: groups.toSorted((one, other) => placeOf(one) - placeOf(other)), ignored };
}

/** The document that counts for each group. */
export function groupDocuments(documents: readonly StoredDocument[]): { groups: Map<string, StoredDocument>; ignored: string[] } {
  const groups = new Map<string, StoredDocument>();
  const ignored: string[] = [];
  // A document named after its group takes precedence: other programs may use other names.
  const idOf = ({ id, data }: StoredDocument) => readText(data, 'id').trim() || id;
  const ownFirst = [...documents].sort((a, b) => Number(idOf(b) === b.id) - Number(idOf(a) === a.id));
  for (const document of ownFirst) {
    const id = idOf(document);
    if (groups.has(id) || !DELIVERED_MENU.some((group) => group.id === id)) ignored.push(id);
    else groups.set(id, document);
  }
  return { groups, ignored };
}

/** The fields of a group's document. */
export function storedGroup({ id, title, isShown, collapsible, entries }: ArrangedGroup, sort: FieldValue) {
  return {
    id,
    title,
    icon: deliveredGroup(id)?.icon ?? '',
    href: entries[0] ? deliveredHref(entries[0].id) : '',
    sort,
    isActive: isShown,
    collapsible,
    options: entries.map((entry) => ({
      id: entry.id,
      title: entry.title,
      href: deliveredHref(entry.id),
      icon: entry.icon,
      ...(!entry.isShown && { isActive: false }),
    })),
  };
}

/** The wanted options in a document: what other programs stored beside them, and in them, stays in its place. */
export function mergeOptions(data: Fields, shown: readonly Fields[], wanted: readonly Fields[]): FieldValue[] {
  const stored = readEntries(data, 'options') ?? [];
  const known = new Map<string, Fields>();
  for (const option of stored.filter(isPlainMap)) {
    const id = readText(option, 'id');
    if (!known.has(id) && wanted.some((one) => one['id'] === id)) known.set(id, option);
  }
  const next = wanted.map((option) => {
    const before: Fields = shown.find(({ id }) => id === option['id']) ?? {};
    const changed = Object.keys({ ...before, ...option }).filter((name) => before[name] !== option[name]);
    // Only `isActive` is ever left out, and then it is true.
    const old = known.get(readText(option, 'id'));
    return old ? { ...old, ...Object.fromEntries(changed.map((name) => [name, option[name] ?? true])) } : option;
  });
  const places = new Set<FieldValue>(known.values());
  const kept = stored.map((option) => (places.has(option) ? (next.shift() ?? option) : option));
  return [...kept, ...next];
}

const deliveredGroup = (id: string) => MENU.find((group) => group.id === id);
export const deliveredSort = (id: string) => deliveredGroup(id)?.sort ?? 0;

/** A group as its document says, also where that hides what is always shown. */
export function readStoredGroup(group: ArrangedGroup, data: Fields, ignored: string[] = []): ArrangedGroup {
  const entries = new Map<string, ArrangedEntry>();
  for (const option of readEntries(data, 'options') ?? []) {
    const map: Fields = isPlainMap(option) ? option : {};
    const id = readText(map, 'id');
    const entry = group.entries.find((one) => one.id === id);
    if (entry && !entries.has(id)) entries.set(id, readEntry(entry, map));
    else ignored.push(id || '(sin id)');
  }
  const all = group.entries.map((entry) => entries.get(entry.id) ?? entry);
  return {
    ...group,
    title: group.title === '' ? '' : readTitle(data, group.title),
    collapsible: group.collapsible && readBoolean(data, 'collapsible', true),
    isShown: readBoolean(data, 'isActive', true),
    entries: inOrder(all, [...entries.keys()]),
  };
}

/** If somebody hid the group, its always shown entries still show. */
function withAlwaysShown(group: ArrangedGroup): ArrangedGroup {
  if (group.isShown || !hasAlwaysShown(group)) return group;
  return { ...group, isShown: true, entries: group.entries.map((entry) => ({ ...entry, isShown: isAlwaysShown(entry) })) };
}

function readEntry(entry: ArrangedEntry, map: Fields): ArrangedEntry {
  const icon = readText(map, 'icon');
  return {
    id: entry.id,
    title: readTitle(map, entry.title),
    icon: isMenuIcon(icon) ? icon : entry.icon,
    isShown: isAlwaysShown(entry) || readBoolean(map, 'isActive', true),
  };
}

function readTitle(data: Fields, delivered: string): string {
  return cutText(readText(data, 'title').replace(/\s+/gu, ' ').trim(), MENU_TITLE_MAX) || delivered;
}

/** Limit of documents read: other programs may have left more than the groups there. */
const DOCUMENTS_MAX = 100;
const KNOWN_FOR_MS = 2_000;

export const findStoredMenu = (reader: Pick<DocumentTransaction, 'query'>) =>
  reader.query({ collection: MENU_COLLECTION, limit: DOCUMENTS_MAX });

/** The sidebar as pages show it: changes apply at once in this process, and within seconds in others. */
export interface ShownMenu {
  /** As last read; null: the default. */
  read(): Promise<MenuArrangement | null>;
  /** Reads it at once, after a change. */
  reload(): Promise<void>;
}

export function createShownMenu({ documents, log }: { documents: Documents; log: Log }): ShownMenu {
  let shown: MenuArrangement | null = null;
  const known = lastKnown(async () => {
    try {
      const stored = await findStoredMenu(documents.main);
      shown = stored.length === 0 ? null : readMenu(stored).arrangement;
    } catch (error) {
      log.warn({ err: error }, 'menu not read, the last known one stays');
    }
  }, KNOWN_FOR_MS);
  return {
    read: async () => {
      await known.refresh();
      return shown;
    },
    reload: known.reload,
  };
}
