import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { countOf, formatCount, plural, truncate } from '#server/domain/text.ts';
import type { JobState } from '#server/features/operations/jobs.ts';
import { requireStaff } from '../../context.ts';
import { useMay } from '../../rights.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { formAction } from '../forms/form-action.ts';
import { SETTINGS_CRUMB } from '../settings/settings-crumb.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';

const REFRESH_MS = 5_000;

/** Every kind of background job: how many wait, run or failed; failed jobs with their reason and a retry. */
export function JobsView() {
  const data = useLoaderData<typeof loadJobs>();
  useAutoRefresh(REFRESH_MS);
  const answer = useActionData<{ message: string }>();
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      <PageHead
        title="Estado de los trabajos"
        subtitle={`Al ${data.at}. Se actualiza cada 5 segundos.`}
        crumbs={[SETTINGS_CRUMB, { label: 'Estado de los trabajos' }]}
      />
      <ActNotice answer={answer} className="mb-4 max-w-160" />
      {data.isDown ? (
        <DownNotice />
      ) : (
        <PlainTable caption="Trabajos por tipo" columns={JOB_COLUMNS} rows={data.jobs} keyOf={({ id }) => id} />
      )}
      {data.jobs
        .filter((job) => job.hasFailed)
        .map((job) => (
          <FailedJobs key={job.id} job={job} busy={busy} />
        ))}
    </>
  );
}

function DownNotice() {
  return (
    <Notice kind="error" className="max-w-160">
      <p className="font-semibold">La cola de trabajos no responde.</p>
      <p>
        Lo que se guarda en el portal sigue guardándose, pero las listas y los reportes se actualizarán cuando la cola vuelva. Si dura más
        de unos minutos, avise a Informática.
      </p>
    </Notice>
  );
}

const JOB_COLUMNS: readonly PlainColumn<JobView>[] = [
  {
    label: 'Trabajo',
    look: 'sm:min-w-56 py-2',
    cell: ({ title, description, when }) => (
      <>
        <span className="font-medium">{title}</span>
        <span className="block text-[0.8125rem] text-muted">{description}</span>
        <span className="block text-[0.8125rem] sm:hidden">{when}</span>
      </>
    ),
  },
  { label: 'Cuándo', look: 'min-w-24', from: 'sm', cell: ({ when }) => when },
  { label: 'Estado', cell: stateOf },
  { label: 'En espera', look: 'num', from: 'sm', cell: ({ counts }) => counts.waiting },
  { label: 'En curso', look: 'num', from: 'sm', cell: ({ counts }) => counts.active },
  { label: 'Aplazados', look: 'num', from: 'sm', cell: ({ counts }) => counts.delayed },
  {
    label: 'Fallidos',
    look: 'num',
    from: 'sm',
    cell: ({ id, hasFailed, counts }) =>
      hasFailed ? (
        <a className="text-link" href={`#fallidos-${id}`}>
          {counts.failed}
        </a>
      ) : (
        counts.failed
      ),
  },
  { label: 'Terminados', title: 'En la última hora, hasta 1 000', look: 'num', from: 'sm', cell: ({ counts }) => counts.completed },
];

function stateOf(job: JobView) {
  if (job.hasFailed) return <StatusLabel tone="bad">Con fallas</StatusLabel>;
  if (job.nobodyWorks) return <StatusLabel tone="waiting">Esperando al proceso de trabajos</StatusLabel>;
  return job.counts.active === '0' ? <StatusLabel tone="good">Al día</StatusLabel> : <StatusLabel tone="good">Trabajando</StatusLabel>;
}

function FailedJobs({ job, busy }: { job: JobView; busy: boolean }) {
  const mayRetry = useMay()('settings-machinery', 'change');
  return (
    <section className="mt-6" aria-labelledby={`fallidos-${job.id}`}>
      <Form method="post" className="mb-2 flex flex-wrap items-center gap-2">
        <input type="hidden" name="job" value={job.id} />
        <h2 id={`fallidos-${job.id}`}>{`Fallidos: ${job.title}`}</h2>
        {mayRetry ? (
          <Button type="submit" name="intent" value="retry-all" small icon="rotate-cw" className="ms-auto" disabled={busy}>
            Reintentar todos
          </Button>
        ) : null}
      </Form>
      <PlainTable
        caption={`Trabajos fallidos de ${job.title}`}
        inLines
        rows={job.failed}
        keyOf={({ jobId }) => jobId}
        columns={[
          { label: 'Falló', look: 'nowrap tabular', cell: ({ failedAt }) => failedAt },
          { label: 'Motivo', look: 'min-w-56 break-words', cell: ({ reason }) => reason },
          { label: 'Intentos', look: 'num', cell: ({ attempts }) => attempts },
          {
            label: 'Acción',
            quiet: true,
            look: 'num',
            cell: ({ jobId }) =>
              mayRetry && (
                <Form method="post">
                  <input type="hidden" name="job" value={job.id} />
                  <input type="hidden" name="jobId" value={jobId} />
                  <Button type="submit" name="intent" value="retry" small disabled={busy} aria-label={`Reintentar el trabajo ${jobId}`}>
                    Reintentar
                  </Button>
                </Form>
              ),
          },
        ]}
      />
      {job.more > 0 ? <p className="mt-1 text-muted">{`Y ${job.more} ${plural(job.more, 'más antiguo', 'más antiguos')}.`}</p> : null}
    </section>
  );
}

const REASON_MAX = 300;

type JobView = Awaited<ReturnType<typeof loadJobs>>['jobs'][number];

export async function loadJobs({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings-machinery');
  const { jobs, isDown } = await context.portal.operations.findJobs({ actor });
  return { isDown, jobs: jobs.map(toView), at: formatDateTimeSeconds(new Date()) };
}

function toView({ id, text, counts, failed, attempts }: JobState) {
  return {
    id,
    ...text,
    counts: {
      waiting: formatCount(counts.waiting),
      active: formatCount(counts.active),
      delayed: formatCount(counts.delayed),
      failed: formatCount(counts.failed),
      completed: formatCount(counts.completed),
    },
    hasFailed: counts.failed > 0,
    /** Jobs are waiting and no worker takes them, perhaps only for a moment. */
    nobodyWorks: counts.waiting > 0 && counts.active === 0,
    failed: failed.map(({ jobId, reason, attemptsMade, failedAt }) => ({
      jobId,
      reason: truncate(reason, REASON_MAX),
      attempts: `${attemptsMade} de ${attempts}`,
      failedAt: formatDateTimeSeconds(failedAt),
    })),
    more: counts.failed - failed.length,
  };
}

/** `intent` retry (`job`, `jobId`) or retry-all (`job`). */
export const actOnJobs = /* @__PURE__ */ formAction(
  {
    menu: 'settings-machinery',
    of: 'la página',
    kept: '',
    ownPage: ['forbidden'],
    tellsOutages: true,
    read: ({ call, text }) => ({
      job: { ...call, job: text('job') },
      told: (count: number) => `${countOf(count, 'trabajo vuelve', 'trabajos vuelven')} a la cola.`,
    }),
    refused: (_act, { message }) => ({ message }),
  },
  {
    retry: async ({ portal, job, text, told, done }) => {
      await portal.operations.retryJob({ ...job, jobId: text('jobId') });
      return done('/settings/jobs', told(1));
    },
    'retry-all': async ({ portal, job, told, done }) => done('/settings/jobs', told(await portal.operations.retryAllJobs(job))),
  },
);
