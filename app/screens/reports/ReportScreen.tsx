import { Form, useLoaderData } from '@remix-run/react';
import { ALL_CHOICES_PARAM } from '#server/domain/list-params.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { Figures, type FigureFacts } from '../../ui/Card.tsx';
import { Change } from '../../ui/Change.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DateInput } from '../forms/DateInput.tsx';
import { useFilledIn } from '../lists/filled-in.ts';
import { fieldId } from '../../ui/Field.tsx';
import { ExportMenu, PrintLink } from '../../ui/ExportMenu.tsx';
import { Chips, FilterToggle, Presets } from '../../ui/filter-parts.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager, PRINT_HAS_ALL } from '../../ui/Pager.tsx';
import { withParams } from '../../ui/search-params.ts';
import { SelectFilter } from '../../ui/SelectFilter.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { loadReport, ReportData } from './report-data.ts';
import { hasPictures, PICTURES_ID, ReportPictures } from './ReportPictures.tsx';

/** Any report: parameters, headline numbers, table and charts. */
export function ReportScreen() {
  const data = useLoaderData<typeof loadReport>();
  const { page, rows } = data;
  const isDrawn = page.total > 0 && hasPictures(data);
  const mayExport = useMay()(data.menu, 'export');
  return (
    <>
      <PageHead
        title={data.title}
        subtitle={
          isDrawn ? (
            <>
              {data.subtitle}
              <span className="no-print">
                {data.subtitle === '' ? '' : ' · '}
                <a className="text-link" href={`#${PICTURES_ID}`}>
                  Ver las gráficas
                </a>
              </span>
            </>
          ) : (
            data.subtitle
          )
        }
        crumbs={[data.place, { label: data.title }]}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={
          mayExport ? (
            <>
              <ButtonLink href={data.scheduleHref}>{data.schedulesForOthers ? 'Programar' : 'Programar para mí'}</ButtonLink>
              <PrintLink action={`${data.url}/export`} search={data.exportSearch} total={page.total} />
              <ExportMenu action={`${data.url}/export`} search={data.exportSearch} total={page.total} />
            </>
          ) : null
        }
      />
      {data.tabs.length > 1 ? <Tabs label="Reportes" tabs={data.tabs} /> : null}
      {data.groupings.length > 1 ? <Tabs label="Agrupar" tabs={data.groupings} /> : null}
      <ReportParameters {...data} />
      {data.problems.length > 0 ? (
        <Notice kind="warning" className="mb-4">
          {data.problems.join(' ')}
        </Notice>
      ) : null}
      {page.total === 0 ? (
        <NothingHappened data={data} />
      ) : (
        <>
          <Figures figures={figuresOf(data)} />
          <ReportTable data={data} />
          <Pager
            {...page}
            shown={rows.length}
            search={data.search}
            pageSizes={PAGE_SIZES}
            allRows={mayExport ? PRINT_HAS_ALL : undefined}
          />
          <ReportPictures data={data} />
        </>
      )}
    </>
  );
}

/** The first figure also shows its change against the previous period. */
function figuresOf({ figures, change }: ReportData): FigureFacts[] {
  return figures.map((figure, place) =>
    place > 0 || change === null
      ? figure
      : {
          ...figure,
          note: (
            <>
              <Change {...change} /> {change.against}
            </>
          ),
        },
  );
}

function NothingHappened({ data }: { data: ReportData }) {
  const year = data.empty ? undefined : data.presets.at(-1);
  return (
    <EmptyState
      title={data.empty?.title ?? `No hay ${data.words.events} en este período${data.chips.length > 0 ? ' con estos filtros' : ''}.`}
      actions={
        <>
          {data.chips.length > 0 ? <ButtonLink href={data.url}>Quitar filtros</ButtonLink> : null}
          {year && !year.current ? <ButtonLink href={year.href}>Ver {year.label.toLowerCase()}</ButtonLink> : null}
        </>
      }
    >
      {data.empty?.hint ?? 'Elija otro período o revise los filtros.'}
    </EmptyState>
  );
}

type Column = ReportData['columns'][number];
type ReportRow = ReportData['rows'][number];

/** How many columns fit side by side on a phone; with more, or with a second text column, each row is stacked. */
const PHONE_COLUMNS = 3;

/** One page of the report, with the total of all pages below. */
function ReportTable({ data: { title, columns, rows, search, sorting } }: { data: ReportData }) {
  const looks = columns.map(cellClass);
  const onPhone = columns.filter((column) => column.onPhone);
  const inLines = onPhone.length > PHONE_COLUMNS || onPhone.filter((column) => !isNumeric(column)).length > 1;
  return (
    <TableFrame caption={title} inLines={inLines}>
      <thead>
        <tr>
          {columns.map((column) =>
            column.sort === undefined ? (
              <th key={column.title} scope="col" className={classNames(isNumeric(column) && 'num', fromClass(column)) || undefined}>
                {column.title}
              </th>
            ) : (
              <SortHead
                key={column.title}
                name={column.sort}
                label={column.title}
                current={sorting}
                search={search}
                numeric={isNumeric(column)}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.id}>
            {columns.map((column, index) => {
              const text = row.cells[index];
              const isSaid = inLines && index === 0 && isSameSubject(row, rows[place - 1]);
              return (
                <td
                  key={column.title}
                  className={classNames(looks[index], place === 0 && column.share, isSaid && 'max-sm:sr-only!')}
                  title={column.kind === 'text' ? text : undefined}
                  data-label={inLines && index > 0 ? column.title : undefined}
                >
                  {index > 0 || row.href === null ? text : <a href={row.href}>{text}</a>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {columns.some(({ total }) => total !== '') ? (
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="text-start">
              Total
            </th>
            {columns.slice(1).map((column) =>
              column.total === '' ? (
                <td key={column.title} className={fromClass(column)} aria-hidden />
              ) : (
                <td key={column.title} className={classNames('num', fromClass(column))} data-label={inLines ? column.title : undefined}>
                  {column.total}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      ) : null}
    </TableFrame>
  );
}

/** Whether the row continues the subject named in the row above. */
const isSameSubject = (row: ReportRow, above: ReportRow | undefined) => row.cells[0] === above?.cells[0] && row.href === above?.href;

const NUMBERS: readonly Column['kind'][] = ['bytes', 'decimal', 'integer', 'money', 'percent'];
const isNumeric = ({ kind }: Column) => NUMBERS.includes(kind);
const fromClass = ({ from, onPhone }: Column) => from && classNames(`from-${from}`, onPhone && 'on-phone');

function cellClass(column: Column, index: number): string {
  const text = column.isShort ? 'nowrap tabular' : 'cut';
  if (index === 0) return classNames('key max-sm:whitespace-normal!', text);
  return classNames(isNumeric(column) ? 'num' : column.kind === 'text' ? text : 'nowrap tabular', fromClass(column));
}

const COMPARED = [
  { value: 'year', label: 'Contra el año anterior' },
  { value: 'none', label: 'Sin comparar' },
];

type ParametersProps = Pick<ReportData, 'chips' | 'comparison' | 'hasDays' | 'presets' | 'range' | 'search' | 'selects'>;

/** Days and filters as a GET form: the address holds them all, so a report can be bookmarked or sent to a colleague. */
function ReportParameters({ search, range, presets, selects, chips, comparison, hasDays }: ParametersProps) {
  const named = ['from', 'to', 'compare', ...selects.map((select) => select.name)];
  const compared = {
    name: 'compare',
    label: 'Comparar',
    all: 'Contra el período anterior',
    options: COMPARED,
    value: comparison === 'previous' ? '' : comparison,
  };
  const offered = [...selects.map(({ choice: _choice, ...select }) => select), ...(hasDays ? [compared] : [])];
  const send = useFilledIn();
  if (offered.length === 0) return null;
  const choices = offered.map((select) => <SelectFilter key={select.name} {...select} several={select !== compared} />);
  return (
    <section className="filters no-print mb-4" aria-label="Parámetros" data-nav="">
      <Form method="get" autoComplete="off" className="filter-bar" key={search} onSubmit={send}>
        <HiddenParams search={search} without={named} />
        {hasDays ? (
          <div className="filter-period">
            <Presets presets={presets} className="preset-bar" />
            <div className="filter-days">
              <ReportDay name="from" label="Desde" value={range.from} />
              <ReportDay name="to" label="Hasta" value={range.to} />
            </div>
          </div>
        ) : null}
        <FilterToggle label="Fechas y filtros" active={chips.length} />
        {choices.slice(0, -1)}
        {/* Keeps the button on a line with the last choice. */}
        <div className="filter-end">
          {choices.at(-1)}
          <Button type="submit" className="filter-rest">
            Ver
          </Button>
        </div>
        {selects.some(({ options }) => options.length > 2) ? (
          <noscript>
            <a className="text-link filter-rest" href={withParams(search, { [ALL_CHOICES_PARAM]: 'all' })}>
              Elegir varias opciones de los filtros
            </a>
          </noscript>
        ) : null}
      </Form>
      <Chips chips={chips} />
    </section>
  );
}

function ReportDay({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className="filter-rest filter-day text-muted">
      <label htmlFor={fieldId(name, 'filtro')}>{label}</label>
      <DateInput id={fieldId(name, 'filtro')} name={name} defaultValue={value} className="filter-date text-base-content" />
    </div>
  );
}
