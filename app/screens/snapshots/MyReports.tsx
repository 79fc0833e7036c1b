import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import { requireAnyReport } from '#server/domain/permissions.ts';
import { runStatusLabel } from '#server/features/snapshots/domain/report-schedules.ts';
import type { MyRun, MySchedule } from '#server/features/snapshots/my-reports.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { formAction } from '../forms/form-action.ts';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { RUN_CELLS } from './RunList.tsx';
import { MY_REPORTS_URL, runHref, runTone, scheduleHref, SCHEDULES_URL } from './snapshot-links.ts';

const CELLS = {
  ...RUN_CELLS,
  report: ownCell<MyRun>()(['id', 'isNew'], ({ id, isNew }, shown) => (
    <>
      {isNew ? <span className="me-2 text-[0.8125rem] text-primary">Nuevo</span> : null}
      <a href={runHref(id)}>{shown}</a>
    </>
  )),
};

export function loadMyReports(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.snapshots.findMyReports, own: CELLS });
}

/** `intent` deactivate: ends the person's own schedule `id`. */
export const actOnMyReports = /* @__PURE__ */ formAction(
  { menu: requireAnyReport, of: '«Mis reportes»', kept: '', refused: (_act, refusal) => refusal },
  {
    deactivate: async ({ portal, call, text, done }) => {
      await portal.snapshots.deactivateSchedule({ ...call, id: text('id') });
      return done(MY_REPORTS_URL, 'Se desactivó el reporte programado. Sus ejecuciones se conservan.');
    },
  },
);

/** Report runs sent to the person or made for them, and their schedules. */
export function MyReports() {
  const listed = useLoaderData<typeof loadMyReports>();
  const answer = useActionData<{ message: string } | LostConnection>();
  // A lost connection is said by the list.
  const refusal = answer && 'message' in answer ? answer : null;
  return (
    <ListScreen
      data={listed}
      own={CELLS}
      title="Mis reportes"
      searchLabel="Reporte o fecha"
      primary={
        <ButtonLink look="primary" icon="plus" href={`${SCHEDULES_URL}/new`} data-key="n">
          Programar un reporte
        </ButtonLink>
      }
      above={
        <>
          <ActNotice answer={refusal} className="mb-4" />
          {listed.schedules.length === 0 ? null : <MySchedules schedules={listed.schedules} />}
        </>
      }
      empty={{
        title: 'Todavía no tiene reportes.',
        text: 'Aquí llegan los reportes que alguien programa para usted, y los que usted mismo programa: elija uno con «Programar un reporte», o abra un reporte y use «Programar».',
      }}
    />
  );
}

function MySchedules({ schedules }: { schedules: readonly MySchedule[] }) {
  return (
    <Card title="Programados por usted" className="mb-4">
      <ul className="divide-y divide-line" data-nav="">
        {schedules.map((schedule) => (
          <li key={schedule.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <a className="text-link" href={scheduleHref(schedule.id)}>
                {schedule.title || schedule.reportTitle}
              </a>
              <span className="block text-muted">{schedule.estado ? schedule.timing : 'En pausa'}</span>
            </span>
            <LastRun {...schedule} />
            <ScheduleActs {...schedule} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LastRun({ lastStatus, lastDueAt }: Pick<MySchedule, 'lastDueAt' | 'lastStatus'>) {
  if (lastStatus === '') return null;
  return (
    <StatusLabel tone={runTone(lastStatus)}>
      {runStatusLabel(lastStatus)}, {formatDateTime(lastDueAt)}
    </StatusLabel>
  );
}

function ScheduleActs({ id, title }: Pick<MySchedule, 'id' | 'title'>) {
  return (
    <Form method="post" action={MY_REPORTS_URL} className="flex gap-2">
      <input type="hidden" name="id" value={id} />
      <ButtonLink href={scheduleHref(id, 'edit')} aria-label={`Editar ${title}`}>
        Editar
      </ButtonLink>
      <ConfirmButton
        label="Desactivar"
        of={title}
        question={`¿Desactivar «${title}»?`}
        explanation={<p>Ya no se ejecuta. Lo que ya se ejecutó se conserva.</p>}
        confirmLabel="Desactivar"
        look="plain"
        name="intent"
        value="deactivate"
      />
    </Form>
  );
}
