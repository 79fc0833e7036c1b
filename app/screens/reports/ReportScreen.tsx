import { formatCount } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Figure } from '../../ui/Card.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ReportParameters } from './ReportParameters.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { ReportData } from './report-data.ts';

const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Any of the three reports: parameters, headline numbers, one chart, the table. */
export function ReportScreen({ data }: { data: ReportData }) {
  const { search, page, rows, words } = data;
  return (
    <>
      <PageHead
        title={data.title}
        subtitle={data.subtitle}
        crumbs={[{ label: 'Reportes del Maletín', href: '/briefcase/reports' }, { label: data.title }]}
        freshness={<FreshnessNote {...data.freshness} className="sm:hidden" />}
        secondary={<ExportMenu action={`${data.url}/export`} search={data.exportSearch} total={page.total} />}
      />
      <Tabs label="Reportes" tabs={data.tabs} />
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
          <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
            {data.figures.map((figure) => (
              <Figure key={figure.label} {...figure} />
            ))}
          </div>
          <Card title={`Los ${words.rows} con más ${words.events}`} className="mb-4">
            {/* Drawn by server/reports/report-chart.ts, which lets nothing but shapes and escaped text through. */}
            <div className="max-w-250 overflow-x-auto">
              <div className="min-w-150" dangerouslySetInnerHTML={{ __html: data.chart }} />
            </div>
          </Card>
          <ReportTable data={data} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
          <p className="hidden tabular text-muted print:block">
            Página {formatCount(page.page)} de {formatCount(Math.ceil(page.total / page.pageSize))}
          </p>
        </>
      )}
    </>
  );
}

function NothingHappened({ data }: { data: ReportData }) {
  const year = data.presets.at(-1);
  return (
    <EmptyState
      title={`No hay ${data.words.events} en este período${data.chips.length > 0 ? ' con estos filtros' : ''}.`}
      actions={
        <>
          {data.chips.length > 0 ? <ButtonLink href={data.url}>Quitar filtros</ButtonLink> : null}
          {year && !year.current ? <ButtonLink href={year.href}>Ver {year.label.toLowerCase()}</ButtonLink> : null}
        </>
      }
    >
      Elija otro período o revise los filtros.
    </EmptyState>
  );
}
