import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatCount } from '#server/domain/text.ts';
import type { Trend } from '#server/reporting/read-trends.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Change } from '../../ui/Change.tsx';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { cardsByArea, reportCards } from './report-cards.ts';
import { RUNS_URL, SCHEDULES_URL } from '../snapshots/snapshot-links.ts';

export async function loadReportsMenu({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'reports');
  const { reports } = context.portal;
  const shown = reports.list({ actor });
  const trends = await reports.readTrends({ actor, reports: shown });
  return reportCards(shown, actor.menus, new Date()).map((card) => ({ ...card, trend: trends.find(({ id }) => id === card.id) ?? null }));
}

const AGAINST = ' Las flechas comparan con los 30 días anteriores.';

export function ReportsMenu() {
  const cards = useLoaderData<typeof loadReportsMenu>();
  return (
    <>
      <PageHead
        title="Reportes"
        subtitle={`Lo que usted puede abrir, en pantalla, Excel o CSV.${cards.some(({ trend }) => trend) ? AGAINST : ''}`}
        secondary={
          <>
            <ButtonLink href={RUNS_URL}>Ejecuciones</ButtonLink>
            <ButtonLink href={SCHEDULES_URL}>Programados</ButtonLink>
          </>
        }
      />
      {cards.length === 0 ? (
        <div className="surface">
          <EmptyState
            icon="chart-column"
            title="Todavía no tiene reportes asignados."
            actions={<ButtonLink href="/">Volver a Inicio</ButtonLink>}
          >
            Los reportes aparecen aquí según los permisos de su rol. Puede otorgarlos un Administrador. Mientras tanto, cada lista del
            portal se exporta a Excel o CSV con «Exportar».
          </EmptyState>
        </div>
      ) : (
        cardsByArea(cards).map(({ area, cards: ofArea }, index) => (
          <section key={area} className="mb-6" aria-labelledby={`area-${index}`}>
            <h2 id={`area-${index}`} className="mb-2 text-[0.9375rem] font-semibold">
              {area}
            </h2>
            <LinkCards
              heading="h3"
              cards={ofArea.map(({ trend, ...card }) => ({
                ...card,
                icon: 'chart-column',
                below: trend ? <Lately trend={trend} /> : null,
              }))}
            />
          </section>
        ))
      )}
    </>
  );
}

/** A small chart of recent activity. */
function Lately({ trend: { title, events, change, days } }: { trend: Trend }) {
  return (
    <div className="mt-2">
      <Sparkline days={days} className="h-6 w-full text-primary" />
      <p className="tabular text-[0.8125rem] text-muted">
        {title} en 30 días: {formatCount(events)} <Change {...change} />
      </p>
    </div>
  );
}
