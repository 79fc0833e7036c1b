import type { BulkOutcome, BulkState } from '../domain/bulk.ts';
import type { FieldDescription, FieldOption } from '../domain/fields.ts';
import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import { may, type Staff } from '../domain/permissions.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { Field } from '../records/fields.ts';
import type { RecordKind } from '../records/record-kind.ts';
import type { Call, Services } from '../services.ts';

/** Names of the drawings of app/ui/icon-names.ts. */
type ActIcon =
  | 'building-2'
  | 'calendar-days'
  | 'circle-check'
  | 'circle-x'
  | 'file-type'
  | 'folder'
  | 'megaphone'
  | 'message-square-quote'
  | 'minus'
  | 'pencil'
  | 'shield-check'
  | 'user-plus'
  | 'user-cog';

/** JSON. */
export type Value = boolean | null | number | string | readonly string[];

/** What a record holds of what an act changes. */
export interface Held {
  /** What people call it; told only to who may see the record. */
  name: string;
  value: Value;
  /** Of the record, where setting it asks for one. */
  version?: string;
  /** What it is to hold, where each record has its own. */
  wanted?: Value;
}

/** What was typed or chosen, by the name of the field. */
export type Asked = Readonly<Record<string, string>>;

export interface SetCall extends Call {
  id: string;
  /** As it was read just before: whatever else the record holds by now is a conflict. */
  held: Held;
  wanted: Value;
  asked: Asked;
  /** Made once per act: with it a record that was reached already is known again. */
  formToken: string;
}

/**
 * Something that is done to many records of a list, declared with the list (`acts`) and offered in its bar: it sets one value of each,
 * as the record's own form does. Whoever declares it says how one record is changed; that each is tried by itself, how refusals are
 * told, what is taken back and what a worker does is `server/features/bulk`.
 */
export interface BulkAct {
  /** Stored with every act that was done: it never changes. */
  id: string;
  /** On the button, without dots. */
  label: string;
  icon: ActIcon;
  /** Beside the list's: only who has it is offered the act. `set` asks for it again. */
  needs?: MenuId;
  /** Before the number of records, of one and of many: `Se movió`, `Se movieron`. */
  done: readonly [one: string, many: string];
  /** Between the number and what was chosen: ` a «Actas»`. */
  joins?: string;
  /** What it asks before it is done, at most a choice, a date or a line, and a comment; nothing when left out. */
  asks?: readonly Field[];
  /** What this person, who opens the list, may choose from, by the name of the field. Errors: `forbidden`, where it needs another menu. */
  findOptions?(services: Services, call: Call): Promise<Readonly<Record<string, readonly FieldOption[]>>>;
  /** Of these records what they hold, those that are not there left out. It tells nobody: `set` asks for the permission. */
  findHeld(services: Services, call: Call & { ids: readonly string[]; asked: Asked }): Promise<ReadonlyMap<string, Held>>;
  wanted(held: Value, asked: Asked): Value;
  /** One record, with its permission, rules and audit entry. Errors: as its form. */
  set(services: Services, call: SetCall): Promise<unknown>;
  /** Several at once, all or none, where that costs far less: none of them was reached before. Errors: whichever; then each is set by itself. */
  setTogether?(services: Services, call: Call & { ids: readonly string[]; asked: Asked }): Promise<unknown>;
  /** What it means beyond the portal for those that it changed, as the end of what is told, with a space before; '' for nothing. */
  tell?(services: Services, call: Call & { ids: readonly string[]; asked: Asked }): Promise<string>;
  /** Whoever does it, or takes it back, proves anew who they are (domain/proof.ts): it gives rights. */
  givesRights?: true;
  /** There is no way back: what it writes stays. */
  isFinal?: true;
}

/** What the browser knows of an act: it comes with every page of the list, so no more than its panel draws. */
export interface ShownAct extends Pick<BulkAct, 'icon' | 'id' | 'label'> {
  asks: AskedField[];
}

type AskedField = Pick<FieldDescription, 'kind' | 'label' | 'name' | 'required'> &
  Partial<Pick<FieldDescription, 'help' | 'initial' | 'maxLength' | 'options'>>;

/** Those that this person is offered. */
export function shownActs({ menu, acts = [] }: { menu: MenuId | null; acts?: readonly BulkAct[] }, actor: Staff): ShownAct[] {
  if (menu !== null && !may(actor, menu, 'change')) return [];
  return acts
    .filter(({ needs }) => needs === undefined || may(actor, needs, 'change'))
    .map(({ id, label, icon, asks = [] }) => ({ id, label, icon, asks: asks.map(toAsked) }));
}

function toAsked({ kind, label, name, required, help, initial, maxLength, options }: Field): AskedField {
  const bounded = { ...(help !== '' && { help }), ...(maxLength !== undefined && kind !== 'reference' && { maxLength }) };
  return { kind, label, name, required, ...bounded, ...(options && { options, initial }) };
}

/** What a field of records holds that are documents of one kind. */
export async function heldInDocuments(
  { documents }: Pick<Services, 'documents'>,
  { database, collection, read }: Pick<RecordKind<object, unknown>, 'collection' | 'database' | 'read'>,
  { ids, field, title }: { ids: readonly string[]; field: string; title: string },
): Promise<ReadonlyMap<string, Held>> {
  const found = await documents[database].getMany(ids.filter(isDocumentId).map((id) => `${collection}/${id}`));
  return new Map(
    found.flatMap((document) => {
      if (!document) return [];
      const values = read(document.data, document.id) as Readonly<Record<string, Value | undefined>>;
      return [[document.id, { name: String(values[title] ?? ''), value: values[field] ?? null }] as const];
    }),
  );
}

/** How many records came to what. */
export type BulkOutcomes = Readonly<Record<BulkOutcome, number>>;

/** An act as its owner sees it; JSON for the browser. */
export interface ToldRun {
  id: string;
  state: BulkState;
  isOver: boolean;
  noun: Noun;
  /** Of the act. */
  label: string;
  chosen: string;
  total: number;
  outcomes: BulkOutcomes;
  /** What was done, in a sentence or two; '' before it is over. */
  sentence: string;
  /** Whether any record was not changed, or did not get back what it held. */
  hasRefused: boolean;
  /** There is a way back. */
  canUndo: boolean;
  /** The list as it was asked. */
  source: string;
  href: string;
}
