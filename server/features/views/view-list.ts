import { capitalize } from '../../domain/grammar.ts';
import { VIEWS_URL } from '../../domain/saved-views.ts';
import { declareColumns } from '../../lists/columns.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { AnyList, ListCall } from '../../lists/list.ts';
import { opensViews, VIEWS_TABLE, viewedList, viewsOf } from '../../lists/saved-views.ts';
import type { Staff } from '../../domain/permissions.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { Services } from '../../services.ts';
import { VIEW_NOUN } from './view.ts';

export interface ViewRow {
  id: string;
  nombre: string;
  lista: string;
  consulta: string;
  userId: string;
  owner: string | null;
  shared: string | null;
}

/** The views of a person whose list they may open. */
export function viewList(services: Pick<Services, 'registries'>): AnyList<ViewRow> {
  const accessibleUrls = (actor: Staff) =>
    services.registries.lists.flatMap(({ url }) => {
      const list = viewedList(services, url);
      return list && opensViews(actor, list) ? [url] : [];
    });
  const nameOf = (url: string) => capitalize(viewedList(services, url)?.noun.plural ?? url);
  return {
    menu: null,
    url: VIEWS_URL,
    noun: VIEW_NOUN,
    source: {
      table: VIEWS_TABLE,
      select: `t.id, t.nombre, t.lista, t.consulta, t."userId", p.name AS owner,
        (SELECT string_agg(named.name, ', ' ORDER BY named.name) FROM (SELECT coalesce(nullif(a.nombre, ''), a.id) AS name FROM agencias a WHERE a.id = ANY(t.agencias)
          UNION ALL SELECT coalesce(nullif(r.title, ''), s.id) FROM unnest(t.roles) AS s(id) LEFT JOIN roles r ON r.id = s.id) named) AS shared`,
      joins: 'LEFT JOIN usuarios p ON p.id = t."userId"',
    },
    columns: declareColumns([
      { name: 'nombre', label: 'Vista', look: 'cut', width: 40, sort: { type: 'text' } },
      { name: 'lista', label: 'Lista', look: 'cut', phone: 'bare', value: ({ lista }) => nameOf(lista) },
      { name: 'owner', label: 'De', look: 'cut', from: 'md', value: ({ owner, userId }) => owner ?? userId },
      { name: 'shared', label: 'Compartida con', look: 'cut', from: 'md', width: 40, value: ({ shared }) => shared ?? '' },
    ]),
    filters: [],
    access: (actor) => [viewsOf(actor), fragment`t.lista = ANY(${accessibleUrls(actor)}::text[])`],
    hit: { title: ({ nombre }) => nombre },
    sheet: { title: 'Mis vistas', file: 'Mis vistas' },
  };
}

export function findViewPage(services: Services, call: ListCall): Promise<ListPage<ViewRow>> {
  const list = viewList(services);
  return readForList(services, list, call, (read) => readListPage(read, list, call));
}
