/**
 * A piece of SQL with its parameters, composed before the parameters are numbered. Values can only get in as
 * parameters; text only as a literal of our own source (`trusted`) or a quoted identifier.
 */
export interface SqlFragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Set when the condition is only a lower or upper bound of this column: a list sorted by the column begins or ends there. */
  readonly bounds?: string;
}

const NESTED = Symbol('fragment');
type Nested = SqlFragment & { readonly [NESTED]: true };

const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null && NESTED in value;
const make = (strings: readonly string[], values: readonly unknown[]): SqlFragment => ({ strings, values, [NESTED]: true }) as Nested;

/** ``fragment`t."carpetaId" = ANY(${ids})` ``: each `${}` becomes a parameter, or is spliced in when it is a fragment itself. */
export function fragment(literals: TemplateStringsArray, ...parts: readonly unknown[]): SqlFragment {
  const strings: string[] = [literals[0] ?? ''];
  const values: unknown[] = [];
  parts.forEach((part, index) => {
    const following = literals[index + 1] ?? '';
    if (isNested(part)) {
      appendFragment(strings, values, part);
      strings[strings.length - 1] += following;
    } else {
      values.push(part);
      strings.push(following);
    }
  });
  return make(strings, values);
}

function appendFragment(strings: string[], values: unknown[], part: SqlFragment): void {
  const [first = '', ...rest] = part.strings;
  strings[strings.length - 1] += first;
  strings.push(...rest);
  values.push(...part.values);
}

/** Marks a condition as one that does nothing but bound a column. */
export function bounding(column: string, condition: SqlFragment): SqlFragment {
  return { ...condition, bounds: column };
}

/** SQL text of our own source, never of a person or a document. */
export function trusted(text: string): SqlFragment {
  return make([text], []);
}

/** A quoted column or table name. */
export function identifier(name: string): SqlFragment {
  return trusted(quoteIdentifier(name));
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function joinFragments(fragments: readonly SqlFragment[], separator: string): SqlFragment {
  const strings: string[] = [''];
  const values: unknown[] = [];
  fragments.forEach((part, index) => {
    if (index > 0) strings[strings.length - 1] += separator;
    appendFragment(strings, values, part);
  });
  return make(strings, values);
}

/** All conditions joined by AND; TRUE when there are none. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return trusted('TRUE');
  const bracketed = conditions.map((condition) => fragment`(${condition})`);
  return joinFragments(bracketed, ' AND ');
}

/** Numbers the parameters: the argument of `client.query`. */
export function toQuery(part: SqlFragment): { text: string; values: unknown[] } {
  const text = part.strings.reduce((joined, string, index) => (index === 0 ? string : `${joined}$${index}${string}`), '');
  return { text, values: [...part.values] };
}
