import type { FieldDescription } from '#server/catalogs/definition.ts';
import type { ListQuery } from '#server/catalogs/list-query.ts';
import { agree, capitalize, type Noun } from '#server/domain/grammar.ts';
import type { FilterChip, FilterSelect } from '../../ui/FilterBar.tsx';
import { withParams } from '../../ui/search-params.ts';

/** Whether the list shows its own order, so that rows can be moved: no other sort, no filter, nothing deactivated. */
export function showsOrder({ sort, dir, q, filters, isActive }: ListQuery): boolean {
  return sort === 'orden' && dir === 'asc' && q === '' && isActive && Object.keys(filters).length === 0;
}

export type Filter = Required<Pick<FieldDescription, 'name' | 'label' | 'options'>>;

export function filtersOf(fields: readonly FieldDescription[]): Filter[] {
  return fields.filter((field) => field.filter).map(({ name, label, options = [] }) => ({ name, label, options }));
}

export function selectsOf(filters: readonly Filter[], query: ListQuery): FilterSelect[] {
  return filters.map(({ name, label, options }) => ({
    name,
    label,
    allLabel: `${label}: todos`,
    value: query.filters[name] ?? '',
    options,
  }));
}

export function activeSelect(noun: Noun, isActive: boolean): FilterSelect {
  return {
    name: 'isActive',
    label: 'Registros',
    allLabel: 'En uso',
    value: isActive ? '' : 'false',
    options: [{ value: 'false', label: capitalize(agree(noun, 'eliminado', 2)) }],
  };
}

export function chipsOf(filters: readonly Filter[], query: ListQuery, noun: Noun, search: string): FilterChip[] {
  const active = filters.flatMap(({ name, label, options }) => {
    const option = options.find(({ value }) => value === query.filters[name]);
    return option ? [{ label: `${label}: ${option.label}`, removeHref: withParams(search, { [name]: null }) }] : [];
  });
  return [
    ...(query.q === '' ? [] : [{ label: `Búsqueda: ${query.q}`, removeHref: withParams(search, { q: null }) }]),
    ...active,
    ...(query.isActive ? [] : [{ label: `Solo ${agree(noun, 'eliminado', 2)}`, removeHref: withParams(search, { isActive: null }) }]),
  ];
}
