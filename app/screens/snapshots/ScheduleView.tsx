import { Form, useActionData, useNavigation } from '@remix-run/react';
import { formatCount, plural } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { StateLabel, StatusLabel } from '../../ui/StatusLabel.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import type { ScheduleAnswer } from './act-on-schedule.ts';
import type { ScheduleViewData } from './schedule-data.ts';
import { NextTimes } from './ScheduleForm.tsx';
import { copyHref } from '../../record-links.ts';
import { runHref, runsHref, runTone, scheduleHref, schedulesCrumbs, SCHEDULES_URL } from './snapshot-links.ts';

/** A schedule: what it runs, when and for whom, and the results of its runs. */
export function ScheduleView({ data }: { data: ScheduleViewData }) {
  const { id, title, back, report, timing, isActive, estado } = data;
  return (
    <>
      <PageHead
        title={title}
        state={isActive ? <StateLabel on={estado} yes="Activo" no="En pausa" /> : <StatusLabel tone="off">Desactivado</StatusLabel>}
        subtitle={report.title}
        crumbs={[...schedulesCrumbs(data.opensAll, back), { label: title }]}
        secondary={<Actions data={data} />}
        primary={
          isActive ? (
            <ButtonLink look="primary" icon="pencil" href={scheduleHref(id, 'edit')} data-key="e">
              Editar
            </ButtonLink>
          ) : null
        }
      />
      <Messages data={data} />
      <div className="grid gap-4 lg:grid-cols-2">
        <FactCard
          title="Qué"
          facts={{
            Reporte: pageLink(report.url, report.title),
            ...Object.fromEntries(data.params.map(({ label, value }) => [label, value])),
            Archivo: data.format,
            Dueño: data.ownerName,
            'Última modificación': data.updatedAt,
          }}
        />
        <div className="grid content-start gap-4">
          <Card title="Cuándo">
            <NextTimes timing={estado && isActive ? timing : { ...timing, next: [] }} />
            {data.everyDueTime ? <p className="mt-1 text-muted">Si el portal estuvo detenido, ejecuta todas las horas perdidas.</p> : null}
          </Card>
          <FactCard
            title="Para quién"
            facts={{
              'Se envía a': data.recipients.length === 0 ? 'Nadie: queda solo en el portal' : data.recipients.join(', '),
              Entrega: data.recipients.length === 0 ? null : data.delivery,
              Conserva: plural(data.retentionRuns, 'La última ejecución', `Las últimas ${formatCount(data.retentionRuns)} ejecuciones`),
            }}
          />
        </div>
      </div>
      <History data={data} />
      <div className="mt-4">
        <StoryCard story={data.story} />
      </div>
    </>
  );
}

function Actions({ data: { id, title, isActive, estado, formToken } }: { data: ScheduleViewData }) {
  const busy = useNavigation().state === 'submitting';
  const act = (label: string, value: string) => (
    <Button type="submit" name="intent" value={value} disabled={busy}>
      {label}
    </Button>
  );
  return (
    <Form method="post" action={scheduleHref(id)} className="contents">
      <input type="hidden" name="formToken" value={formToken} />
      {isActive ? (
        <>
          {act('Ejecutar ahora', 'run-now')}
          {estado ? act('Pausar', 'pause') : act('Reanudar', 'resume')}
          <ButtonLink href={copyHref(SCHEDULES_URL, id)}>Duplicar</ButtonLink>
          <ConfirmButton
            label="Desactivar"
            question={`¿Desactivar «${title}»?`}
            explanation={<p>Ya no se ejecuta. Lo que ya se ejecutó se conserva, y puede restaurarse.</p>}
            confirmLabel="Desactivar"
            name="intent"
            value="deactivate"
          />
        </>
      ) : (
        act('Restaurar', 'restore')
      )}
    </Form>
  );
}

function Messages({ data: { problem, isActive, estado, runs } }: { data: ScheduleViewData }) {
  const answer = useActionData<ScheduleAnswer | LostConnection>();
  const last = runs.rows.find(({ status }) => status === 'lista' || status === 'fallida');
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      <ActNotice answer={answer} />
      {problem === '' ? null : <Notice kind="error">{problem} Mientras siga así, ninguna ejecución podrá terminar.</Notice>}
      {isActive ? null : <Notice kind="warning">Este reporte programado está desactivado: no se ejecuta.</Notice>}
      {isActive && !estado ? <Notice kind="info">Está en pausa: no se ejecuta hasta que lo reanude.</Notice> : null}
      {last?.status === 'fallida' ? (
        <Notice kind="error">
          La última ejecución falló. {last.error}{' '}
          <a className="text-link" href={runHref(last.id)}>
            Ver la ejecución
          </a>
        </Notice>
      ) : null}
    </div>
  );
}

function History({ data: { id, runs, opensAll } }: { data: ScheduleViewData }) {
  return (
    <Card
      title="Ejecuciones"
      className="mt-4"
      actions={
        runs.total > runs.rows.length ? (
          <a className="text-link" href={runsHref(opensAll, { scheduleId: id })}>
            Ver las {formatCount(runs.total)}
          </a>
        ) : null
      }
    >
      {runs.rows.length === 0 ? (
        <p className="text-muted">Todavía no se ha ejecutado.</p>
      ) : (
        <PlainTable
          caption="Ejecuciones de este reporte programado"
          inLines
          rows={runs.rows}
          keyOf={(run) => run.id}
          columns={[
            {
              label: 'Para el',
              look: 'nowrap tabular',
              cell: (run) => (
                <a className="text-link" href={runHref(run.id)}>
                  {run.dueAt}
                </a>
              ),
            },
            { label: 'Estado', look: 'nowrap', cell: (run) => <StatusLabel tone={runTone(run.status)}>{run.label}</StatusLabel> },
            { label: 'Filas', look: 'num', cell: (run) => (run.status === 'lista' ? formatCount(run.rows) : '') },
            { label: 'Datos al', look: 'nowrap tabular', cell: (run) => run.asOf },
            { label: 'Sin enviar', look: 'num', cell: (run) => (run.notSent === 0 ? '' : formatCount(run.notSent)) },
            { label: 'Motivo', look: 'wrap-anywhere', cell: (run) => run.error },
          ]}
        />
      )}
    </Card>
  );
}
