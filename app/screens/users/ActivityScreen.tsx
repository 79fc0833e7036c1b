import { formatCount } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Figure } from '../../ui/Card.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableFrame } from '../../ui/table.tsx';
import { ReportParameters } from '../reports/ReportParameters.tsx';
import type { ActivityData } from './activity-data.ts';
import { USERS_URL } from './user-links.ts';

/** Who uses the portal and how much: parameters, headline numbers, one chart, the table. */
export function ActivityScreen({ data }: { data: ActivityData }) {
  return (
    <>
      <PageHead
        title="Actividad por usuario"
        subtitle={data.subtitle}
        crumbs={[{ label: 'Usuarios', href: USERS_URL }, { label: 'Actividad por usuario' }]}
        freshness={<FreshnessNote {...data.freshness} className="sm:hidden" />}
        secondary={<ExportMenu action={`${data.url}/export`} search={data.exportSearch} total={data.people} />}
      />
      <ReportParameters {...data} />
      {data.people === 0 ? (
        <EmptyState title="No hay actividad registrada en este período." actions={data.chips.length > 0 ? <ButtonLink href={data.url}>Quitar filtros</ButtonLink> : null}>
          Los clics de cada persona se cuentan mientras usa el portal.
        </EmptyState>
      ) : (
        <>
          <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {data.figures.map((figure) => (
              <Figure key={figure.label} {...figure} />
            ))}
          </div>
          <Card title="Los usuarios con más clics" className="mb-4">
            {/* Drawn by server/reports/report-chart.ts, which lets nothing but shapes and escaped text through. */}
            <div className="max-w-250 overflow-x-auto">
              <div className="min-w-150" dangerouslySetInnerHTML={{ __html: data.chart }} />
            </div>
          </Card>
          <ActivityTable data={data} />
        </>
      )}
    </>
  );
}

function ActivityTable({ data: { rows, people, clicks } }: { data: ActivityData }) {
  return (
    <>
      <TableFrame caption="Actividad por usuario">
        <thead>
          <tr>
            <th scope="col">Usuario</th>
            <th scope="col">Agencia</th>
            <th scope="col" className="num">
              Clics
            </th>
            <th scope="col" className="num">
              % del total
            </th>
            <th scope="col" className="num">
              Días con actividad
            </th>
            <th scope="col">Última actividad</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="key nowrap" title={row.name}>
                <a href={row.href}>{row.name}</a>
              </td>
              <td className="cut" title={row.agencyName}>
                {row.agencyName}
              </td>
              <td className="num">{row.clicks}</td>
              <td className="num">{row.share}</td>
              <td className="num">{row.days}</td>
              <td className="nowrap tabular">{row.last}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={2} className="text-start">
              Total
            </th>
            <td className="num">{clicks}</td>
            <td className="num">100.0 %</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </TableFrame>
      {people > rows.length ? <p className="mt-2 text-muted">{`Se muestran los primeros ${formatCount(rows.length)} de ${formatCount(people)} usuarios. La exportación los contiene todos.`}</p> : null}
    </>
  );
}
