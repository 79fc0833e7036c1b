import { dayOf } from '#server/domain/dates.ts';
import { formatCount, formatShare } from '#server/domain/text.ts';
import { STORED_AT, type Doc, type World } from './random-documents.ts';

/** Parsed question to a report. Days are Guatemalan, both included; '' is an open end. */
export interface ReportQuery {
  from: string;
  to: string;
  by: string;
  filters: Readonly<Record<string, string>>;
  /** The current day. */
  today: string;
}

type Value = string | number | null;

/** The expected answer of a report. */
interface Recounted {
  /** In any order: `key`, and each column by name; times as ISO text. */
  rows: readonly Readonly<Record<string, Value>>[];
  /** By name of each column that is added up. */
  totals: Readonly<Record<string, Value>>;
  /** Headline figures in order. */
  figures: readonly string[];
}

/** One event for the charts: day, agency, number. */
interface Fact {
  day: string;
  agency: string;
  events: number;
}

/** The expected counts of a report, computed by plain functions over documents. */
export interface Recount {
  /** Values to try, by name of the filter. */
  filters: Readonly<Record<string, (world: World) => readonly string[]>>;
  count(world: World, query: ReportQuery): Recounted;
  facts?(world: World, query: ReportQuery): Fact[];
}

/** A filter's values are separated by line breaks. */
export const matchesFilter = (wanted: string, value = '') => wanted === '' || wanted.split('\n').includes(value);

type Of<Result> = (doc: Doc, world: World) => Result;

export interface Grouping {
  key: Of<string>;
  name: (key: string, world: World) => string;
  /** Follows a name that several groups have. */
  apart?: (key: string, world: World) => string;
  /** Keys that have a row even without documents, if others have some. */
  everyKey?: (keys: readonly string[], query: ReportQuery) => string[];
}

export interface Measured {
  of: (docs: readonly Doc[]) => number | null;
  /** The column has a total over all rows; that of a share is none without rows. */
  adds?: true | 'share';
  /** The value is also a headline figure, formatted this way. */
  figure?: (value: number) => string;
}

interface Tally {
  collection: string;
  /** Includes deactivated documents. */
  all?: true;
  among?: Of<boolean>;
  /** null for documents without a day. Absent for reports on the current state. */
  day?: Of<string | null>;
  agency?: Of<string>;
  groups: Readonly<Record<string, Grouping>>;
  filters: Readonly<Record<string, Of<string>>>;
  measures?: Readonly<Record<string, Measured>>;
}

/** A recount that groups documents. */
export function tally({ collection, all, among = () => true, day, agency, groups, filters, measures = {} }: Tally): Recount {
  const matchingDocuments = (world: World, { from, to, filters: wanted }: ReportQuery) =>
    (all ? world.all(collection) : world.active(collection)).filter((doc) => {
      const its = day ? day(doc, world) : null;
      if (day && (its === null || its < from || its > to)) return false;
      return among(doc, world) && Object.entries(wanted).every(([name, value]) => matchesFilter(value, filters[name]?.(doc, world)));
    });
  return {
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, of]) => [name, (world: World) => world.values(collection, (doc) => of(doc, world))]),
    ),
    ...(day && {
      facts: (world, question) =>
        matchingDocuments(world, question).map((doc) => ({ day: day(doc, world) ?? '', agency: agency?.(doc, world) ?? '', events: 1 })),
    }),
    count(world, question) {
      const docs = matchingDocuments(world, question);
      const grouping = groups[question.by];
      if (!grouping) throw new Error(`no recount by ${question.by}`);
      const members = groupBy(docs, (doc) => grouping.key(doc, world));
      const always = members.size === 0 ? [] : (grouping.everyKey?.([...members.keys()], question) ?? []);
      for (const key of always) members.set(key, members.get(key) ?? []);
      const measure = (of: readonly Doc[]) => Object.fromEntries(Object.entries(measures).map(([name, one]) => [name, one.of(of)]));
      const total = (of: readonly Doc[]) =>
        Object.fromEntries(
          Object.entries(measures).flatMap(([name, { adds, of: its }]) => (adds ? [[name, its(of) ?? (adds === 'share' ? null : 0)]] : [])),
        );
      const names = [...members.keys()].map((key) => grouping.name(key, world));
      const nameOf = (key: string) => {
        const name = grouping.name(key, world);
        return grouping.apart && names.filter((one) => one === name).length > 1 ? `${name} (${grouping.apart(key, world)})` : name;
      };
      const rows = [...members].map(([key, of]) => {
        const shown = { name: nameOf(key), id: key, events: of.length, share: of.length / docs.length };
        return { key, ...shown, ...measure(of), ...(of.length === 0 && total(of)) };
      });
      const whole = measure(docs);
      return {
        rows,
        totals: { events: docs.length, share: docs.length > 0 ? 1 : null, ...total(docs) },
        figures: [
          formatCount(docs.length),
          ...Object.entries(measures).flatMap(([name, { figure }]) => (figure ? [written(whole[name] ?? null, figure)] : [])),
          rows.length === 0 ? '—' : formatShare(Math.max(...rows.map(({ share }) => share))),
        ],
      };
    },
  };
}

const written = (value: number | null, figure: (value: number) => string) => (value === null ? '—' : figure(value));

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

// Readers of documents' fields.

export const text = (name: string) => (doc: Doc) => {
  const value = doc.data[name];
  return typeof value === 'string' ? value : '';
};
/** Also of a reference or a path, whose last segment is the id. */
export const idIn = (name: string) => (doc: Doc) => text(name)(doc).replace(/^.*\//, '');
export const moment = (name: string) => (doc: Doc) => {
  const value = doc.data[name];
  return value instanceof Date ? value : null;
};
/** True unless the document says otherwise, in any of the ways that programs write it. */
export const flag = (name: string) => (doc: Doc) => {
  const value = doc.data[name];
  return value !== false && value !== 'false' && value !== 0;
};
const HOUR_MS = 3_600_000;
/** Guatemala is six hours behind UTC all year. */
const dayAt = (at: Date) => new Date(at.getTime() - 6 * HOUR_MS).toISOString().slice(0, 10);
export const createdAt = (doc: Doc) => moment('createdAt')(doc) ?? STORED_AT;
export const createdDay = (doc: Doc) => dayAt(createdAt(doc));
export const dayOfField = (name: string) => (doc: Doc) => {
  const at = moment(name)(doc);
  return at && dayAt(at);
};
export const whether = (test: (doc: Doc) => boolean) => (docs: readonly Doc[]) => docs.filter(test).length;
export const oneOf = (name: string, known: readonly string[], others: string) => (doc: Doc) =>
  known.includes(text(name)(doc)) ? text(name)(doc) : others;
export const TODAY = dayOf(new Date());

/** Like PostgreSQL's percentile_cont: interpolates between the two nearest values. */
export function percentile(values: readonly number[], part: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place - Math.floor(place));
}

/** Days between two times; empty when one is missing. */
export function daysBetween(from: Date | null, to: Date | null): number[] {
  return from && to ? [Math.max(0, (to.getTime() - from.getTime()) / (24 * HOUR_MS))] : [];
}

// Groupings shared by many reports.

export function byRecord(
  key: Of<string>,
  { collection, field, none, apart }: { collection: string; field: string; none: string; apart?: string },
): Grouping {
  return {
    key,
    name: (id, world) => world.textOf(collection, id, field) || id || none,
    apart: (id, world) => (apart ? world.textOf(collection, id, apart) : '') || id,
  };
}
export const byAgency = (field: string) => byRecord(text(field), { collection: 'agencias', field: 'nombre', none: 'Sin agencia' });
export const byPerson = (field: string, word = 'persona', id = text) =>
  byRecord(id(field), { collection: 'usuarios', field: 'name', none: `Sin ${word}`, apart: 'email' });
export const byWords = (key: Of<string>, words: Readonly<Record<string, string>>): Grouping => ({ key, name: (id) => words[id] ?? id });

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
export const byMonth = (day: (doc: Doc) => string | null): Grouping => ({
  key: (doc) => day(doc)?.slice(0, 7) ?? '',
  name: (month) => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} de ${month.slice(0, 4)}`,
  // Every month up to now and to the last one with documents; of more than five years, from the first one with documents.
  everyKey(months, { from, to, today }) {
    const sorted = [...months].sort();
    const place = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
    const first = place(to) - place(from) < 60 ? place(from) : place(sorted[0] ?? from);
    const last = Math.max(place(to < today ? to : today), place(sorted.at(-1) ?? ''));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_none, at) => {
      const year = Math.floor((first + at) / 12);
      return `${year}-${String(((first + at) % 12) + 1).padStart(2, '0')}`;
    });
  },
});
