import { filterParams } from '../lists/filters.ts';
import { readFilters, type List } from '../lists/list.ts';

/**
 * Address of a list, asked with these filters; null where the list would not read them as they are (an id with spaces around it,
 * a text longer than an address carries, an option that it does not know): it would show other rows than were counted.
 */
export function listHref(list: Pick<List<unknown>, 'filters' | 'url'>, asked: Readonly<Record<string, string>>): string | null {
  const params = filterParams(asked);
  const read = readFilters(list, params);
  return Object.entries(asked).every(([name, value]) => read[name] === value) ? `${list.url}?${params}` : null;
}
