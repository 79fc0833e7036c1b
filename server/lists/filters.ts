import { datePresets, formatDay, instantsOf, type DayRange } from '../domain/dates.ts';
import { explainInvalidDay } from '../domain/not-a-day.ts';
import { parseDayRange, parseWrittenDay } from '../domain/written-days.ts';
import { agree, capitalize, type Noun } from '../domain/grammar.ts';
import { DELETED_PARAM, PERIOD_PARAM } from '../domain/list-params.ts';
import { joinLines, linesIn } from '../domain/text.ts';
import type { Staff } from '../domain/permissions.ts';
import { allOf, bounding, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { choiceNameOf, choicesOf, type ChoiceSource } from '../read-model/pages/choices.ts';
import { withoutUndefined } from '../records/record-fields.ts';

const FILTER_MAX = 200;

/** Filter values of an address by parameter: validated, and only those that are set. Several values of one filter are lines (`linesIn`). */
export type FilterValues = Readonly<Record<string, string>>;

export interface FilterOption {
  value: string;
  label: string;
}

/** One statement of how a list is narrowed: a chip on the screen, a line above an export. */
export interface Sentence {
  /** The parameter to remove when the chip is removed. */
  param: string;
  label: string;
  value: string;
  /** Text of the chip instead of `label: value`; null for no chip. */
  chip?: string | null;
  /** The one value that removing the chip removes, where the parameter has several. */
  one?: string;
}

/** Choices stored in the database: read when somebody opens the filter, not with every page. */
interface StoredChoices {
  /** Rows `id`, `name`, in the order in which they are offered. */
  all(actor: Staff): SqlFragment;
  /** A row `name`, or none when the person may not see the record. Absent where the value itself gives its name (`words`). */
  one?(value: string, actor: Staff): SqlFragment;
}

export interface SelectFacts {
  /** The parameter, named like the stored field. */
  name: string;
  label: string;
  /** Label of the empty choice: "Agencia: todas". */
  all: string;
  /** Behind "Más filtros" (`more`), or drawn by the screen itself as tabs (`own`). Default: beside the search box. */
  place?: 'more' | 'own';
}

/** One filter of a list: its parameters, options, condition and sentence in one object. */
export interface Filter {
  /** Lenient: an invalid value is ignored. */
  read(params: URLSearchParams): FilterValues;
  /** Conditions over `t`; none when it is not set. */
  where(values: FilterValues, actor: Staff): readonly SqlFragment[];
  /** `names`: the names that `choices.one` found, by value. */
  toSentences(values: FilterValues, names?: ReadonlyMap<string, string>): readonly Sentence[];
  select?: SelectFacts;
  /** A range of days, parameters `from` and `to` or `period`. */
  hasDays?: true;
  /** Options known to the code; they are sent with the page. */
  options?: readonly FilterOption[];
  choices?: StoredChoices;
  /** The label of a stored value. */
  words?: ((value: string) => string) | undefined;
}

/** A filter with a select. */
export interface ChoiceFilter extends Filter {
  select: SelectFacts;
}

/**
 * Reads all values of one filter, from repeated parameters or from the lines of one: a row must match any of them. Lines are safe because
 * no stored value contains a line break; a select without scripts sends several values that way.
 */
export function readAllValues(filter: Filter, params: URLSearchParams): FilterValues {
  const name = filter.select?.name;
  const submitted = name === undefined ? [] : [...new Set(valuesOfParam(name, params))].slice(0, SEVERAL_MAX);
  if (name === undefined || submitted.length < 2) return filter.read(params);
  const each = submitted.flatMap((value) => filter.read(new URLSearchParams([[name, value]]))[name] ?? []);
  return each.length === 0 ? {} : { [name]: joinLines(each) };
}

/** Every value that an address gives a parameter. */
export const valuesOfParam = (name: string, params: URLSearchParams): string[] => params.getAll(name).flatMap(linesIn);

/** Parameters for these filter values: several values of one filter become repeated parameters. */
export function filterParams(values: FilterValues): URLSearchParams {
  return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => linesIn(value).map((one) => [name, one])));
}

/** Most values of one filter in an address. */
const SEVERAL_MAX = 50;

type Condition = (value: string, actor: Staff) => readonly SqlFragment[];

/** A filter with a few options known to the code; without `where`, the column of the same name holds the value. */
export function optionFilter(facts: SelectFacts & { options: readonly FilterOption[]; where?: Condition }): ChoiceFilter {
  const words = (value: string) => facts.options.find((option) => option.value === value)?.label ?? value;
  const known = (value: string) => facts.options.some((option) => option.value === value);
  return { ...selectFilter(facts, { known, where: facts.where, words }), options: facts.options };
}

/** A boolean column; `words` for true and false. */
export function flagFilter(facts: SelectFacts & { words: readonly [string, string] }): ChoiceFilter {
  const [yes, no] = facts.words;
  return optionFilter({
    ...facts,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
    where: (value) => [fragment`t.${identifier(facts.name)} = ${value === 'true'}`],
  });
}

/**
 * Whether a text column holds anything: `Con imagen` or `Sin imagen`, unless `words` differ. Behind "Más filtros", since
 * people use it only to find records to fix.
 */
export function presenceFilter({ words, ...facts }: SelectFacts & { words?: readonly [string, string] }): ChoiceFilter {
  const thing = facts.label.toLocaleLowerCase('es');
  const [some, none] = words ?? [`Con ${thing}`, `Sin ${thing}`];
  return optionFilter({
    place: 'more',
    ...facts,
    options: [
      { value: 'true', label: some },
      { value: 'false', label: none },
    ],
    where: (value) => [fragment`(t.${identifier(facts.name)} <> '') = ${value === 'true'}`],
  });
}

/**
 * Filters by a column that holds the id of another record, unless `where` finds it differently. `visible` is the condition over `t` for
 * choices that the person may see; `retired` offers deactivated records too, because their past rows still count.
 */
export function recordFilter(
  facts: SelectFacts & { records: ChoiceSource; visible?: (actor: Staff) => SqlFragment; where?: Condition; retired?: boolean },
): ChoiceFilter {
  const { records, visible = () => trusted('TRUE'), where, retired = false } = facts;
  const choices: StoredChoices = {
    all: (actor) => choicesOf(records, { visible: visible(actor), retired }),
    one: (value, actor) => choiceNameOf(records, value, visible(actor)),
  };
  return { ...selectFilter(facts, { where }), choices };
}

/** Filters by a column whose choices are the values that occur in it: `found` selects them as rows `id`, `words` labels them. */
export function valueFilter(
  facts: SelectFacts & { where: Condition; found: () => SqlFragment; words: (value: string) => string },
): ChoiceFilter {
  return { ...selectFilter(facts, facts), choices: { all: facts.found } };
}

/** A filter set only by links: it has a chip to remove it, but no select. */
export function linkFilter({
  name,
  label,
  ...more
}: Pick<SelectFacts, 'label' | 'name'> & { where?: Condition; words?: (value: string) => string }): Filter {
  const { select: _none, ...filter } = selectFilter({ name, label, all: '' }, more);
  return filter;
}

function selectFilter(
  { name, label, all, place }: SelectFacts,
  {
    known = () => true,
    where = (value) => [fragment`t.${identifier(name)} = ${value}`],
    words,
  }: { known?: (value: string) => boolean; where?: Condition | undefined; words?: (value: string) => string },
): ChoiceFilter {
  return {
    select: { name, label, all, ...(place && { place }) },
    words,
    read: (params) => {
      const value = readTextFilter(params.get(name));
      return value !== undefined && known(value) ? { [name]: value } : {};
    },
    where({ [name]: value }, actor) {
      if (value === undefined) return [];
      const [one = '', ...others] = linesIn(value);
      if (others.length === 0) return where(one, actor);
      const each = [one, ...others].map((each) => fragment`(${allOf(where(each, actor))})`);
      return [joinFragments(each, ' OR ')];
    },
    toSentences({ [name]: value }, names) {
      const values = value === undefined ? [] : linesIn(value);
      return values.map((one) => ({
        param: name,
        label,
        value: words?.(one) ?? (names?.get(one) || one),
        // A tab already shows a single value, but cannot show several.
        ...(place === 'own' && values.length === 1 && { chip: null }),
        ...(values.length > 1 && { one }),
      }));
    },
  };
}

/**
 * Parameters `from` and `to`, or `period` (datePresets). Filters by the day of creation, by the instant in another `column`, or by `where`.
 * `labels` begin the sentences of the start, the end and a period.
 */
export function dayFilter({
  labels: [since, until, within] = ['Desde', 'Hasta', 'Fechas'],
  column = 'createdAt',
  where = (days) => momentWithin(column, days),
}: { labels?: readonly [string, string, string]; column?: string; where?: (days: DayRange) => readonly SqlFragment[] } = {}): Filter {
  const periodOf = (id: string | null | undefined) => datePresets(new Date()).find((preset) => preset.id === id);
  const end = (param: string, label: string, day: string | undefined) =>
    day ? [{ param, label, value: formatDay(day), chip: `${label} ${formatDay(day)}` }] : [];
  const unreadSentence = (param: string, label: string, text: string | undefined) =>
    text ? [{ param, label, value: `no se tomó en cuenta «${text}»: ${explainInvalidDay(text) || 'no es una fecha'}` }] : [];
  return {
    hasDays: true,
    read(params): FilterValues {
      const unread = withoutUndefined({ fromUnread: unreadDay(params.get('from')), toUnread: unreadDay(params.get('to')) });
      const { from, to } = parseDayRange(params.get('from'), params.get('to'));
      if (from || to) return { ...unread, ...(from && { from }), ...(to && { to }) };
      const period = periodOf(params.get(PERIOD_PARAM));
      return { ...unread, ...(period && { [PERIOD_PARAM]: period.id }) };
    },
    where({ from = null, to = null, [PERIOD_PARAM]: period }) {
      return where(periodOf(period) ?? { from, to });
    },
    toSentences({ from, to, fromUnread, toUnread, [PERIOD_PARAM]: id }) {
      const period = periodOf(id);
      const unread = [...unreadSentence('from', since, fromUnread), ...unreadSentence('to', until, toUnread)];
      if (!period) return [...unread, ...end('from', since, from), ...end('to', until, to)];
      const days = [...new Set([period.from, period.to])].map(formatDay);
      const value = `${period.label} (${days.join(' a ')})`;
      return [...unread, { param: PERIOD_PARAM, label: within, value, chip: `${within}: ${period.label.toLocaleLowerCase('es')}` }];
    },
  };
}

/** An unreadable date is reported: otherwise the unfiltered list would be taken for those days. */
function unreadDay(raw: string | null): string | undefined {
  const text = readTextFilter(raw?.trim() ?? null);
  return text !== undefined && parseWrittenDay(text) === null ? text : undefined;
}

/** Conditions on an instant of `t`; none without days. */
export function momentWithin(column: string, days: DayRange): SqlFragment[] {
  const { start, end } = instantsOf(days);
  const moment = fragment`t.${identifier(column)}`;
  return [...(start ? [fragment`${moment} >= ${start}`] : []), ...(end ? [fragment`${moment} < ${end}`] : [])].map((condition) =>
    bounding(column, condition),
  );
}

/** Shows the deleted records instead of the others. It adds no condition: the list reads them by `isActive`. */
export function deletedFilter(noun: Noun, label = 'Registros'): Filter {
  const deleted = agree(noun, 'eliminado', 2);
  return {
    select: { name: DELETED_PARAM, label, all: `Sin ${deleted}`, place: 'more' },
    options: [{ value: 'false', label: capitalize(deleted) }],
    read: (params): FilterValues => (params.get(DELETED_PARAM) === 'false' ? { [DELETED_PARAM]: 'false' } : {}),
    where: () => [],
    toSentences: (values) => (values[DELETED_PARAM] ? [{ param: DELETED_PARAM, label, value: 'Eliminados', chip: `Solo ${deleted}` }] : []),
  };
}

/** A filter value that may be any stored text; undefined if absent or impossible. */
function readTextFilter(value: string | null): string | undefined {
  return value !== null && value !== '' && value.length <= FILTER_MAX && !/\p{Cc}|\p{Cs}/u.test(value) ? value : undefined;
}
