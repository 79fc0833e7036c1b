import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';

export interface ReportEntry {
  title: string;
  description: string;
  href: string;
}

/** The reports to choose from. */
export function ReportMenu({ entries }: { entries: readonly ReportEntry[] }) {
  return (
    <>
      <PageHead title="Reportes del Maletín" subtitle="Cargas y descargas por usuario y por archivo, en pantalla, Excel o CSV." />
      <LinkCards cards={entries.map(({ title, description, href }) => ({ title, text: description, href, icon: ChartNoAxesColumn }))} />
    </>
  );
}
