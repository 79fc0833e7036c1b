import { useLoaderData } from '@remix-run/react';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatCount } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Figures } from '../../ui/Card.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ReportParameters } from './ReportParameters.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { loadReport, ReportData } from './report-data.ts';

/** Any report: parameters, headline numbers, one chart, the table. */
export function ReportScreen() {
  const data = useLoaderData<typeof loadReport>();
  const { page, rows, words } = data;
  return (
    <>
      <PageHead
        title={data.title}
        subtitle={data.subtitle}
        crumbs={[data.place, { label: data.title }]}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={<ExportMenu action={`${data.url}/export`} search={data.exportSearch} total={page.total} />}
      />
      {data.tabs.length > 1 ? <Tabs label="Reportes" tabs={data.tabs} /> : null}
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
          <Figures figures={data.figures} />
          {/* Drawn by server/reporting/report-chart.ts, which lets nothing but shapes and escaped text through: for a desk and a phone. */}
          <Card title={`Los ${words.rows} con más ${words.events}`} className="mb-4">
            <div className="max-w-250 max-lg:hidden print:block" dangerouslySetInnerHTML={{ __html: data.charts.wide }} />
            <div className="max-w-92 lg:hidden print:hidden" dangerouslySetInnerHTML={{ __html: data.charts.narrow }} />
          </Card>
          <ReportTable data={data} />
          {data.isPaged ? <ReportPager data={data} /> : null}
          {!data.isPaged && page.total > rows.length ? (
            <p className="mt-2 text-muted">{`Se muestran los primeros ${formatCount(rows.length)} de ${formatCount(page.total)} ${words.rows}. La exportación los contiene todos.`}</p>
          ) : null}
        </>
      )}
    </>
  );
}

function ReportPager({ data: { page, rows, search } }: { data: ReportData }) {
  return (
    <>
      <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
      <p className="hidden tabular text-muted print:block">
        Página {formatCount(page.page)} de {formatCount(Math.ceil(page.total / page.pageSize))}
      </p>
    </>
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
