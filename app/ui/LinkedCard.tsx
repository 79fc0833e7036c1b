import { Card } from './Card.tsx';

/** Counts of what belongs to a record elsewhere, each linked to its list. */
export function LinkedCard({ linked }: { linked: readonly { text: string; href: string }[] }) {
  if (linked.length === 0) return null;
  return (
    <Card title="Lo que tiene">
      <ul className="grid gap-1.5" data-nav="">
        {linked.map(({ text, href }) => (
          <li key={href}>
            <a className="text-link tabular" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
