import { countOf, formatCount } from '#server/domain/text.ts';
import { Card, Figures } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import type { ComparisonData } from './run-data.ts';
import { keptColumns } from './kept-columns.ts';
import { runHref } from './snapshot-links.ts';

/** Differences between two runs of a report: rows added, removed or changed. */
export function RunComparison({ data }: { data: ComparisonData }) {
  const { title, before, after, counts } = data;
  return (
    <>
      <PageHead
        title={`${title}: comparación`}
        subtitle={
          <>
            De la ejecución del{' '}
            <a className="text-link" href={runHref(before.id)}>
              {before.label}
            </a>{' '}
            ({before.asked}) a la del{' '}
            <a className="text-link" href={runHref(after.id)}>
              {after.label}
            </a>{' '}
            ({after.asked})
          </>
        }
        crumbs={[{ label: title, href: runHref(data.id) }, { label: 'Comparación' }]}
      />
      <Figures
        figures={[
          { label: 'Filas nuevas', value: formatCount(counts.added) },
          { label: 'Filas que ya no están', value: formatCount(counts.gone) },
          { label: 'Filas que cambiaron', value: formatCount(counts.changed) },
          { label: 'Filas iguales', value: formatCount(counts.same) },
        ]}
      />
      {data.warning ? <Notice kind="warning">{data.warning}</Notice> : null}
      {data.verdict ? <Notice kind="info">{data.verdict}</Notice> : null}
      <div className="grid gap-4">
        <Totals totals={data.totals} />
        <Rows title="Nuevas" rows={data.added} total={counts.added} columns={data.columns} />
        <Rows title="Ya no están" rows={data.gone} total={counts.gone} columns={data.columns} />
        <Changed data={data} />
      </div>
    </>
  );
}

function Totals({ totals }: Pick<ComparisonData, 'totals'>) {
  return (
    <Card title="Totales">
      <PlainTable
        caption="Totales"
        rows={totals}
        keyOf={({ title }) => title}
        columns={[
          { label: 'Total', look: 'key', cell: ({ title }) => title },
          { label: 'Antes', look: 'num', cell: (total) => total.before },
          { label: 'Después', look: 'num', cell: (total) => total.after },
          { label: 'Diferencia', look: 'num', cell: (total) => total.difference },
        ]}
      />
    </Card>
  );
}

function Shown({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return (
    <p className="mt-2 text-muted">
      Se muestran las primeras {countOf(shown, 'fila', 'filas')} de {formatCount(total)}.
    </p>
  );
}

type Row = ComparisonData['added'][number];
type ChangedRow = ComparisonData['changed'][number];

interface RowsProps {
  title: string;
  rows: readonly Row[];
  total: number;
  columns: ComparisonData['columns'];
}

function Rows({ title, rows, total, columns }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      <PlainTable
        caption={title}
        inLines
        rows={rows}
        keyOf={({ key }) => key}
        columns={keptColumns(columns, ({ cells }: Row, index) => cells[index])}
      />
      <Shown shown={rows.length} total={total} />
    </Card>
  );
}

/** The later value; where it differs, preceded by the earlier one. */
function Changed({ data: { changed, columns, counts } }: { data: ComparisonData }) {
  if (changed.length === 0) return null;
  return (
    <Card title="Cambiaron">
      <PlainTable
        caption="Filas que cambiaron"
        inLines
        rows={changed}
        keyOf={({ key }) => key}
        columns={keptColumns(columns, ({ before, after }: ChangedRow, index) =>
          before[index] === after[index] ? (
            after[index]
          ) : (
            <>
              <del className="text-muted">{before[index] || '–'}</del>
              <span aria-hidden> → </span>
              <ins className="font-semibold no-underline">{after[index] || '–'}</ins>
            </>
          ),
        )}
      />
      <Shown shown={changed.length} total={counts.changed} />
    </Card>
  );
}
