import { EmptyState } from '#app/ui/states.tsx';
import { PageHead } from '#app/ui/PageHead.tsx';
import { menuIcon } from '../shell/menu-icons.ts';
import type { HomeEntry, HomeSection } from './entries.ts';

interface HomeProps {
  greeting: string;
  today: string;
  sections: readonly HomeSection[];
}

/** The first page: where this person can go, with what they do most one click away. */
export function Home({ greeting, today, sections }: HomeProps) {
  return (
    <div className="max-w-300">
      <PageHead title={greeting} subtitle={today} />
      {sections.length === 0 ? (
        <div className="surface">
          <EmptyState title="Todavía no tiene pantallas asignadas.">Un Administrador puede otorgarle permisos.</EmptyState>
        </div>
      ) : (
        sections.map((section) => (
          <section key={section.title} className="mt-6" aria-labelledby={`grupo-${section.entries[0]?.id ?? ''}`}>
            <h2 id={`grupo-${section.entries[0]?.id ?? ''}`} className="mb-2 text-[0.8125rem] font-medium text-muted">
              {section.title}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3" data-nav="">
              {section.entries.map((entry) => (
                <EntryCard key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  );
}

function EntryCard({ entry }: { entry: HomeEntry }) {
  const Picture = menuIcon(entry.icon);
  return (
    <li className="surface relative flex gap-3 p-3.5 transition-colors hover:border-control">
      <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
        <Picture size={18} aria-hidden />
      </span>
      <div className="min-w-0">
        {/* The whole card opens the screen; its shortcuts lie above. */}
        <a href={entry.href} className="font-semibold after:absolute after:inset-0 after:rounded-box">
          {entry.title}
        </a>
        <p className="text-muted">{entry.text}</p>
        {entry.shortcuts.length > 0 ? (
          <ul className="relative z-1 mt-1.5 flex flex-wrap gap-x-3 gap-y-1">
            {entry.shortcuts.map((shortcut) => (
              <li key={shortcut.href}>
                <a className="text-link" href={shortcut.href}>
                  {shortcut.label}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}
