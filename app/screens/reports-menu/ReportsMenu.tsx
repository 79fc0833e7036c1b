import ChartColumn from 'lucide-react/icons/chart-column';
import { ButtonLink } from '../../ui/Button.tsx';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { ReportCard } from './report-cards.ts';

export function ReportsMenu({ cards }: { cards: readonly ReportCard[] }) {
  return (
    <>
      <PageHead title="Reportes" subtitle="Lo que usted puede abrir, en pantalla, Excel o CSV." />
      {cards.length === 0 ? (
        <div className="surface">
          <EmptyState
            icon={ChartColumn}
            title="Todavía no tiene reportes asignados."
            actions={<ButtonLink href="/">Volver a Inicio</ButtonLink>}
          >
            Los reportes aparecen aquí según los permisos de su rol. Puede otorgarlos un Administrador. Mientras tanto, cada lista del
            portal se exporta a Excel o CSV con «Exportar».
          </EmptyState>
        </div>
      ) : (
        <LinkCards cards={cards.map((card) => ({ ...card, icon: ChartColumn }))} />
      )}
    </>
  );
}
