import { formatCount } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Figures } from '../../ui/Card.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableFrame } from '../../ui/table.tsx';
import { ReportChart } from '../reports/ReportChart.tsx';
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
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={<ExportMenu action={`${data.url}/export`} search={data.exportSearch} total={data.people} />}
      />
      <ReportParameters {...data} />
      {data.people === 0 ? (
        <EmptyState
          title="No hay actividad registrada en este período."
          actions={data.chips.length > 0 ? <ButtonLink href={data.url}>Quitar filtros</ButtonLink> : null}
        >
          Los clics de cada persona se cuentan mientras usa el portal.
        </EmptyState>
      ) : (
        <>
          <Figures figures={data.figures} />
          <ReportChart title="Los usuarios con más clics" charts={data.charts} />
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
            <th scope="col" className="from-sm">
              Agencia
            </th>
            <th scope="col" className="num">
              Clics
            </th>
            <th scope="col" className="num from-md">
              % del total
            </th>
            <th scope="col" className="num from-md">
              Días con actividad
            </th>
            <th scope="col" className="from-sm">
              Última actividad
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="key cut" title={row.name}>
                <a href={row.href}>{row.name}</a>
              </td>
              <td className="cut w-1/4! from-sm" title={row.agencyName}>
                {row.agencyName}
              </td>
              <td className="num">{row.clicks}</td>
              <td className="num from-md">{row.share}</td>
              <td className="num from-md">{row.days}</td>
              <td className="nowrap tabular from-sm">{row.last}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="text-start">
              Total
            </th>
            <td className="from-sm" aria-hidden />
            <td className="num">{clicks}</td>
            <td className="num from-md">100.0 %</td>
            <td className="from-md" aria-hidden />
            <td className="from-sm" aria-hidden />
          </tr>
        </tfoot>
      </TableFrame>
      {people > rows.length ? (
        <p className="mt-2 text-muted">{`Se muestran los primeros ${formatCount(rows.length)} de ${formatCount(people)} usuarios. La exportación los contiene todos.`}</p>
      ) : null}
    </>
  );
}
