import { comparisonLine } from '#server/domain/periods.ts';
import { Card } from '../../ui/Card.tsx';
import { TableFrame } from '../../ui/table.tsx';
import type { ReportData } from './report-data.ts';

type Charts = ReportData['charts']['desk'];

/** When, who or what, and where: drawn by server/reporting, which lets nothing but shapes and escaped text through. */
export function ReportPictures({ data }: { data: ReportData }) {
  const { charts, strip, topTitle, words } = data;
  return (
    <>
      {strip ? (
        <Card title="Cuándo" className="mb-4">
          {data.change === null ? null : <p className="text-[0.8125rem] text-muted">{comparisonLine(data.comparison)}</p>}
          <Drawn charts={data.charts} which="strip" />
          <details className="mt-1">
            <summary className="text-link">Ver los números</summary>
            <StripTable strip={strip} events={words.events} />
          </details>
        </Card>
      ) : null}
      <div className="grid gap-4 mb-4 lg:grid-flow-col lg:auto-cols-fr">
        {charts.desk.top === '' ? null : (
          <Card title={topTitle}>
            <Drawn charts={data.charts} which="top" />
          </Card>
        )}
        {charts.desk.agencies === '' ? null : (
          <Card title="Por agencia">
            <Drawn charts={data.charts} which="agencies" />
          </Card>
        )}
      </div>
    </>
  );
}

function Drawn({ charts, which }: { charts: ReportData['charts']; which: keyof Charts }) {
  return (
    <>
      <div className="max-lg:hidden print:block" data-nav="" dangerouslySetInnerHTML={{ __html: charts.desk[which] }} />
      <div className="max-w-92 lg:hidden print:hidden" data-nav="" dangerouslySetInnerHTML={{ __html: charts.phone[which] }} />
    </>
  );
}

function StripTable({ strip, events }: { strip: NonNullable<ReportData['strip']>; events: string }) {
  const compares = strip.some(({ earlier }) => earlier !== '');
  return (
    <TableFrame caption={`${events} por fecha`}>
      <thead>
        <tr>
          <th scope="col">Fecha</th>
          <th scope="col" className="num">
            En el período
          </th>
          {compares ? (
            <th scope="col" className="num">
              Antes
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {strip.map((bar) => (
          <tr key={bar.href}>
            <td className="key">
              <a href={bar.href}>{bar.name}</a>
            </td>
            <td className="num">{bar.events}</td>
            {compares ? <td className="num">{bar.earlier}</td> : null}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
