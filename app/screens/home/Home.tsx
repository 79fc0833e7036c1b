import { Shortcuts } from '#app/ui/LinkCards.tsx';
import { EmptyState } from '#app/ui/states.tsx';
import { PageHead } from '#app/ui/PageHead.tsx';
import { MenuPicture } from '../shell/MenuPicture.tsx';
import type { HomeEntry, HomeSection } from './entries.ts';
import { RecentFiles, type RecentFile } from './RecentFiles.tsx';

interface HomeProps {
  greeting: string;
  today: string;
  sections: readonly HomeSection[];
  /** null when this person may not open the Maletín. */
  recentFiles: readonly RecentFile[] | null;
  userId: string;
}

/** The first page: where this person can go, with what they do most one click away. */
export function Home({ greeting, today, sections, recentFiles, userId }: HomeProps) {
  return (
    <div className="max-w-280">
      <PageHead title={greeting} subtitle={today} />
      {sections.length === 0 ? (
        <div className="surface">
          <EmptyState title="Todavía no tiene pantallas asignadas.">Un Administrador puede otorgarle permisos.</EmptyState>
        </div>
      ) : (
        <div className="gap-4 sm:columns-2" data-nav="">
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          {recentFiles ? <RecentFiles files={recentFiles} userId={userId} /> : null}
        </div>
      )}
    </div>
  );
}

function Section({ section }: { section: HomeSection }) {
  const headingId = `grupo-${section.id}`;
  return (
    <section className="surface mb-4 break-inside-avoid overflow-hidden" aria-labelledby={headingId}>
      <h2 id={headingId} className="border-b border-line px-4 py-2.5 text-sm">
        {section.title}
      </h2>
      <ul className="divide-y divide-line">
        {section.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { entry: HomeEntry }) {
  return (
    <li className="relative flex gap-3 px-4 py-3 hover:bg-base-200">
      <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
        <MenuPicture icon={entry.icon} />
      </span>
      <div className="min-w-0">
        {/* The whole row opens the screen; its shortcuts lie above. */}
        <a href={entry.href} className="font-semibold after:absolute after:inset-0">
          {entry.title}
        </a>
        <p className="text-muted">{entry.text}</p>
        <Shortcuts links={entry.shortcuts} />
      </div>
    </li>
  );
}
