import type { PackageRecord, ShownLine } from '#server/features/packages/get-package.ts';
import { Card } from '../../ui/Card.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { documentHref } from '../documents/document-links.ts';
import { VerdictOf } from './PackageStateOf.tsx';

const SENT_COLUMNS: readonly PlainColumn<ShownLine & { number: number }>[] = [
  { label: 'N.º', look: 'num', cell: ({ number }) => number },
  {
    label: 'Documento',
    cell: ({ document, digitalizationId, opens }) =>
      opens ? (
        <a className="text-link" href={documentHref(digitalizationId)}>
          {document || digitalizationId}
        </a>
      ) : (
        document || digitalizationId
      ),
  },
  { label: 'Tipo', cell: ({ categoryName, typeName }) => [categoryName, typeName].filter(Boolean).join(' › ') },
];

const FOUND_COLUMNS: typeof SENT_COLUMNS = [
  ...SENT_COLUMNS,
  { label: 'Revisión', look: 'nowrap', cell: ({ verdict }) => <VerdictOf verdict={verdict} /> },
  { label: 'Nota', cell: ({ note }) => note },
  { label: 'Revisó', cell: ({ checkerName }) => checkerName },
];

/** What is in a package; what was found of it once somebody looked. */
export function PackageLines({ record: { lines } }: { record: Pick<PackageRecord, 'lines'> }) {
  const wasChecked = lines.some(({ verdict }) => verdict !== '');
  if (lines.length === 0)
    return (
      <Card title="Contenido">
        <p className="text-muted">Todavía no lleva nada.</p>
      </Card>
    );
  return (
    <section>
      <h2 className="mb-2">Contenido</h2>
      <PlainTable
        caption="Contenido del paquete"
        columns={wasChecked ? FOUND_COLUMNS : SENT_COLUMNS}
        rows={lines.map((line, index) => ({ ...line, number: index + 1 }))}
        keyOf={({ lineId }) => lineId}
      />
    </section>
  );
}
