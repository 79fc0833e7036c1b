import { useActionData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BULK_URL } from '#server/domain/bulk.ts';
import { agree, capitalize, type Noun } from '#server/domain/grammar.ts';
import { DEFAULT_COLUMNS } from '#server/domain/list-params.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal, plural } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu, PrintLink } from '../../ui/ExportMenu.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { ListTable, type RowExtra } from '../../ui/ListTable.tsx';
import { MoreMenu } from '../../ui/Menu.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager, PRINT_HAS_ALL } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMay } from '../../rights.ts';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { ActFieldsWithoutScripts, type BulkAct } from './ActFields.tsx';
import { BulkBar } from './BulkBar.tsx';
import { drawColumns, shownColumns, type OwnCells, type ShownRow } from './cells.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ListFilters } from './ListFilters.tsx';
import type { ListData } from './load-list.ts';
import { newViewHref, ViewStrip } from './ViewStrip.tsx';

/** What the table shows while its rows can be reordered. */
export interface RowOrdering<Row> {
  /** The handle and the buttons of a row. */
  controls: RowExtra<Row>;
  /** Attributes of a row. */
  marks: (id: string) => object;
}

interface ListBodyProps<Row extends ShownRow> {
  data: ListData<Row>;
  /** Cells that the screen draws itself. */
  own?: OwnCells<Row>;
  searchLabel: string;
  /** The noun's plural by default. */
  caption?: string;
  /** What an empty list says and offers while no filter is active. */
  empty?: { title?: string; text?: ReactNode; action?: ReactNode };
  /** The records have a form under `<record>/edit`. */
  editable?: boolean;
  /** Rows can be selected (`ROW_CHOICE`), for the acts that the list declares. */
  choice?: RowExtra<Row>;
  /** Rows can be deleted and restored. */
  canDelete?: boolean;
  /** Further acts on the selected rows, or the screen's own version of declared ones. */
  acts?: readonly BulkAct[];
  /** Rows can be reordered (`useOrderedRows`). */
  order?: RowOrdering<Row> | undefined;
  after?: RowExtra<Row> | undefined;
  /** Shown above the table. */
  note?: ReactNode;
}

interface ListScreenProps<Row extends ShownRow> extends ListBodyProps<Row> {
  /** The noun's plural by default. */
  title?: string;
  subtitle?: ReactNode;
  /** Parent page in the breadcrumbs, when no report led here. */
  under?: { label: string; href: string };
  /** The main action, for staff who may change the list; `actions` are others, before columns and export. */
  primary?: ReactNode;
  actions?: ReactNode;
  /** Rarely used `MenuLink`s, under «Más», so that the head stays one row. */
  more?: ReactNode;
  /** Between the head and the filters. */
  above?: ReactNode;
}

/** The screen of any list: its content comes as data, its special parts as props. */
export function ListScreen<Row extends ShownRow>({ title, subtitle, under, primary, actions, more, above, ...body }: ListScreenProps<Row>) {
  const { list, columns, search, total, totalIsCapped, chosen, isCompact, wayBack, view, keepsViews } = body.data;
  const may = useMay();
  const answer = useActionData<LostConnection | object>();
  const look = { chosen, isCompact };
  const shown = shownColumns(columns, chosen);
  const file = { action: `${list.url}/export`, search, columns: chosen ? shown.map(({ name }) => name) : [DEFAULT_COLUMNS] };
  const label = title ?? capitalize(list.noun.plural);
  // The report that led here may belong to this very list.
  const crumbs = (under && wayBack.length === 0 ? [under] : wayBack).filter(({ href }) => href !== list.url);
  return (
    <div className="list-screen" data-compact={isCompact ? '' : undefined}>
      <PageHead
        title={label}
        crumbs={crumbs.length > 0 ? [...crumbs, { label }] : []}
        count={formatTotal(total, totalIsCapped)}
        subtitle={subtitle}
        freshness={<FreshnessNote {...body.data.freshness} />}
        secondary={
          <>
            {actions}
            {more ? <MoreMenu>{more}</MoreMenu> : null}
            <ColumnChoice
              columns={columns}
              shown={shown}
              chosen={chosen !== null}
              isCompact={isCompact}
              search={search}
              keepHref={keepsViews ? newViewHref(list.url, search, look) : null}
            />
            {may(list.menu, 'export') ? (
              <>
                <PrintLink {...file} total={total} />
                <ExportMenu {...file} total={total} totalIsCapped={totalIsCapped} />
              </>
            ) : null}
          </>
        }
        primary={may(list.menu, 'change') ? primary : null}
      />
      {answer && 'lost' in answer ? <ActNotice answer={answer} className="sticky top-16 z-20 mb-3" /> : null}
      {above}
      {view === null ? null : <ViewStrip view={view} url={list.url} search={search} look={look} />}
      <ListBody {...body} />
    </div>
  );
}

/** Filters, table and pager of a list, on a screen of its own or within another. */
export function ListBody<Row extends ShownRow>(props: ListBodyProps<Row>) {
  const { data, own = {}, order, after } = props;
  const { list, search, rows, query, chosen, total, totalIsCapped, formToken } = data;
  const may = useMay();
  const mayChange = may(list.menu, 'change');
  const canDelete = (props.canDelete ?? false) && may(list.menu, 'delete');
  const ownActs = (props.acts ?? []).filter(({ download }) => may(list.menu, download === undefined ? 'change' : 'export'));
  const declared = declaredActs(data).filter(({ intent }) => !ownActs.some((act) => intent === `bulk:${act.intent}`));
  const acts = [...declared, ...ownActs];
  const choice = acts.length > 0 || canDelete ? props.choice : undefined;
  const bulk = { acts, action: list.url + search, noun: list.noun };
  return (
    <>
      {choice ? <ActFieldsWithoutScripts {...bulk} total={total} /> : null}
      <ListFilters data={data} searchLabel={props.searchLabel} />
      <p className="hidden print:block" data-announce={countOfRows(data)}>
        {data.sentences.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
      </p>
      {rows.length === 0 ? (
        <NothingFound data={data} empty={{ ...props.empty, ...(!mayChange && { action: null }) }} />
      ) : (
        <>
          {props.note}
          <ListTable
            caption={props.caption ?? capitalize(list.noun.plural)}
            columns={drawColumns(shownColumns(data.columns, chosen), list.recordsUrl, own)}
            rows={rows}
            sorting={query}
            sortable={list.sortable}
            search={search}
            chosen={chosen !== null}
            editable={(props.editable ?? false) && mayChange}
            before={[mayChange ? order?.controls : undefined, choice].filter((extra) => extra !== undefined)}
            after={after}
            marks={order?.marks}
          />
          {choice ? (
            <BulkBar
              {...bulk}
              active={query.isActive}
              canDelete={canDelete}
              formToken={formToken}
              shown={rows.map(({ id }) => id)}
              total={totalIsCapped ? null : total}
            />
          ) : null}
          <Pager {...data} shown={rows.length} pageSizes={PAGE_SIZES} allRows={may(list.menu, 'export') ? PRINT_HAS_ALL : undefined} />
        </>
      )}
    </>
  );
}

const noneOf = ({ gender, singular }: Noun) => `${gender === 'f' ? 'Ninguna' : 'Ningún'} ${singular} coincide`;

/** What the shell announces after a search or filter (arrive.ts). */
function countOfRows({ list: { noun }, total, totalIsCapped }: Pick<ListData<unknown>, 'list' | 'total' | 'totalIsCapped'>): string {
  return total === 0 ? noneOf(noun) : `${formatTotal(total, totalIsCapped)} ${plural(total, noun.singular, noun.plural)}`;
}

/** The acts that the list declares, with their fields shown in the bar. */
function declaredActs({ acts, list }: Pick<ListData<unknown>, 'acts' | 'list'>): BulkAct[] {
  return acts.map(({ id, asks, ...shown }) => ({
    intent: `bulk:${id}`,
    ...shown,
    asks,
    takesAll: true,
    ...(asks.some(({ kind }) => kind === 'reference') && {
      optionsHref: () => `${BULK_URL}/options?${new URLSearchParams({ list: list.url, act: id })}`,
    }),
  }));
}

/** Says why there is nothing, and what to do next. */
function NothingFound<Row>({
  data: { list, query, sentences },
  empty,
}: {
  data: Pick<ListData<Row>, 'list' | 'query' | 'sentences'>;
  empty: NonNullable<ListBodyProps<ShownRow>['empty']>;
}) {
  const { noun, url } = list;
  if (sentences.length === 0)
    return (
      <EmptyState title={empty.title ?? `Todavía no hay ${noun.plural}.`} actions={empty.action}>
        {empty.text}
      </EmptyState>
    );
  if (sentences.length === 1 && !query.isActive)
    return (
      <EmptyState
        title={`No hay ${noun.plural} ${agree(noun, 'eliminado', 2)}.`}
        actions={<ButtonLink href={url}>Ver {noun.gender === 'f' ? 'las' : 'los'} que están en uso</ButtonLink>}
      />
    );
  return <EmptyState title={`${noneOf(noun)} con lo que busca.`} actions={<ButtonLink href={url}>Quitar búsqueda y filtros</ButtonLink>} />;
}
