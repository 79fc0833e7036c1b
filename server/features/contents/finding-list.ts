import { ownId } from '../../platform/document-id.ts';
import { listPageUrl, recordPageUrl } from '../../catalogs/definition.ts';
import { CATALOGS, isCatalogId } from '../../catalogs/registry.ts';
import { CONTENT_MENUS } from '../../domain/app-contents.ts';
import {
  CONTENT_HEALTH_URL,
  FINDING_KINDS,
  findingDetail,
  findingLabel,
  findingRemedy,
  type FindingFacts,
} from '../../domain/content-findings.ts';
import { AppError } from '../../domain/errors.ts';
import type { Act } from '../../domain/menu-acts.ts';
import { isMenuId, MENU, menuTitle, type MenuId } from '../../domain/menu.ts';
import { canOpen, may, type Staff } from '../../domain/permissions.ts';
import { matchesQuery } from '../../domain/search.ts';
import { declareColumns } from '../../lists/columns.ts';
import { optionFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { FINDINGS } from './findings.ts';

export interface FindingRow extends FindingFacts {
  id: string;
  menu: string;
  catalog: string;
  /** Row id of the record; for a finding about order, that of the record above the list, or ''. */
  record: string;
  title: string;
  createdAt: Date;
}

/** Drawn by the screen with its counts. */
export const KIND_FILTER = optionFilter({
  name: 'tipo',
  label: 'Hallazgo',
  all: 'Hallazgo: todos',
  place: 'own',
  options: FINDING_KINDS.map(({ id, label }) => ({ value: id, label })),
  where: (kind) => [fragment`t.kind = ${kind}`],
});

/** Titles without their group: all are of the mobile app. */
export function contentTitle(menu: string): string {
  return MENU.flatMap(({ options }): readonly { id: string; title: string }[] => options).find(({ id }) => id === menu)?.title ?? menu;
}

/**
 * What members see wrong, for a person to view or to export: of the contents whose menus they have.
 * @throws AppError `forbidden` for somebody who has none of them
 */
export function findingList(actor: Staff, act: Act = 'view'): List<FindingRow> {
  const opened = CONTENT_MENUS.filter((menu) => canOpen(actor, menu));
  const menus = opened.filter((menu) => may(actor, menu, act));
  return {
    menu: menus[0] ?? requireFirst(actor, opened),
    url: CONTENT_HEALTH_URL,
    noun: { singular: 'hallazgo', plural: 'hallazgos', gender: 'm' },
    source: {
      table: 'content_findings',
      relation: FINDINGS,
      select: 't.id, t.kind, t.menu, t.catalog, t.record, t.title, t.fact, t.about, t."createdAt"',
      computed: [byKind],
    },
    columns: declareColumns([
      { name: 'title', label: 'Registro', look: 'cut', width: 36, sort: { type: 'text' } },
      { name: 'place', label: 'Hallazgo', look: 'nowrap', width: 30, sort: { type: 'integer' }, value: (row) => findingLabel(row.kind) },
      { name: 'detail', label: 'Detalle', look: 'cut', from: 'lg', width: 50, value: findingDetail },
      { name: 'mend', label: 'Qué hacer', look: 'nowrap', from: 'md', width: 50, value: (row) => findingRemedy(row.kind) },
      { name: 'menu', label: 'Contenido', look: 'cut', optional: true, width: 24, value: (row) => contentTitle(row.menu) },
      { name: 'createdAt', label: 'Creación', kind: 'datetime', look: 'nowrap tabular', optional: true, sort: { type: 'timestamptz' } },
      { title: 'Código', isId: true, value: (row) => ownId(row.record) },
    ]),
    usualSort: () => 'place',
    filters: [
      KIND_FILTER,
      optionFilter({
        name: 'menu',
        label: 'Contenido',
        all: 'Contenido: todo',
        options: menus.map((menu) => ({ value: menu, label: contentTitle(menu) })),
      }),
    ],
    access: () => [fragment`t.menu = ANY(${menus}::text[])`],
    hit: { title: (row) => row.title },
    sheet: { title: 'Salud del contenido', file: 'Salud del contenido' },
  };
}

function requireFirst(actor: Staff, [first]: readonly MenuId[]): MenuId {
  if (first !== undefined) return first;
  const permission = CONTENT_MENUS.map(menuTitle).join(', ');
  throw new AppError('forbidden', `staff ${actor.id} has no menu of contents`, {
    userMessage: 'No tiene permiso para abrir ningún contenido de la aplicación móvil. Puede otorgarlo un Administrador.',
    permission,
  });
}

/** The label of a kind is in no text, so it is searched here. */
function byKind(q: string): SqlFragment | null {
  const kinds = FINDING_KINDS.filter(({ label }) => matchesQuery(label, q)).map(({ id }) => id);
  return kinds.length > 0 ? fragment`t.kind = ANY(${kinds}::text[])` : null;
}

/** Where a finding is fixed: the form of the record, or the list whose order it is. null for somebody who may not open it. */
export function mendHref(
  { catalog, record, kind, menu }: Pick<FindingRow, 'catalog' | 'kind' | 'menu' | 'record'>,
  actor: Staff,
): string | null {
  if (!isCatalogId(catalog) || !isMenuId(menu) || !canOpen(actor, menu)) return null;
  const { definition } = CATALOGS[catalog];
  if (kind === 'orden-con-huecos') return listPageUrl(definition, record);
  const page = recordPageUrl(definition, record.slice(0, Math.max(0, record.lastIndexOf('/'))), ownId(record));
  return kind === 'servicio-vacio' || definition.pageless || !may(actor, menu, 'change') ? page : `${page}/edit`;
}
