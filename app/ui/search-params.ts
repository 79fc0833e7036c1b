import { linesIn } from '#server/domain/text.ts';

/**
 * The state of a list lives in the URL. Returns `search` as `?…` with `changes` applied: null or '' removes a parameter. `page` and
 * `cursor` are dropped unless they are what changes, because another filter starts at the first page.
 */
export function withParams(search: string, changes: Readonly<Record<string, string | number | null>>): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.delete('cursor');
  for (const [name, value] of Object.entries(changes)) {
    const [one = '', ...others] = value === null ? [] : linesIn(String(value));
    if (one === '') params.delete(name);
    else params.set(name, one);
    for (const other of others) params.append(name, other);
  }
  const text = params.toString();
  return text === '' ? '?' : `?${text}`;
}

/** The same without one of a parameter's values; a form sends several in one parameter, one per line. */
export function withoutValue(search: string, name: string, value: string): string {
  const params = new URLSearchParams(withParams(search, {}));
  const left = params
    .getAll(name)
    .flatMap(linesIn)
    .filter((one) => one !== value);
  params.delete(name);
  for (const one of left) params.append(name, one);
  return `?${params}`;
}

/** All other parameters, as pairs for the hidden inputs of a GET form. */
export function otherParams(search: string, named: readonly string[]): [string, string][] {
  const left = new Set([...named, 'page', 'cursor', 'index']);
  return [...new URLSearchParams(search)].filter(([name, value]) => !left.has(name) && value !== '');
}
