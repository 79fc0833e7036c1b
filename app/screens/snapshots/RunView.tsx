import { Form, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { formatCount } from '#server/domain/text.ts';
import { isFinished } from '#server/features/snapshots/domain/report-schedules.ts';
import { ButtonLink, Button } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Select } from '../../ui/inputs.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { useProgress } from '../../ui/UnderWay.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import type { RunViewData } from './run-data.ts';
import { keptColumns } from './kept-columns.ts';
import { runHref, runsCrumbs, runsHref, runTone, scheduleHref } from './snapshot-links.ts';

const FORMAT_NAMES = { xlsx: 'Excel', csv: 'CSV' } as const;

/** A run: its rows and files, their date, its recipients, and runs to compare with. */
export function RunView({ data }: { data: RunViewData }) {
  const { title, back, opensRuns, dueAt } = data;
  const progress = useRunProgress(data);
  return (
    <>
      <PageHead
        title={title}
        state={<StatusLabel tone={runTone(data.status)}>{data.label}</StatusLabel>}
        subtitle={`Ejecución del ${dueAt}`}
        crumbs={[...runsCrumbs(opensRuns, back), { label: title }]}
        primary={data.formats.map((format, index) => (
          <ButtonLink
            key={format}
            look={index === 0 ? 'primary' : 'plain'}
            icon="download"
            href={`${runHref(data.id)}/download?format=${format}`}
            data-nav={undefined}
          >
            {`Descargar ${FORMAT_NAMES[format]}`}
          </ButtonLink>
        ))}
      />
      <Messages data={data} progress={progress} />
      {data.table ? <RunTable table={data.table} title={title} search={data.search} hasFile={data.formats.length > 0} /> : null}
      <div className="grid gap-4 lg:grid-cols-2">
        <RunFacts data={data} />
        <div className="grid content-start gap-4">
          <Sendings data={data} />
          <CompareForm data={data} />
        </div>
      </div>
    </>
  );
}

type Progress = Pick<RunViewData, 'progress' | 'status' | 'waits'>;

const isOverBy = ({ status }: Progress) => isFinished(status);

/** The run's progress. When a waiting run starts, the page's data is reloaded, because it shows the start time. */
function useRunProgress(data: RunViewData): Progress {
  const polled = useProgress<Progress>({ href: `${runHref(data.id)}/progress`, came: data, isOver: isOverBy });
  const { revalidate } = useRevalidator();
  const hasStarted = data.status === 'pendiente' && polled.status === 'en_proceso';
  useEffect(() => {
    if (hasStarted) revalidate();
  }, [hasStarted, revalidate]);
  return polled;
}

function Messages({ data, progress: { progress, waits } }: { data: RunViewData; progress: Progress }) {
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      {data.isOver ? null : (
        <Notice kind="info" live>
          <p>{waits || (progress === 0 ? 'Espera su turno…' : `Se está preparando: ${progress} %`)}</p>
          <progress className="progress mt-2 w-full max-w-80" max={100} value={progress} aria-label="Avance" />
          <noscript>
            <a className="text-link" href={runHref(data.id)}>
              Ver cómo va
            </a>
          </noscript>
        </Notice>
      )}
      {data.status === 'fallida' ? <Notice kind="error">{data.error}</Notice> : null}
      {data.status === 'vencida' ? <Notice kind="warning">{data.error}</Notice> : null}
      {data.isBehind ? (
        <Notice kind="warning">
          Los datos llegan hasta {data.asOf || 'un momento desconocido'}, antes de la hora del reporte: lo que se registró después puede
          faltar.
        </Notice>
      ) : null}
    </div>
  );
}

interface RunTableProps {
  table: NonNullable<RunViewData['table']>;
  title: string;
  search: string;
  hasFile: boolean;
}

/** The run's rows, as in its files. */
function RunTable({ table, title, search, hasFile }: RunTableProps) {
  const { columns, rows, isCut } = table;
  if (rows.length === 0) return <p className="mb-4 text-muted">No tiene filas.</p>;
  return (
    <div className="mb-6">
      <PlainTable
        caption={title}
        inLines
        rows={rows}
        keyOf={({ key }) => key}
        columns={keptColumns(columns, ({ cells }: (typeof rows)[number], index) => cells[index])}
      />
      <Pager {...table} shown={rows.length} search={search} allRows={hasFile ? 'Para todas las filas descargue el archivo.' : undefined} />
      {isCut ? (
        <p className="mt-2 text-muted">Aquí se muestran las primeras {formatCount(table.total)} filas; el archivo las contiene todas.</p>
      ) : null}
    </div>
  );
}

function RunFacts({ data }: { data: RunViewData }) {
  const { report, schedule, status } = data;
  const isReady = status === 'lista';
  return (
    <FactCard
      title="Ejecución"
      facts={{
        Reporte: pageLink(report.url, report.title),
        ...(schedule && {
          Programado: (
            <a className="text-link" href={scheduleHref(schedule.id)}>
              {schedule.title || schedule.id}
            </a>
          ),
        }),
        ...Object.fromEntries(data.params.map(({ label, value }) => [label, value])),
        ...(isReady && { 'Datos al': data.asOf, Filas: data.rows, Tamaño: data.size }),
        ...(status === 'vencida' ? { 'Se dio por vencida': data.finishedAt } : { Comenzó: data.startedAt, Terminó: data.finishedAt }),
        Dueño: data.ownerName,
      }}
      {...(isReady && {
        technical: {
          'SHA-256 de los datos': <code className="break-all">{data.dataSha256}</code>,
          'SHA-256 del archivo': <code className="break-all">{data.fileSha256}</code>,
        },
      })}
    />
  );
}

const SENDING_WORDS: Readonly<Record<string, string>> = { sent: 'Enviado', waiting: 'Por enviar', handing: 'Enviándose' };

function Sendings({ data: { sent, notSent, status } }: { data: RunViewData }) {
  if (status !== 'lista') return null;
  return (
    <Card title="Correos">
      {sent.length + notSent.length === 0 ? <p className="text-muted">No se envía a nadie.</p> : null}
      <ul className="grid gap-1">
        {sent.map(({ name, state }) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <StatusLabel tone={state === 'sent' ? 'good' : 'waiting'}>{SENDING_WORDS[state] ?? 'Por enviar'}</StatusLabel>
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </li>
        ))}
        {notSent.map(({ name, reason }) => (
          <li key={name} className="flex flex-wrap gap-x-3">
            <StatusLabel tone="bad">Sin enviar</StatusLabel>
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="basis-full text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function CompareForm({ data: { id, others, status, reportId, opensRuns } }: { data: RunViewData }) {
  if (status !== 'lista') return null;
  return (
    <Card title="Comparar">
      {others.length === 0 ? (
        <p className="text-muted">Todavía no hay otra ejecución con la cual compararla.</p>
      ) : (
        <Form method="get" action={runHref(id)} className="flex flex-wrap items-end gap-2 no-print">
          <div className="min-w-0 flex-1">
            <label htmlFor="comparar" className="mb-1 block">
              Con la ejecución del
            </label>
            <Select id="comparar" name="compare" className="w-full" options={others.map((one) => ({ value: one.id, label: one.label }))} />
          </div>
          <Button type="submit">Comparar</Button>
        </Form>
      )}
      <p className="mt-3">
        <a className="text-link" href={runsHref(opensRuns, { reportId })}>
          Todas las ejecuciones de este reporte
        </a>
      </p>
    </Card>
  );
}
