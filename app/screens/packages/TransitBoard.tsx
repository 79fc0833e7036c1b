import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LATE_AFTER_DAYS } from '#server/features/packages/domain/transit.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { TableFrame } from '../../ui/table.tsx';
import { DaysUnderWay } from './package-parts.tsx';
import { RECEIVED_URL, receivedHref } from './package-links.ts';
import { shortDate } from '../../ui/short-dates.tsx';
import { pageLink } from '../../ui/page-link.tsx';

export async function loadTransit({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'packages-received');
  const pairs = await context.portal.packages.findTransit({ actor });
  return { pairs, freshness: freshnessOf(context), agencyId: actor.agencyId, seesAll: actor.role === 'admin' };
}

/** Packages in transit between agencies: how many, for how long, and which are late. */
export function TransitBoard() {
  const { pairs, freshness, agencyId, seesAll } = useLoaderData<typeof loadTransit>();
  const sum = (of: (pair: (typeof pairs)[number]) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const late = sum(({ lateCount }) => lateCount);
  return (
    <>
      <PageHead
        title="Paquetes en camino"
        count={formatCount(sum(({ count }) => count))}
        crumbs={[{ label: 'Paquetes recibidos', href: RECEIVED_URL }, { label: 'En camino' }]}
        subtitle={`${seesAll ? 'De todas las agencias' : 'Los que salen de su agencia y los que vienen a ella'}. Atrasados: los que llevan más de ${LATE_AFTER_DAYS} días.`}
        freshness={<FreshnessNote {...freshness} />}
      />
      {pairs.length === 0 ? (
        <EmptyState title="No hay paquetes en camino.">Aquí aparecen los enviados hasta que se aceptan o se rechazan.</EmptyState>
      ) : (
        <>
          {late === 0 ? null : (
            <p className="mb-3">
              <StatusLabel tone="bad">{countOf(late, 'paquete atrasado', 'paquetes atrasados')}</StatusLabel>
            </p>
          )}
          <TransitTable pairs={pairs} opens={(toId) => seesAll || toId === agencyId} />
        </>
      )}
    </>
  );
}

/** The list of a pair's packages that are still to be received. */
function listOf(fromId: string, toId: string): string {
  return `${RECEIVED_URL}?${new URLSearchParams({ status: 'SENT', from_agency: fromId, agencyId: toId }).toString()}`;
}

type Pairs = Awaited<ReturnType<typeof loadTransit>>['pairs'];

function TransitTable({ pairs, opens }: { pairs: Pairs; opens: (toId: string) => boolean }) {
  return (
    <TableFrame caption="Paquetes en camino por agencias">
      <thead>
        <tr>
          <th scope="col">Ruta</th>
          <th scope="col" className="num">
            Paquetes
          </th>
          <th scope="col" className="num max-sm:hidden">
            Atrasados
          </th>
          <th scope="col" className="max-md:hidden">
            El más antiguo
          </th>
          <th scope="col">En camino</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ fromId, fromName, toId, toName, count, lateCount, oldest }) => (
          <tr key={`${fromId}/${toId}`}>
            <td className="key">
              {opens(toId) ? (
                <a href={listOf(fromId, toId)}>
                  <Route from={fromName} to={toName} />
                </a>
              ) : (
                <Route from={fromName} to={toName} />
              )}
            </td>
            <td className="num">{formatCount(count)}</td>
            <td className="num max-sm:hidden">{lateCount === 0 ? '' : <StatusLabel tone="bad">{formatCount(lateCount)}</StatusLabel>}</td>
            <td className="nowrap max-md:hidden">
              {pageLink(opens(toId) ? receivedHref(oldest.id) : null, oldest.code)}{' '}
              <span className="text-muted">{shortDate(oldest.sentAt)}</span>
            </td>
            <td className="nowrap">
              <DaysUnderWay days={oldest.days} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Route({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from || 'Sin agencia'} <span className="sr-only">a</span>
      <span aria-hidden="true">→</span> {to || 'Sin agencia'}
    </>
  );
}
