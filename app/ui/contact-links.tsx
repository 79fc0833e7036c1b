import { formatPhone } from '#server/domain/digit-groups.ts';

const DIGITS_MIN = 8;

/** Address that dials; null for what holds no number. */
export function phoneHref(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, '');
  return digits.length < DIGITS_MIN ? null : `tel:${digits}`;
}

/** A number that the phone dials. What holds no number shows as it is; nothing when there is none. */
export function PhoneLink({ telefono }: { telefono: string }) {
  if (telefono === '') return <NoData />;
  const href = phoneHref(telefono);
  return href === null ? (
    <span>{telefono}</span>
  ) : (
    <a className="text-link tabular inline-block" href={href}>
      {formatPhone(telefono)}
    </a>
  );
}

/** Only what looks like one address becomes a link. */
export function MailLink({ correo }: { correo: string }) {
  if (correo === '') return <NoData />;
  return /^[^\s@,;?&]+@[^\s@,;?&]+$/.test(correo) ? (
    <a className="text-link wrap-anywhere" href={`mailto:${correo}`}>
      {correo.split('@')[0]}@<wbr />
      {correo.split('@')[1]}
    </a>
  ) : (
    <span className="wrap-anywhere">{correo}</span>
  );
}

function NoData() {
  return <span className="text-muted">Sin dato</span>;
}
