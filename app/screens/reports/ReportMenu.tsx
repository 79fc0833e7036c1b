import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
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
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" data-nav="">
        {entries.map((entry) => (
          <li key={entry.href} className="surface relative flex gap-3 p-3.5 transition-colors hover:border-control">
            <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
              <ChartNoAxesColumn size={18} aria-hidden />
            </span>
            <div className="min-w-0">
              <h2 className="text-[0.875rem]">
                <a href={entry.href} className="font-semibold after:absolute after:inset-0 after:rounded-box">
                  {entry.title}
                </a>
              </h2>
              <p className="text-muted">{entry.description}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
