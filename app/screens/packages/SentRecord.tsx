import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { differencesText, packageContentText } from '#server/domain/package-states.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { countOf, plural } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { fieldId } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { neighbourHrefs, NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { NotesCard } from '../notes/NotesCard.tsx';
import { listHref } from '../../record-links.ts';
import type { StepAnswer } from './act-on-package.ts';
import type { SentData } from './package-data.ts';
import { lineNumber, manifestHref, SENT_URL, sentHref } from './package-links.ts';
import { ExtraPapers, factsOf, PackageLines, PackageStateOf, technicalFactsOf } from './package-parts.tsx';

interface RecordProps {
  data: SentData;
}

/** A package as its sender sees it: a review before it is sent, its progress afterwards. */
export function SentRecord({ data }: RecordProps) {
  const { record, neighbours, back } = data;
  const may = useMay();
  const answer = useActionData<StepAnswer | LostConnection>();
  return (
    <>
      <PageHead
        title={`Paquete ${record.code}`}
        state={<PackageStateOf {...record} />}
        crumbs={[{ label: 'Paquetes enviados', href: listHref(SENT_URL, back) }, { label: record.code }]}
        subtitle={headlineOf(record)}
        beside={<NeighbourLinks hrefs={neighbourHrefs(neighbours, (id) => sentHref(id, { back }))} />}
        secondary={
          <>
            {may('packages-sent', 'export') ? (
              <ButtonLink icon="printer" href={manifestHref(record.id)} data-nav="off" target="_blank" rel="noopener">
                Manifiesto
              </ButtonLink>
            ) : null}
            {may('packages-sent', 'change') ? (
              <StepButton data={data} intent="duplicate">
                Duplicar
              </StepButton>
            ) : null}
            {record.can.save ? (
              <ButtonLink icon="pencil" href={sentHref(record.id, { mode: 'edit', back })} data-key="e">
                Editar
              </ButtonLink>
            ) : null}
            {record.can.withdraw ? <WithdrawButton data={data} /> : null}
            {record.can.cancel ? <CancelButton data={data} /> : null}
          </>
        }
        primary={
          record.can.send ? (
            <StepButton data={data} intent="send" look="primary" disabled={Object.keys(record.problems).length > 0}>
              Enviar paquete
            </StepButton>
          ) : null
        }
      />
      <ActNotice answer={answer} className="mb-4 max-w-4xl" />
      {record.can.send && record.withdrawnAt !== null ? (
        <Notice className="mb-4 max-w-4xl">
          Usted lo retiró el {formatDateTimeLong(record.withdrawnAt)} antes de que lo recibieran en {record.names.withdrawnFrom}. Puede
          cambiarlo y enviarlo de nuevo.
        </Notice>
      ) : null}
      {record.rejectReason === '' ? null : (
        <Notice kind="warning" className="mb-4 max-w-4xl">
          Se rechazó: {record.rejectReason}
        </Notice>
      )}
      {/* On narrow screens pending actions come first, then the contents. */}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-4 empty:hidden lg:col-start-2">
          {record.can.send ? <Review data={data} /> : null}
          {record.difference_count > 0 ? <Differences data={data} /> : null}
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <PackageLines {...record} />
        </div>
        <div className="grid min-w-0 gap-4 lg:col-start-2">
          <FactCard title="Datos" facts={{ ...factsOf(record, data.labels), ...noteOf(data) }} technical={technicalFactsOf(record)} />
          <StoryCard story={data.story} />
          <NotesCard data={data.notes} />
        </div>
      </div>
    </>
  );
}

interface StepButtonProps extends RecordProps {
  intent: 'duplicate' | 'resend-missing' | 'seen' | 'send';
  look?: 'plain' | 'primary';
  disabled?: boolean;
  children: ReactNode;
}

function StepButton({ data: { record, formToken, back }, intent, look = 'plain', disabled = false, children }: StepButtonProps) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" action={sentHref(record.id, { back })}>
      {/* A token identifies one draft, so each button has its own. */}
      <input type="hidden" name="formToken" value={`${formToken}-${intent}`} />
      <Button type="submit" look={look} name="intent" value={intent} disabled={busy || disabled}>
        {children}
      </Button>
    </Form>
  );
}

/** Contents and destination: also shown beside the send button. */
function headlineOf(record: SentData['record']): string {
  const { agency, person } = record.names;
  const to = [agency && `A ${agency}`, person && `para ${person}`].filter(Boolean).join(', ');
  return `${to === '' ? '' : `${to}: `}${packageContentText(record)}.`;
}

/** Review of a draft before sending: its destination and remaining problems. */
function Review({ data }: RecordProps) {
  const { record, back } = data;
  const problems = Object.entries(record.problems).flatMap(([name, texts]) =>
    texts.map((text) => ({ text: `${lineLabel(name)}${text}`, href: `${sentHref(record.id, { mode: 'edit', back })}#${fieldId(name)}` })),
  );
  const { names } = record;
  return (
    <Card title="Revisión antes de enviar">
      {problems.length > 0 ? (
        <Notice kind="warning">
          <p>Todavía no se puede enviar:</p>
          <ul className="mt-1 list-disc ps-5">
            {problems.map(({ text, href }) => (
              <li key={href + text}>
                {record.can.save ? (
                  <a className="text-link" href={href}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p>
          {plural(record.line_count, 'Va', 'Van')} {packageContentText(record)} a <strong>{names.agency}</strong>
          {names.person === '' ? ', para quien lo acepte' : `, para ${names.person}`}. Una vez enviado no se puede cambiar, solo retirar
          mientras no lo revisen.
        </p>
      )}
    </Card>
  );
}

function CancelButton({ data: { record, formToken, back } }: RecordProps) {
  return (
    <Form method="post" action={sentHref(record.id, { back })}>
      <input type="hidden" name="formToken" value={formToken} />
      <ConfirmButton
        label="Anular"
        look="plain"
        question={`¿Anular el paquete ${record.code}?`}
        explanation="El paquete sale de la lista y no se puede volver a usar. Nadie más lo ha visto."
        confirmLabel="Anular el paquete"
        name="intent"
        value="cancel"
      />
    </Form>
  );
}

function WithdrawButton({ data: { record, formToken, back } }: RecordProps) {
  return (
    <Form method="post" action={sentHref(record.id, { back })}>
      <input type="hidden" name="formToken" value={`${formToken}-withdraw`} />
      <ConfirmButton
        label="Retirar"
        look="plain"
        question={`¿Retirar el paquete ${record.code}?`}
        explanation={`Vuelve a ser suyo, sin enviar, y ${record.names.agency} deja de verlo entre lo que va a recibir; ahí se avisa que lo retiró.${
          record.needReassign ? ' Los documentos quedan libres.' : ''
        } Si el papel ya salió, pida que se lo regresen.`}
        confirmLabel="Retirar el paquete"
        name="intent"
        value="withdraw"
      />
    </Form>
  );
}

function Differences({ data }: RecordProps) {
  const { record } = data;
  const { difference_count: differences, missing, extras } = record;
  const arrived = plural(missing, 'llegó', 'llegaron');
  const lines = countOf(missing, 'línea', 'líneas');
  const which = missing === differences ? `: no ${arrived} ${lines}` : `, entre ellas ${lines} que no ${arrived}`;
  return (
    <Card title="Diferencias">
      <p>
        {`${differencesText(differences)} con lo que usted envió`}
        {missing > 0 ? which : ''}.
      </p>
      {extras.length > 0 ? (
        <>
          <h3 className="mt-3">Llegó además</h3>
          <ExtraPapers extras={extras} />
        </>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {missing > 0 ? (
          <StepButton data={data} intent="resend-missing">
            Reenviar faltantes
          </StepButton>
        ) : null}
        {record.can.seen && record.differencesSeenAt === null ? (
          <StepButton data={data} intent="seen">
            Dar por vistas
          </StepButton>
        ) : null}
      </div>
    </Card>
  );
}

function lineLabel(name: string): string {
  const number = lineNumber(name);
  return number === null ? '' : `Línea ${number}: `;
}

function noteOf({ record: { note }, labels }: SentData): Facts {
  return note === '' ? {} : { [labels.note]: <span className="whitespace-pre-line wrap-anywhere">{note}</span> };
}
