import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
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
  /** Where its names are, by the last id of its path. */
  names?: ChoiceSource;
  /** What a document holds, the fields of its parts among them, in the order in which changes are told. */
  fields?: readonly Field[];
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
