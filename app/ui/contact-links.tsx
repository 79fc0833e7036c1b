import { Fragment } from 'react';
import { formatPhone, numbersIn } from '#server/domain/digit-groups.ts';

/** `tel:` address of the first number in `text`; null when there is none. */
export const phoneHref = (text: string) => numbersIn(text)[0]?.href ?? null;

/** Each number as a link that dials it. Text without a number is shown as it is. */
export function PhoneLink({ telefono }: { telefono: string }) {
  if (telefono === '') return <NoData />;
  const numbers = numbersIn(telefono);
  if (numbers.length === 0) return <span>{telefono}</span>;
  return (
    <>
      {numbers.map(({ text, href }, index) => (
        <Fragment key={href}>
          {index > 0 ? ' / ' : null}
          <a className="text-link tabular inline-block" href={href}>
            {formatPhone(text)}
          </a>
        </Fragment>
      ))}
    </>
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
