import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useFetcher, useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { formatPhone } from '#server/domain/digit-groups.ts';
import { phoneHref } from '../../ui/contact-links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { ownCell, type OwnCells, type ShownRow } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import type { ShownFacts } from './act-on-customer.ts';

export function loadCustomerList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.customers.findCustomers });
}

const SHOW_FORM = 'ver';
/** Screens on which a phone number's button says «Llamar» (table.css). */
const PHONE = '(width < 600px)';

/** Customers, read-only. */
export function CustomerList() {
  const called = useCalled();
  return (
    <ListScreen
      data={useLoaderData<typeof loadCustomerList>()}
      own={cellsOf(called)}
      above={
        <>
          <Form method="post" id={SHOW_FORM} onSubmit={called.ask} />
          {called.refusal === '' ? null : (
            // Sticky, so that it is visible beside a row far down.
            <Notice kind="error" live className="sticky top-16 z-20 mb-3">
              {called.refusal}
            </Notice>
          )}
        </>
      }
      searchLabel="Nombre, DPI o teléfono"
      empty={{ text: 'Aparecen aquí cuando el sistema central los registra.' }}
    />
  );
}

interface Called {
  ask: (event: FormEvent<HTMLFormElement>) => void;
  /** The member whose number was requested last; `phone` is the number once it has arrived. */
  id: string;
  phone: string;
  isAsking: boolean;
  /** Why there is no number; '' for none. */
  refusal: string;
  link: RefObject<HTMLAnchorElement>;
}

/**
 * Masked values are revealed by the record's page, whose form is audited (act-on-customer.ts): the button sends that form. On a phone the
 * number arrives in the row instead and is dialled at once; that request goes to the list's own address, whose code is already loaded if
 * the connection drops.
 */
function useCalled(): Called {
  const { data, state, submit } = useFetcher<ShownFacts | LostConnection>();
  const [id, setId] = useState('');
  const link = useRef<HTMLAnchorElement>(null);
  const isAsking = state === 'submitting';
  const answer = isAsking ? undefined : data;
  const shown = answer && 'shown' in answer ? answer.shown : {};
  useEffect(() => {
    // The link has replaced the button.
    link.current?.focus({ preventScroll: true });
    link.current?.click();
  }, [data]);
  const ask = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || !window.matchMedia(PHONE).matches) return;
    event.preventDefault();
    const { value, dataset } = submitter;
    setId(dataset['id'] ?? '');
    submit({ ver: value, id: dataset['id'] ?? '' }, { method: 'post' });
  };
  return { ask, id, phone: shown.telefono ?? '', isAsking, refusal: answer ? refusalIn(answer) : '', link };
}

function refusalIn(answer: ShownFacts | LostConnection): string {
  if (!('lost' in answer)) return answer.message;
  return answer.lost === 'link'
    ? 'No se pudo ver el teléfono: se perdió la conexión. Intente de nuevo.'
    : `No se pudo ver el teléfono. ${answer.lost.ended} Inicie sesión en otra pestaña e intente de nuevo.`;
}

const cellsOf = ({ id: asked, phone, isAsking, link }: Called): OwnCells<ShownRow> => ({
  telefono: ownCell<ShownRow>()(['id'], ({ id }, shown, { href }) =>
    typeof shown !== 'string' || !shown.includes('•') ? (
      shown
    ) : phone !== '' && id === asked ? (
      <a ref={link} className="call" href={phoneHref(phone) ?? undefined}>
        {formatPhone(phone)}
      </a>
    ) : (
      <button
        className="call"
        form={SHOW_FORM}
        formAction={href}
        name="ver"
        value="telefono"
        data-id={id}
        title="Ver teléfono: queda en la auditoría"
        aria-busy={(isAsking && id === asked) || undefined}
      >
        <span className="sr-only max-sm:hidden">Ver teléfono </span>
        {shown}
      </button>
    ),
  ),
});
