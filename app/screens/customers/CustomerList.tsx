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
/** Where the button of a number says «Llamar» (table.css). */
const PHONE = '(width < 600px)';

/** Customers, to look up: nothing here writes. */
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
            // Also beside a row far down.
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
  /** Of the member whose number was asked for last, and the number once it is there. */
  id: string;
  phone: string;
  isAsking: boolean;
  /** Why there is none; '' for nothing. */
  refusal: string;
  link: RefObject<HTMLAnchorElement>;
}

/**
 * What is masked is shown by the record, which keeps it in the audit (act-on-customer.ts): the button sends that page's form. On a phone the
 * same comes into the row, by the list's own address, which a phone without connection knows, and is dialled at once.
 */
function useCalled(): Called {
  const { data, state, submit } = useFetcher<ShownFacts | LostConnection>();
  const [id, setId] = useState('');
  const link = useRef<HTMLAnchorElement>(null);
  const isAsking = state === 'submitting';
  const answer = isAsking ? undefined : data;
  const shown = answer && 'shown' in answer ? answer.shown : {};
  useEffect(() => {
    // It stands where the button was.
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
