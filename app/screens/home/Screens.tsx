import { Icon } from '#app/ui/Icon.tsx';
import { Shortcuts } from '#app/ui/LinkCards.tsx';
import type { HomeSection } from './entries.ts';

/** The screens that the person may open, with shortcuts to their most frequent actions. */
export function Screens({ sections }: { sections: readonly HomeSection[] }) {
  return (
    <div className="gap-4 sm:columns-2" data-nav="" data-tile="screens">
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
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
        {/* The whole row is a link; its shortcuts lie on top of it. */}
        <a href={entry.href} className="font-semibold after:absolute after:inset-0">
          {entry.title}
        </a>
        <p className="text-muted">{entry.text}</p>
        <Shortcuts links={entry.shortcuts} />
      </div>
    </li>
  );
}
