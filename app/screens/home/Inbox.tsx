import { formatTotal } from '#server/domain/text.ts';
import type { InboxLine } from '#server/features/inbox/read-inbox.ts';
import { Icon } from '#app/ui/Icon.tsx';

/** What waits for the person, each line with the list that holds it; what does not wait is left out. */
export function Inbox({ lines }: { lines: readonly InboxLine[] }) {
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
