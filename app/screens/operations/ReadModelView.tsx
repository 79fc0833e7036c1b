import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { uncapitalize } from '#server/domain/grammar.ts';
import { formatCount, plural } from '#server/domain/text.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useMay } from '../../rights.ts';
import { Button } from '../../ui/Button.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { MoreMenu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { loadReadModel, ReadModelData, RunView, TargetView } from './read-model-data.ts';
import { SETTINGS_CRUMB } from '../settings/settings-crumb.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';

const REFRESH_MS = 5_000;
const WATCHING_REFRESH_MS = 1_500;

/** How far the read model follows the documents, with buttons to verify and rebuild it. */
export function ReadModelView() {
  const data = useLoaderData<typeof loadReadModel>();
  const answer = useActionData<{ message: string }>();
  const mayAsk = useMay()('settings-machinery', 'change');
  useAutoRefresh(data.targets.some((target) => target.underWay) ? WATCHING_REFRESH_MS : REFRESH_MS);
  return (
    <Form method="post" action="/settings/read-model">
      <PageHead
        title="Estado del modelo de lectura"
        subtitle="Las listas y los reportes leen tablas que siguen a los documentos. Aquí se ve qué tan al día están."
        crumbs={[SETTINGS_CRUMB, { label: 'Estado del modelo de lectura' }]}
        freshness={<FreshnessNote at={data.freshness.at} delayed={data.freshness.delayed} />}
        secondary={
          mayAsk ? (
            <>
              <Button type="submit" name="verify" value="*">
                Verificar todo
              </Button>
              <ConfirmButton
                label="Reconstruir todo"
                question="¿Reconstruir todas las colecciones?"
                explanation={
                  <p>
                    Cada documento se lee y se escribe de nuevo en su tabla. Las listas siguen funcionando, pero el portal puede ir más
                    lento mientras tanto.
                  </p>
                }
                confirmLabel="Reconstruir todo"
                name="rebuild"
                value="*"
                look="plain"
              />
            </>
          ) : null
        }
      />
      <ActNotice answer={answer} className="mb-4 max-w-160" />
      {data.freshness.delayed ? <DelayNotice lag={data.freshness.lag} /> : null}
      <PlainTable caption="Colecciones del modelo de lectura" columns={COLUMNS} rows={data.targets} keyOf={({ target }) => target} />
      {data.sweptOnly.length > 0 ? (
        <Notice kind="info" className="mt-4 max-w-160">
          Con más de {formatCount(5_000)} documentos: {data.sweptOnly.join(', ')}. Lo que otro programa cambie ahí sin escribir «updatedAt»,
          o cree sin «createdAt», se ve al conciliar, cada seis horas. Cuándo fue la última vez lo dice «Conciliada».
        </Notice>
      ) : null}
      <Differences targets={data.targets} />
      <FailedDocuments failures={data.failures} />
      <Streams streams={data.streams} />
    </Form>
  );
}

/** One row per collection with its buttons, which belong to the page's form. */
const COLUMNS: readonly PlainColumn<TargetView>[] = [
  {
    label: 'Colección',
    look: 'min-w-32 wrap-anywhere font-medium',
    cell: (target) => (
      <>
        {target.title}
        {target.stored === '' ? null : <code className="block text-[0.8125rem] font-normal text-muted">{target.stored}</code>}
        <NarrowState {...target} />
      </>
    ),
  },
  {
    label: 'Acciones',
    quiet: true,
    // Static, because the frame scrolls and would cut off an overlay panel.
    look: 'sm:whitespace-nowrap [&_.drop-panel]:static [&_.drop-panel]:mt-1 [&_.drop-panel]:min-w-0',
    cell: (target) => (target.underWay ? <UnderWay run={target.underWay} title={target.name} /> : <Actions {...target} />),
  },
  { label: 'Verificada', look: 'min-w-24', from: 'sm', cell: ({ verified }) => <Finished run={verified} /> },
  { label: 'Filas', look: 'num', from: 'sm', cell: ({ rows }) => rows },
  { label: 'Borradas', look: 'num', from: 'lg', cell: ({ tombstones }) => tombstones },
  {
    label: 'Con falla',
    look: 'num',
    from: 'sm',
    cell: ({ hasFailures, failures }) => (hasFailures ? <StatusLabel tone="bad">{failures}</StatusLabel> : failures),
  },
  { label: 'Conciliada', look: 'min-w-24', from: 'sm', cell: ({ reconciled }) => reconciled },
  { label: 'Reconstruida', look: 'min-w-24', from: 'lg', cell: ({ rebuilt }) => <Finished run={rebuilt} /> },
];

/** For screens without room for the columns that show this. */
function NarrowState({ rows, hasFailures, failures, reconciled }: TargetView) {
  return (
    <span className="block text-[0.8125rem] font-normal text-muted sm:hidden">
      {hasFailures ? <StatusLabel tone="bad">{`${failures} con falla`}</StatusLabel> : null}
      <span className="block">{`Filas: ${rows}`}</span>
      <span className="block">{`Conciliada: ${uncapitalize(reconciled)}`}</span>
    </span>
  );
}

function Finished({ run }: { run: RunView | null }) {
  if (!run) return <span className="text-muted whitespace-nowrap">Todavía no</span>;
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

function Actions({ target, name }: TargetView) {
  if (!useMay()('settings-machinery', 'change')) return null;
  return (
    <span className="inline-flex items-start gap-1 max-sm:flex-wrap">
      <Button type="submit" small name="verify" value={target} aria-label={`Verificar ${name}`}>
        Verificar
      </Button>
      <MoreMenu small title={name}>
        <button type="submit" className="drop-item" name="rebuild" value={target} aria-label={`Reconstruir ${name}`}>
          Reconstruir
        </button>
      </MoreMenu>
    </span>
  );
}

function DelayNotice({ lag }: { lag: string }) {
  return (
    <Notice kind="warning" className="mb-4 max-w-160">
      {`Los datos llevan ${lag} de atraso. Lo guardado está a salvo; revise en «Estado de los trabajos» que el proceso de trabajos esté en marcha.`}
    </Notice>
  );
}

function Differences({ targets }: { targets: ReadModelData['targets'] }) {
  const different = targets.filter((target) => target.drift.length > 0);
  if (different.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="diferencias">
      <h2 id="diferencias" className="mb-2">
        Diferencias de la última verificación
      </h2>
      {different.map(({ target, name, drift, moreDrift, verified }) => (
        <details key={target} className="surface mb-2 px-4 py-2" open={drift.length <= 5}>
          <summary className="cursor-pointer font-medium">{`${name}: ${verified?.text ?? ''}, ${verified?.at ?? ''}`}</summary>
          <ul className="mt-1 grid gap-1">
            {drift.map(({ path, problem }) => (
              <li key={`${path} ${problem}`} className="break-words">
                <code>{path}</code> {problem}
              </li>
            ))}
            {moreDrift > 0 ? <li className="text-muted">{`Y ${moreDrift} más.`}</li> : null}
          </ul>
        </details>
      ))}
    </section>
  );
}

function FailedDocuments({ failures }: { failures: ReadModelData['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <div className="mt-6">
      <h2 className="mb-2">
        {`${plural(failures.length, 'Documento que no se pudo', 'Documentos que no se pudieron')} llevar a las tablas`}
      </h2>
      <PlainTable
        caption="Documentos que no se pudieron llevar a las tablas"
        inLines
        rows={failures}
        keyOf={({ path }) => path}
        columns={[
          { label: 'Documento', cell: ({ path }) => <code>{path}</code> },
          { label: 'Motivo', look: 'break-words', cell: ({ reason }) => reason },
          { label: 'Desde', look: 'nowrap tabular', cell: ({ failedAt }) => failedAt },
        ]}
      />
    </div>
  );
}

function Streams({ streams }: { streams: ReadModelData['streams'] }) {
  return (
    <div className="mt-6">
      <h2 className="mb-2">Flujos de cambios</h2>
      {streams.length === 0 ? (
        <p className="text-muted">Todavía no hay ninguno: el proceso de trabajos no ha corrido.</p>
      ) : (
        <PlainTable
          caption="Flujos de cambios"
          inLines
          rows={streams}
          keyOf={({ name }) => name}
          columns={[
            { label: 'Flujo', cell: ({ name }) => <code>{name}</code> },
            {
              label: 'Estado',
              cell: ({ watched }) => <StatusLabel tone={watched ? 'good' : 'bad'}>{watched ? 'Vigilado' : 'Sin vigilar'}</StatusLabel>,
            },
            { label: 'Al día hasta', look: 'nowrap tabular', cell: ({ freshAt }) => freshAt },
            { label: 'Atraso', look: 'nowrap', cell: ({ lag }) => lag },
            { label: 'Cambios pendientes', look: 'num', cell: ({ pending }) => pending },
            { label: 'Último error', look: 'break-words text-muted', cell: ({ lastError }) => lastError ?? 'Ninguno' },
          ]}
        />
      )}
    </div>
  );
}
