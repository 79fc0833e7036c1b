import { filterParams } from '../lists/filters.ts';
import { readFilters, type List } from '../lists/list.ts';

/**
 * The address of a list with these filters; null when the list would not read them unchanged (an id with surrounding spaces,
 * a text too long for an address, an unknown option), because it would then show other rows than were counted.
 */
export function listHref(list: Pick<List<unknown>, 'filters' | 'url'>, filters: Readonly<Record<string, string>>): string | null {
  const params = filterParams(filters);
  const read = readFilters(list, params);
  return Object.entries(filters).every(([name, value]) => read[name] === value) ? `${list.url}?${params}` : null;
}
