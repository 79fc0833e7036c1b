import type { DocumentAction } from '#server/domain/document-permissions.ts';
import { actionLabel } from '#server/domain/document-permission-words.ts';
import type { NamedDifference } from '#server/features/permission-sets/permission-sets.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';

interface DifferenceTableProps {
  caption: string;
  differences: readonly NamedDifference[];
  /** Heads of what is added and what is taken away. */
  labels: readonly [added: string, removed: string];
}

/** What differs between two sets, or between a set and what would be saved: one row for each type. */
export function DifferenceTable({ caption, differences, labels: [added, removed] }: DifferenceTableProps) {
  return (
    <PlainTable
      caption={caption}
      rows={differences}
      keyOf={(row) => row.key}
      columns={[
        { label: 'Tipo de documento', cell: (row) => row.type },
        { label: 'Categoría', cell: (row) => <span className="text-muted">{row.category}</span> },
        { label: added, cell: (row) => <Actions actions={row.added} sign="+" /> },
        { label: removed, cell: (row) => <Actions actions={row.removed} sign="−" /> },
      ]}
    />
  );
}

/** The sign says it without colours. */
function Actions({ actions, sign }: { actions: readonly DocumentAction[]; sign: '+' | '−' }) {
  if (actions.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className={sign === '+' ? 'text-success' : 'text-error'}>
      <span aria-hidden>{sign} </span>
      {actions.map(actionLabel).join(', ')}
    </span>
  );
}
