import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { plural } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { TableFrame } from '../../ui/table.tsx';
import type { JobView, loadJobs } from './jobs-data.ts';
import { SETTINGS_CRUMB } from './settings-crumb.ts';
import { useAutoRefresh } from './use-auto-refresh.ts';

const REFRESH_MS = 5_000;

/** Every kind of background work: what waits, runs, failed; failed jobs with their reason and a way to try them again. */
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
      {answer?.message ? (
        <Notice kind="error" live className="mb-4 max-w-160">
          {answer.message}
        </Notice>
      ) : null}
      {data.isDown ? <DownNotice /> : <JobsTable jobs={data.jobs} />}
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
        de unos minutos, avise a quien administra el servidor.
      </p>
    </Notice>
  );
}

function JobsTable({ jobs }: { jobs: readonly JobView[] }) {
  return (
    <TableFrame caption="Trabajos por tipo" wide>
      <thead>
        <tr>
          <th scope="col">Trabajo</th>
          <th scope="col">Cuándo</th>
          <th scope="col">Estado</th>
          <th scope="col" className="num">
            En espera
          </th>
          <th scope="col" className="num">
            En curso
          </th>
          <th scope="col" className="num">
            Aplazados
          </th>
          <th scope="col" className="num">
            Fallidos
          </th>
          <th scope="col" className="num" title="En la última hora, hasta 1 000">
            Terminados
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <td className="min-w-56">
              <span className="font-medium">{job.title}</span>
              <span className="block text-[0.8125rem] text-muted">{job.description}</span>
            </td>
            <td className="nowrap">{job.when}</td>
            <td className="nowrap">{stateOf(job)}</td>
            <td className="num">{job.counts.waiting}</td>
            <td className="num">{job.counts.active}</td>
            <td className="num">{job.counts.delayed}</td>
            <td className="num">
              {job.hasFailed ? (
                <a className="text-link" href={`#fallidos-${job.id}`}>
                  {job.counts.failed}
                </a>
              ) : (
                job.counts.failed
              )}
            </td>
            <td className="num">{job.counts.completed}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function stateOf(job: JobView) {
  if (job.hasFailed) return <StatusLabel tone="bad">Con fallas</StatusLabel>;
  if (job.nobodyWorks) return <StatusLabel tone="waiting">Esperando al proceso de trabajos</StatusLabel>;
  return job.counts.active === '0' ? <StatusLabel tone="good">Al día</StatusLabel> : <StatusLabel tone="good">Trabajando</StatusLabel>;
}

function FailedJobs({ job, busy }: { job: JobView; busy: boolean }) {
  return (
    <section className="mt-6" aria-labelledby={`fallidos-${job.id}`}>
      <Form method="post" className="mb-2 flex flex-wrap items-center gap-2">
        <input type="hidden" name="job" value={job.id} />
        <h2 id={`fallidos-${job.id}`}>{`Fallidos: ${job.title}`}</h2>
        <Button type="submit" name="intent" value="retry-all" small icon={RotateCw} className="ms-auto" disabled={busy}>
          Reintentar todos
        </Button>
      </Form>
      <TableFrame caption={`Trabajos fallidos de ${job.title}`} wide>
        <thead>
          <tr>
            <th scope="col">Falló</th>
            <th scope="col">Motivo</th>
            <th scope="col" className="num">
              Intentos
            </th>
            <th scope="col">
              <span className="sr-only">Acción</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {job.failed.map((failed) => (
            <tr key={failed.jobId}>
              <td className="nowrap tabular">{failed.failedAt}</td>
              <td className="min-w-56 break-words">{failed.reason}</td>
              <td className="num">{failed.attempts}</td>
              <td className="num">
                <Form method="post">
                  <input type="hidden" name="job" value={job.id} />
                  <input type="hidden" name="jobId" value={failed.jobId} />
                  <Button
                    type="submit"
                    name="intent"
                    value="retry"
                    small
                    disabled={busy}
                    aria-label={`Reintentar el trabajo ${failed.jobId}`}
                  >
                    Reintentar
                  </Button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {job.more > 0 ? <p className="mt-1 text-muted">{`Y ${job.more} ${plural(job.more, 'más antiguo', 'más antiguos')}.`}</p> : null}
    </section>
  );
}
