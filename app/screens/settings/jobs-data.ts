import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { answerTo, AppError } from '#server/domain/errors.ts';
import { formText } from '#server/domain/form-text.ts';
import { countOf, formatCount, truncate } from '#server/domain/text.ts';
import type { JobState } from '#server/features/operations/jobs.ts';
import { requireStaff } from '../../context.ts';
import { redirectDone } from '../../redirect-with-notice.ts';

const REASON_MAX = 300;

export type JobView = Awaited<ReturnType<typeof loadJobs>>['jobs'][number];

export async function loadJobs({ context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'settings');
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
    /** Work lies there and nobody takes it: perhaps only for a moment. */
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
export async function actOnJobs({ context, request }: ActionFunctionArgs) {
  const actor = requireStaff(context, 'settings');
  const form = await request.formData();
  const [job, jobId] = [formText(form, 'job'), formText(form, 'jobId')];
  const call = { actor, requestId: context.requestId, job };
  const { operations } = context.portal;
  const intent = form.get('intent');
  try {
    if (intent === 'retry') await operations.retryJob({ ...call, jobId });
    else if (intent !== 'retry-all')
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir la página.' });
    const retried = intent === 'retry' ? 1 : await operations.retryAllJobs(call);
    return redirectDone(context, '/settings/jobs', `${countOf(retried, 'trabajo vuelve', 'trabajos vuelven')} a la cola.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'forbidden') throw error;
    return data({ message: error.userMessage }, answerTo(error));
  }
}
