import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { cardsByArea, reportCards } from './report-cards.ts';
import { RUNS_URL, SCHEDULES_URL } from '../snapshots/snapshot-links.ts';

export async function loadReportsMenu({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'reports');
  return reportCards(context.portal.reports.list({ actor }), actor.menus, new Date());
}

export function ReportsMenu() {
  const cards = useLoaderData<typeof loadReportsMenu>();
  return (
    <>
      <PageHead
        title="Reportes"
        subtitle="Lo que usted puede abrir, en pantalla, Excel o CSV."
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
            <LinkCards heading="h3" cards={ofArea.map((card) => ({ ...card, icon: 'chart-column' }))} />
          </section>
        ))
      )}
    </>
  );
}
