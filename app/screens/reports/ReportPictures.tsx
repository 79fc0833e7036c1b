import { Card } from '../../ui/Card.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableFrame } from '../../ui/table.tsx';
import type { ReportData } from './report-data.ts';

/** Anchor of the charts, which come after the table. */
export const PICTURES_ID = 'graficas';

export function hasPictures({ strip, charts }: Pick<ReportData, 'charts' | 'strip'>): boolean {
  return strip !== null || charts.desk.top !== '' || charts.desk.agencies !== '';
}

/** Charts of when, who or what, and where: drawn by server/reporting, which lets only shapes and escaped text through. */
export function ReportPictures({ data }: { data: ReportData }) {
  const { charts, strip, topTitle, words } = data;
  if (!hasPictures(data)) return null;
  return (
    <div id={PICTURES_ID} className="mt-6 scroll-mt-20">
      {strip ? (
        <Card title="Cuándo" className="mb-4">
          {data.line === '' ? null : <p className="text-[0.8125rem] text-muted">{data.line}</p>}
          <DrawnStrip {...data} />
          <details className="mt-1">
            <summary className="text-link">Ver los números</summary>
            <StripTable strip={strip} events={words.events} />
          </details>
        </Card>
      ) : null}
      <div className="grid gap-4 mb-4 md:grid-flow-col md:auto-cols-fr">
        {charts.desk.top === '' ? null : (
          <Card title={topTitle}>
            <DrawnBars charts={charts} which="top" />
          </Card>
        )}
        {charts.desk.agencies === '' ? null : (
          <Card title={data.agenciesTitle}>
            <DrawnBars charts={charts} which="agencies" />
            <details className="mt-1">
              <summary className="text-link">Ver los números</summary>
              <AgencyTable agencies={data.agencies} events={words.events} />
            </details>
          </Card>
        )}
      </div>
    </div>
  );
}

/** One drawing per width, because scaling would change the font size. */
function DrawnBars({ charts, which }: { charts: ReportData['charts']; which: 'agencies' | 'top' }) {
  return (
    <>
      <Drawn svg={charts.desk[which]} className="max-lg:hidden print:block" />
      <Drawn svg={charts.phone[which]} className="max-w-92 lg:hidden print:hidden" />
    </>
  );
}

function DrawnStrip({ charts, tabletStrip }: Pick<ReportData, 'charts' | 'tabletStrip'>) {
  return (
    <>
      <Drawn svg={charts.desk.strip} className="max-lg:hidden print:block" />
      <Drawn svg={tabletStrip} className="max-sm:hidden lg:hidden print:hidden" />
      <Drawn svg={charts.phone.strip} className="sm:hidden print:hidden" />
    </>
  );
}

function Drawn({ svg, className }: { svg: string; className: string }) {
  return <div className={className} data-nav="" dangerouslySetInnerHTML={{ __html: svg }} />;
}

function AgencyTable({ agencies, events }: { agencies: ReportData['agencies']; events: string }) {
  return (
    <PlainTable
      caption={`${events} por agencia`}
      rows={agencies}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Agencia', look: 'key', cell: ({ name, href }) => (href === null ? name : <a href={href}>{name}</a>) },
        { label: 'En el período', look: 'num', cell: (agency) => agency.events },
      ]}
    />
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
