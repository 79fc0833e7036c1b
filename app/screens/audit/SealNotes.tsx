import { formatDateTime } from '#server/domain/dates.ts';
import { databaseTitle } from '#server/features/audit/domain/databases.ts';
import type { AuditState } from '#server/features/audit/audit-state.ts';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

/** How far one database's audit log is sealed and verified, in words. */
export interface SealNote {
  database: string;
  tone: StatusTone;
  text: string;
}

/** Sealing runs every minute: after ten minutes without a seal, the job has stopped. */
const SILENT_MS = 10 * 60_000;

export function sealNotes(states: readonly AuditState[], now: Date): SealNote[] {
  return states.map((state) => ({ database: databaseTitle(state.database), ...noteOf(state, now) }));
}

function noteOf({ sealedAt, sealedUntil, checkedAt, checkedUntil, problem }: AuditState, now: Date): Omit<SealNote, 'database'> {
  if (problem !== '') {
    return { tone: 'bad', text: `No está íntegra: la comprobación del ${formatDateTime(checkedAt)} encontró diferencias (${problem}).` };
  }
  const proved = checkedAt
    ? checkedUntil
      ? ` Comprobada íntegra hasta el ${formatDateTime(checkedUntil)}.`
      : ` Comprobada íntegra el ${formatDateTime(checkedAt)}.`
    : '';
  const sealed = sealedUntil ? `Sellada hasta el ${formatDateTime(sealedUntil)}.` : 'Sin entradas selladas todavía.';
  const isSilent = sealedAt === null || now.getTime() - new Date(sealedAt).getTime() > SILENT_MS;
  if (isSilent) return { tone: 'waiting', text: `${sealed} El sellado no corre desde hace más de 10 minutos.${proved}` };
  return { tone: sealedUntil ? 'good' : 'off', text: sealed + proved };
}

export function SealNotes({ notes }: { notes: readonly SealNote[] }) {
  if (notes.length === 0) return <p className="mb-3 text-muted">El sellado de la auditoría todavía no ha corrido.</p>;
  return (
    <dl className="mb-3 grid gap-1" aria-label="Integridad de la auditoría">
      {notes.map(({ database, tone, text }) => (
        <div key={database} className="flex flex-wrap gap-x-2">
          <dt className="font-medium">{database}</dt>
          {/* A full sentence, unlike other states: it may wrap. */}
          <dd className="*:whitespace-normal">
            <StatusLabel tone={tone}>{text}</StatusLabel>
          </dd>
        </div>
      ))}
    </dl>
  );
}
