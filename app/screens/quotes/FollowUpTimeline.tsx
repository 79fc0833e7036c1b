import { useNavigation } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import type { FollowUp } from '#server/features/quotes/bitacora.ts';

/** The log, newest first. An entry being saved shows at once, marked as pending, and stays only if it was stored. */
export function FollowUpTimeline({ followUps, me }: { followUps: readonly FollowUp[]; me: string }) {
  const sent = useNavigation().formData;
  const comment = textOf(sent, 'comentario');
  if (followUps.length === 0 && comment === '') return <p className="text-muted">Todavía nadie le ha dado seguimiento.</p>;
  return (
    <ol className="grid gap-4 border-s-2 border-line ps-4">
      {comment === '' ? null : (
        <li aria-busy="true" className="text-muted">
          <Entry entry={{ at: null, usuario: me, etapa: textOf(sent, 'etapa'), comentario: comment }} when="Guardando…" />
        </li>
      )}
      {followUps.map((entry, index) => (
        <li key={followUps.length - index}>
          <Entry entry={entry} when={entry.at === null ? 'Sin fecha' : formatDateTime(entry.at)} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry: { at, usuario, etapa, comentario }, when }: { entry: FollowUp; when: string }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{etapa || 'Sin etapa'}</span>
        <time dateTime={at ?? undefined} className="text-muted">
          {when}
        </time>
        <span className="text-muted">{usuario || 'Sin nombre'}</span>
      </p>
      {comentario === '' ? null : <p className="mt-0.5 break-words whitespace-pre-line">{comentario}</p>}
    </>
  );
}

function textOf(form: FormData | undefined, name: string): string {
  const value = form?.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
