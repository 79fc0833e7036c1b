import type { TrailAct } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { Services } from '../services.ts';
import type { Field } from './fields.ts';

declare module '../services.ts' {
  interface Registries {
    /** Every kind of record, by the path of its collection: `*` stands for the ids of records above. */
    records: DeclaredRecords;
  }
}

export type DeclaredRecords = Readonly<Record<string, DeclaredRecord>>;

/** A kind of record as whoever tells of all kinds sees it, the audit first: what people call it, where it opens, what it holds. */
export interface DeclaredRecord {
  noun: Noun;
  /** All of them, where the plural does not say it. */
  title?: string;
  /** Where somebody with the menu opens one; absent where it has no page. Takes the ids of its path. */
  page?: { menu: MenuId; href: (this: void, ids: readonly string[]) => string };
  /** Where its names are, by the ids of its path with a slash between them. */
  names?: ChoiceSource;
  /** What a document holds, the fields of its parts among them, in the order in which changes are told. */
  fields?: readonly Field[];
  /** For one person as they are now. Errors: `forbidden`, `not-found` where they may not see it. */
  open?: (services: Services, call: { actor: Staff; id: string }) => Promise<Opened>;
  /** What the audit calls it that somebody looked at one (leaveLook). */
  looked?: TrailAct;
  /**
   * Which rows `t` of `names` there are for somebody whose role is of their own agency; without a table, whether any of its records is. Asked
   * by what tells of all kinds (seenTargets), of nobody else.
   */
  seen?: (actor: Staff) => readonly SqlFragment[];
  /** Fields that are shown whole by a click alone (docs/decisions/143-less-is-shown.md). */
  masked?: readonly string[];
  /** Where its notes lie, if people write some. */
  notesIn?: DatabaseName;
}

/** A record that somebody may see. */
export interface Opened {
  /** On the page that is theirs. */
  href: string;
  /** As sentences call it, with its article: `el paquete PQ-1`. */
  name: string;
  /** Whose page that is; of a record with notes, because who may change what is on it writes some. */
  menu?: MenuId;
}

/** The record at a path, for one person; null where they may not see it. */
export async function openFor(services: Services, actor: Staff, path: string): Promise<Opened | null> {
  const [collection = '', id = '', ...deeper] = path.split('/');
  const { records } = services.registries;
  const open = Object.hasOwn(records, collection) && deeper.length === 0 ? records[collection]?.open : undefined;
  if (!open) return null;
  return open(services, { actor, id }).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not-found')) return null;
    throw error;
  });
}

interface Place {
  menu: MenuId;
  url: string;
}

/** Each has its own page under an address. */
export function pageUnder({ menu, url }: Place): DeclaredRecord['page'] {
  return { menu, href: (ids) => `${url}/${encodeURIComponent(ids.at(-1) ?? '')}` };
}

/** All are shown at one address. */
export function pageAt({ menu, url }: Place): DeclaredRecord['page'] {
  return { menu, href: () => url };
}
