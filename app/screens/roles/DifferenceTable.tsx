import type { DocumentAction } from '#server/domain/document-permissions.ts';
import { actionLabel } from '#server/domain/document-permission-words.ts';
import type { NamedDifference } from '#server/features/roles/permission-sets.ts';

interface DifferenceTableProps {
  caption: string;
  differences: readonly NamedDifference[];
  /** Headings for what is added and what is removed. */
  labels: readonly [added: string, removed: string];
}

/** Differences between two sets, or between a set and its unsaved form: one row per type, grouped by category. */
export function DifferenceTable({ caption, differences, labels }: DifferenceTableProps) {
  return (
    <table className="difference-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {['Tipo de documento', ...labels].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      {byCategory(differences).map(([category, types]) => (
        <tbody key={types[0]?.key}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {category}
            </th>
          </tr>
          {types.map(({ key, type, added, removed }) => (
            <tr key={key}>
              <th scope="row">{type}</th>
              <td>
                <Actions actions={added} sign="+" />
              </td>
              <td>
                <Actions actions={removed} sign="−" />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Groups consecutive types of the same category. */
function byCategory(differences: readonly NamedDifference[]): [string, NamedDifference[]][] {
  const groups: [string, NamedDifference[]][] = [];
  for (const difference of differences) {
    const last = groups.at(-1);
    if (last?.[0] === difference.category) last[1].push(difference);
    else groups.push([difference.category, [difference]]);
  }
  return groups;
}

/** The sign makes it readable without colours. */
function Actions({ actions, sign }: { actions: readonly DocumentAction[]; sign: '+' | '−' }) {
  if (actions.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className={sign === '+' ? 'text-success' : 'text-error'}>
      <span aria-hidden>{sign} </span>
      {actions.map(actionLabel).join(', ')}
    </span>
  );
}
