import { Button } from '../../ui/Button.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import type { RunView, TargetView } from './read-model-data.ts';

const COLUMNS: readonly PlainColumn<TargetView>[] = [
  { label: 'Colección', look: 'nowrap font-medium', cell: ({ title }) => title },
  {
    label: 'Acciones',
    quiet: true,
    look: 'nowrap',
    cell: (target) => (target.underWay ? <UnderWay run={target.underWay} title={target.title} /> : <Actions {...target} />),
  },
  { label: 'Última verificación', look: 'nowrap', cell: ({ verified }) => <Finished run={verified} /> },
  { label: 'Filas', look: 'num', cell: ({ rows }) => rows },
  { label: 'Borradas', look: 'num', cell: ({ tombstones }) => tombstones },
  {
    label: 'Con falla',
    look: 'num',
    cell: ({ hasFailures, failures }) => (hasFailures ? <StatusLabel tone="bad">{failures}</StatusLabel> : failures),
  },
  { label: 'Última conciliación', look: 'nowrap', cell: ({ reconciled }) => reconciled },
  { label: 'Última reconstrucción', look: 'nowrap', cell: ({ rebuilt }) => <Finished run={rebuilt} /> },
];

/** One row per collection with its buttons; lies inside the page's form. */
export function CollectionsTable({ targets }: { targets: readonly TargetView[] }) {
  return <PlainTable caption="Colecciones del modelo de lectura" columns={COLUMNS} rows={targets} keyOf={({ target }) => target} />;
}

function Finished({ run }: { run: RunView | null }) {
  if (!run) return <span className="text-muted">Todavía no</span>;
  return (
    <span title={`Pedida por ${run.by}`}>
      <StatusLabel tone={run.tone}>{run.text}</StatusLabel> <span className="tabular text-[0.8125rem] text-muted">{run.at}</span>
    </span>
  );
}

function UnderWay({ run, title }: { run: RunView; title: string }) {
  return (
    <span className="inline-flex items-center gap-2" title={`Pedida por ${run.by}`}>
      {run.progress === null ? null : (
        <progress className="progress progress-primary w-24" max={100} value={run.progress} aria-label={`Avance de ${title}`} />
      )}
      <StatusLabel tone="waiting">{run.progress === null ? run.text : `${run.text} ${run.progress} %`}</StatusLabel>
    </span>
  );
}

function Actions({ target, title }: TargetView) {
  return (
    <span className="inline-flex gap-1">
      <Button type="submit" small name="verify" value={target} aria-label={`Verificar ${title}`}>
        Verificar
      </Button>
      <Button type="submit" small name="rebuild" value={target} aria-label={`Reconstruir ${title}`}>
        Reconstruir
      </Button>
    </span>
  );
}
