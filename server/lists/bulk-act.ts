import type { BulkOutcome, BulkState } from '../domain/bulk.ts';
import type { FieldDescription, FieldOption } from '../domain/fields.ts';
import type { Noun } from '../domain/grammar.ts';
import type { MenuId } from '../domain/menu.ts';
import { may, type Staff } from '../domain/permissions.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { Field } from '../records/fields.ts';
import type { RecordKind } from '../records/record-kind.ts';
import type { Call, Services } from '../services.ts';

/** Icon names from app/ui/icon-names.ts. */
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

/** Must survive JSON: items of a run are stored. */
export type Value = boolean | null | number | string | readonly string[];

/** The current value of the field that an act changes, for one record. */
export interface CurrentValue {
  /** Title of the record; shown only to people who may see it. */
  name: string;
  value: Value;
  /** Version of the record, where `set` needs one. */
  version?: string;
  /** The new value, where it differs per record. */
  wanted?: Value;
}

/** What the person typed or chose, by field name. */
export type ActInput = Readonly<Record<string, string>>;

export interface SetCall extends Call {
  id: string;
  /** As read just before: any other value that the record holds by now is a conflict. */
  held: CurrentValue;
  wanted: Value;
  asked: ActInput;
  /** Made once per act, so that a retry recognizes a record it already reached. */
  formToken: string;
}

/**
 * A bulk act on records of a list, declared with the list (`acts`) and offered in its bar: it sets one value of each record, as the
 * record's own form does. The declaration says how one record is changed; trying each record separately, reporting refusals, undo and the
 * worker's part are `server/features/bulk`.
 */
export interface BulkAct {
  /** Stored with every performed act, so it must never change. */
  id: string;
  /** Text of the button, without an ellipsis. */
  label: string;
  icon: ActIcon;
  /** Menu permission needed in addition to the list's own: without it the act is not offered, and `set` checks it again. */
  needs?: MenuId;
  /** Words before the number of records, singular and plural: `Se movió`, `Se movieron`. */
  done: readonly [one: string, many: string];
  /** Preposition between the label and the number of records: `Cambiar rol de 2 usuarios`. */
  of?: 'a' | 'de';
  /** Words between the number and the chosen value: ` a «Actas»`. */
  joins?: string;
  /**
   * Fields to fill in before it runs: at most a choice, a date or a line of text, and a comment. Absent: none. The first is always required,
   * also if a record may lack it: an empty choice must not take the value away from all of them (see `none`).
   */
  asks?: readonly Field[];
  /** Adds problems by field that concern several of them; the verb checks the same. */
  check?(asked: ActInput, problems: Record<string, string[]>): unknown;
  /** Option that takes the value away, and what the report says of it then; absent where the record must have one. */
  none?: Pick<BulkAct, 'done'> & { label: string };
  /**
   * Options this person may choose from, by field name; the caller has checked that they may open the list. Errors:
   * `forbidden`, where another menu is needed.
   */
  findOptions?(services: Services, call: Call): Promise<Readonly<Record<string, readonly FieldOption[]>>>;
  /** Current values of these records; missing ones are left out. It checks no permission: `set` does. */
  findHeld(services: Services, call: Call & { ids: readonly string[]; asked: ActInput }): Promise<ReadonlyMap<string, CurrentValue>>;
  wanted(held: Value, asked: ActInput): Value;
  /** One record, with its permission, rules and audit entry. Errors: as its form. */
  set(services: Services, call: SetCall): Promise<unknown>;
  /**
   * Sets several at once, all or none, where that costs far less. Only for records not reached before.
   * Errors: any; each record is then set by itself.
   */
  setTogether?(services: Services, call: Call & { ids: readonly string[]; asked: ActInput }): Promise<unknown>;
  /** Consequences outside the portal for the changed records, appended to the report, with a leading space; '' for none. */
  tell?(services: Services, call: Call & { ids: readonly string[]; asked: ActInput }): Promise<string>;
  /** It grants rights, so whoever does or undoes it must prove anew who they are (domain/proof.ts). */
  givesRights?: true;
  /** It cannot be undone. */
  isFinal?: true;
  /**
   * `set` has several steps, and is idempotent: a record that holds the wanted value may lack a later step, so an attempt after an
   * interruption calls it again.
   */
  hasSteps?: true;
}

/** What the browser knows of an act: only what its panel draws, since it is sent with every page of the list. */
export interface ShownAct extends Pick<BulkAct, 'icon' | 'id' | 'label' | 'of'> {
  asks: ActField[];
}

type ActField = Pick<FieldDescription, 'kind' | 'label' | 'name' | 'required'> &
  Partial<Pick<FieldDescription, 'help' | 'initial' | 'options'>>;

/** The acts that this person is offered. */
export function shownActs({ menu, acts = [] }: { menu: MenuId | null; acts?: readonly BulkAct[] }, actor: Staff): ShownAct[] {
  if (menu !== null && !may(actor, menu, 'change')) return [];
  return acts
    .filter(({ needs }) => needs === undefined || may(actor, needs, 'change'))
    .map(({ id, label, icon, of, asks = [] }) => ({
      id,
      label,
      icon,
      ...(of && { of }),
      asks: asks.map((field, place) => toActField(place === 0 ? { ...field, required: true } : field)),
    }));
}

function toActField({ kind, label, name, required, help, initial, options }: Field): ActField {
  return { kind, label, name, required, ...(help !== '' && { help }), ...(options && { options, initial }) };
}

/** Current values of a field, for records that are documents of one kind. */
export async function readCurrentValues(
  { documents }: Pick<Services, 'documents'>,
  { database, collection, read }: Pick<RecordKind<object, unknown>, 'collection' | 'database' | 'read'>,
  { ids, field, title }: { ids: readonly string[]; field: string; title: string },
): Promise<ReadonlyMap<string, CurrentValue>> {
  const found = await documents[database].getMany(ids.filter(isDocumentId).map((id) => `${collection}/${id}`));
  return new Map(
    found.flatMap((document) => {
      if (!document) return [];
      const values = read(document.data, document.id) as Readonly<Record<string, Value | undefined>>;
      return [[document.id, { name: String(values[title] ?? ''), value: values[field] ?? null }] as const];
    }),
  );
}

/** Number of records by outcome. */
export type BulkOutcomes = Readonly<Record<BulkOutcome, number>>;

/** A run of an act, as its owner sees it; JSON for the browser. */
export interface ShownRun {
  id: string;
  state: BulkState;
  isOver: boolean;
  noun: Noun;
  /** Label of the act. */
  label: string;
  chosen: string;
  total: number;
  outcomes: BulkOutcomes;
  /** Says that it waits for a service that is away; '' while it does not. */
  waits: string;
  /** What was done, in a sentence or two; '' before it is over. */
  sentence: string;
  /** Some record was not changed, or was not restored by an undo. */
  hasRefused: boolean;
  /** It can be undone. */
  canUndo: boolean;
  /** Address of the list, with its search and filters. */
  source: string;
  href: string;
}
