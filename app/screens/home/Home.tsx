import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateLong } from '#server/domain/dates.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { Shortcuts } from '#app/ui/LinkCards.tsx';
import { EmptyState } from '#app/ui/states.tsx';
import { PageHead } from '#app/ui/PageHead.tsx';
import { requireStaff } from '../../context.ts';
import { greetingAt, homeSections, type HomeSection } from './entries.ts';
import { Inbox } from './Inbox.tsx';
import { findRecentFiles, RecentFiles } from './RecentFiles.tsx';
import { Trends } from './Trends.tsx';
import { Icon } from '../../ui/Icon.tsx';

export async function loadHome({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context, 'home');
  const { reports } = context.portal;
  const now = new Date();
  const firstName = staff.name.trim().split(/\s+/)[0] ?? '';
  return {
    greeting: firstName ? `${greetingAt(now)}, ${firstName}` : greetingAt(now),
    today: formatDateLong(now),
    sections: homeSections(staff.menus, now),
    inbox: await context.portal.inbox.readInbox({ actor: staff }),
    trends: await reports.readTrends({ actor: staff, reports: reports.list({ actor: staff }).filter(({ isOnHome }) => isOnHome) }),
    /** null when this person may not open the Maletín. */
    recentFiles: canOpen(staff, 'briefcase-files') ? await findRecentFiles(context, staff) : null,
    userId: staff.id,
  };
}

/** The first page: what waits for this person, and where they can go, with what they do most one click away. */
export function Home() {
  const { greeting, today, inbox, trends, sections, recentFiles, userId } = useLoaderData<typeof loadHome>();
  return (
    <div className="max-w-280">
      <PageHead title={greeting} subtitle={today} />
      {inbox.length > 0 ? <Inbox lines={inbox} /> : null}
      {trends.length > 0 ? <Trends trends={trends} /> : null}
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

function Entry({ entry }: { entry: HomeSection['entries'][number] }) {
  return (
    <li className="relative flex gap-3 px-4 py-3 hover:bg-base-200">
      <span className="grid size-9 flex-none place-items-center rounded-field bg-primary-soft text-primary">
        <Icon name={entry.icon} />
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
