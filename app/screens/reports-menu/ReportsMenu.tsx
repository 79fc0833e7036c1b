import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RUNS_URL, SCHEDULES_URL } from '../snapshots/snapshot-links.ts';
import { reportCards } from './report-cards.ts';

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
        <LinkCards cards={cards.map((card) => ({ ...card, icon: 'chart-column' }))} />
      )}
    </>
  );
}
