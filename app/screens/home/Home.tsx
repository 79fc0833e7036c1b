import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateLong } from '#server/domain/dates.ts';
import { canOpen, requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ARRANGE_PARAM, ARRANGE_URL } from './arrange-url.ts';
import { ArrangeTiles } from './ArrangeTiles.tsx';
import { greetingAt, homeSections } from './entries.ts';
import { Tiles } from './Tiles.tsx';
import { formatTotal } from '#server/domain/text.ts';
import type { InboxLine } from '#server/features/inbox/read-inbox.ts';
import { Icon } from '#app/ui/Icon.tsx';

export async function loadHome({ context, request }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { home, inbox, settings } = context.portal;
  const now = new Date();
  const sections = homeSections(actor, now, await settings.shownMenu());
  const [first] = canOpen(actor, 'home') ? [] : (sections[0]?.entries ?? []);
  // Start page of a role without Inicio; 403 for people without any screen.
  if (first) throw redirect(first.href);
  requireMenu(actor, 'home');
  const firstName = actor.name.trim().split(/\s+/)[0] ?? '';
  const head = {
    greeting: firstName ? `${greetingAt(now)}, ${firstName}` : greetingAt(now),
    today: formatDateLong(now),
    sections,
  };
  if (new URL(request.url).searchParams.has(ARRANGE_PARAM)) return { ...head, own: home.listTiles({ actor, now }), inbox: [], tiles: [] };
  const [lines, tiles] = await Promise.all([inbox.readInbox({ actor }), home.readTiles({ actor, now })]);
  return { ...head, own: null, inbox: lines, tiles };
}

/** The start page: the person's pending items, figures of their areas, and links to their screens. */
export function Home() {
  const { greeting, today, inbox, tiles, own, sections } = useLoaderData<typeof loadHome>();
  if (own) return <ArrangeTiles tiles={own} />;
  return (
    <div className="max-w-280">
      <PageHead
        title={greeting}
        subtitle={today}
        secondary={
          sections.length === 0 ? null : (
            <ButtonLink href={ARRANGE_URL} look="quiet" small>
              Ordenar
            </ButtonLink>
          )
        }
      />
      {inbox.length > 0 ? <Inbox lines={inbox} /> : null}
      {sections.length === 0 ? (
        <div className="surface">
          <EmptyState title="Todavía no tiene pantallas asignadas.">Un Administrador puede otorgarle permisos.</EmptyState>
        </div>
      ) : (
        <Tiles tiles={tiles} sections={sections} />
      )}
    </div>
  );
}

/** The person's pending items, each line linked to its list; lines with nothing pending are omitted. */
function Inbox({ lines }: { lines: readonly InboxLine[] }) {
  const waiting = lines.filter(({ count }) => count > 0);
  return (
    <section className="surface mb-4 overflow-hidden" aria-labelledby="bandeja">
      <h2 id="bandeja" className="border-b border-line px-4 py-2.5 text-sm">
        Mi bandeja
      </h2>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2.5 px-4 py-4 text-muted">
          <Icon name="circle-check" className="size-4.5 text-success" />
          Nada pendiente: está al día.
        </p>
      ) : (
        <ul className="grid sm:grid-cols-2 lg:grid-cols-3" data-nav="">
          {waiting.map(({ id, title, href, count, isCapped }) => (
            <li key={id} data-inbox={id} className="relative flex items-baseline gap-3 px-4 py-2.5 hover:bg-base-200">
              <span className="tabular min-w-8 text-end text-lg leading-6 font-semibold text-primary">{formatTotal(count, isCapped)}</span>
              <a href={href} className="min-w-0 after:absolute after:inset-0">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
