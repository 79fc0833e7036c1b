import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { listHref } from '../../record-links.ts';
import type { HandOverAnswer } from './act-on-hand-over.ts';
import type { HandOverData, loadHandOver } from './hand-over-data.ts';
import { handOverHref, userHref } from './hand-over-links.ts';

/** Hands over everything held by a person who leaves, in one form. */
export function HandOver() {
  const data = useLoaderData<typeof loadHandOver>();
  const answer = useActionData<HandOverAnswer | LostConnection>();
  const { id, title, back, holdings } = data;
  const lost = answer !== undefined && 'lost' in answer;
  return (
    <>
      <PageHead
        title={`Entrega de ${title}`}
        subtitle={
          holdings.length === 0
            ? 'No tiene trabajo a su nombre.'
            : data.state
              ? 'Antes de desactivar, lo que tiene pasa a otra persona.'
              : 'Está desactivado y todavía tiene trabajo a su nombre.'
        }
        crumbs={[
          { label: 'Usuarios', href: listHref(menuHref('users'), back) },
          { label: title, href: userHref(id, back) },
          { label: 'Entrega' },
        ]}
      />
      <div className="grid max-w-3xl gap-4">
        <ActNotice answer={answer} />
        {holdings.length === 0 ? <NothingHeld data={data} /> : <Holdings holdings={holdings} />}
        {data.can && holdings.length > 0 ? <HandOverForm data={data} answer={lost ? null : (answer ?? null)} /> : null}
      </div>
    </>
  );
}

function NothingHeld({ data: { id, title, back } }: { data: HandOverData }) {
  return (
    <Card title="No hay nada que entregar">
      <p className="mb-3">{title} no tiene documentos, prospecciones, paquetes ni reportes programados a su nombre.</p>
      <ButtonLink href={userHref(id, back)}>Volver al usuario</ButtonLink>
    </Card>
  );
}

function Holdings({ holdings }: Pick<HandOverData, 'holdings'>) {
  return (
    <Card title="Lo que tiene">
      <ul className="grid gap-1.5">
        {holdings.map(({ id, text, href, stays }) => (
          <li key={id} data-holding={id}>
            {pageLink(href, text)}
            {stays ? <span className="text-muted"> · a su nombre hasta que el paquete se reciba o se rechace</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function HandOverForm({ data, answer }: { data: HandOverData; answer: HandOverAnswer | null }) {
  const busy = useNavigation().state !== 'idle';
  const { id, state, people, whyNot, back, formToken } = data;
  const field: FormField = {
    name: 'userId',
    label: 'Entregar a',
    required: true,
    placeholder: 'Elija a una persona',
    help: 'Solo personas activas que pueden seguir con todo eso; primero las de su agencia.',
    options: people.map((person) => ({ value: person.id, label: person.sameAgency ? `${person.name} (su agencia)` : person.name })),
  };
  return (
    <Card title="A quién se entrega">
      <Form method="post" noValidate action={handOverHref(id, back)} className="form-column">
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        {whyNot !== '' ? (
          <Notice kind="warning">{whyNot}</Notice>
        ) : people.length === 0 ? (
          <Notice kind="warning">
            Nadie más puede seguir con todo eso. Dé antes los permisos a quien los recibirá, o repártalos desde la lista.
          </Notice>
        ) : (
          <FieldControl field={field} value={answer?.userId} errors={answer?.errors} />
        )}
        {people.length > 0 ? (
          <div>
            <Button type="submit" look="primary" name="intent" value="hand-over" disabled={busy}>
              {busy ? 'Entregando…' : state ? 'Entregar y desactivar' : 'Entregar'}
            </Button>
          </div>
        ) : null}
      </Form>
      {state ? <DeactivateForm data={data} /> : null}
    </Card>
  );
}

/** A separate form: an account can be deactivated even if nobody can take over the work. */
function DeactivateForm({ data: { id, title, back } }: { data: HandOverData }) {
  return (
    <Form method="post" action={handOverHref(id, back)} className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <ConfirmButton
        label="Desactivar sin entregar"
        question={`¿Desactivar a ${title} sin entregar lo que tiene?`}
        explanation={
          <p>Sus sesiones se cierran en este momento. Lo que tiene sigue a su nombre: puede entregarlo después desde esta página.</p>
        }
        confirmLabel="Desactivar sin entregar"
        name="intent"
        value="deactivate"
      />
      <p className="text-muted">Para quien debe salir ya: se entrega después.</p>
    </Form>
  );
}
