import { Button } from '../../ui/Button.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { TableFrame } from '../../ui/table.tsx';
import type { RunView, TargetView } from './read-model-data.ts';

/** One row per collection with its buttons; lies inside the page's form. */
export function CollectionsTable({ targets }: { targets: readonly TargetView[] }) {
  return (
    <TableFrame caption="Colecciones del modelo de lectura" wide>
      <thead>
        <tr>
          <th scope="col">Colección</th>
          <th scope="col">
            <span className="sr-only">Acciones</span>
          </th>
          <th scope="col">Última verificación</th>
          <th scope="col" className="num">
            Filas
          </th>
          <th scope="col" className="num">
            Borradas
          </th>
          <th scope="col" className="num">
            Con falla
          </th>
          <th scope="col">Última conciliación</th>
          <th scope="col">Última reconstrucción</th>
        </tr>
      </thead>
      <tbody>
        {targets.map((target) => (
          <tr key={target.target}>
            <td className="nowrap font-medium">{target.title}</td>
            <td className="nowrap">
              {target.underWay ? <UnderWay run={target.underWay} title={target.title} /> : <Actions {...target} />}
            </td>
            <td className="nowrap">
              <Finished run={target.verified} />
            </td>
            <td className="num">{target.rows}</td>
            <td className="num">{target.tombstones}</td>
            <td className="num">{target.hasFailures ? <StatusLabel tone="bad">{target.failures}</StatusLabel> : target.failures}</td>
            <td className="nowrap">{target.reconciled}</td>
            <td className="nowrap">
              <Finished run={target.rebuilt} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
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
