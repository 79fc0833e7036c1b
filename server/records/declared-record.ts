import type { TrailAct } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { isDocumentPath } from '../ports/documents/document-path.ts';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { Services } from '../services.ts';
import type { Field } from './fields.ts';

declare module '../services.ts' {
  interface Registries {
    /** Every kind of record, by the path of its collection: `*` stands for the ids of parent records. */
    records: DeclaredRecords;
  }
}

export type DeclaredRecords = Readonly<Record<string, DeclaredRecord>>;

/** A kind of record as code that handles all kinds (the audit first) sees it: its noun, its page, its fields. */
export interface DeclaredRecord {
  noun: Noun;
  /** Title of all of them, where it is not the noun's plural. */
  title?: string;
  /** The page of a record, for people with the menu; absent where it has none. Takes the ids of its path. */
  page?: { menu: MenuId; href: (this: void, ids: readonly string[]) => string };
  /** Source of its names, by the ids of its path joined with a slash. */
  names?: ChoiceSource;
  /** Name of one by the last id of its path, where that is known without reading it; '' for an unknown id. */
  nameOf?: (id: string) => string;
  /** Fields of a document, including those of its parts, in the order in which changes are listed. */
  fields?: readonly Field[];
  /** Opens the record for one person with their current rights. Errors: `forbidden`, `not-found` where they may not see it. */
  open?: (services: Services, call: { actor: Staff; id: string }) => Promise<Opened>;
  /** Audit act for looking at one (recordAuditView). */
  looked?: TrailAct;
  /**
   * Conditions over rows `t` of `names` that exist for somebody whose role is limited to their own agency; without a table, whether any of
   * its records does. Used only by code that handles all kinds (visibleTargetConditions, visibleRowConditions).
   */
  seen?: (actor: Staff) => readonly SqlFragment[];
  /** Masked fields, shown whole only on a click (docs/decisions/143-less-is-shown.md). */
  masked?: readonly string[];
  /** Database of its notes, if people can write some. */
  notesIn?: DatabaseName;
}

/** A record that somebody may see. */
export interface Opened {
  /** Address of the page that this person may open. */
  href: string;
  /** Its name in a sentence, with the article: `el paquete PQ-1`. */
  name: string;
  /** Menu of that page; set for a record with notes, because people who may change things there may write notes. */
  menu?: MenuId;
}

/** The record at a path, for one person; null where they may not see it, and where the path, of another program's entry, leads nowhere. */
export async function openFor(services: Services, actor: Staff, path: string): Promise<Opened | null> {
  const [collection = '', id = '', ...deeper] = path.split('/');
  const { records } = services.registries;
  const isOwn = Object.hasOwn(records, collection) && deeper.length === 0 && isDocumentPath(path);
  const open = isOwn ? records[collection]?.open : undefined;
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

/** Each record has its own page under an address. */
export function pageUnder({ menu, url }: Place): DeclaredRecord['page'] {
  return { menu, href: (ids) => `${url}/${encodeURIComponent(ids.at(-1) ?? '')}` };
}

/** All records are shown at one address. */
export function pageAt({ menu, url }: Place): DeclaredRecord['page'] {
  return { menu, href: () => url };
}
