import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { differencesText, packageContentText, PACKAGE_TEXT_MAX } from '#server/domain/package-states.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { documentHref } from '../documents/document-links.ts';
import { NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { listHref } from '../../record-links.ts';
import type { ReceptionAnswer } from './act-on-received.ts';
import { CheckForm } from './CheckForm.tsx';
import type { loadReceivedPackage, ReceivedData } from './package-data.ts';
import { RECEIVED_URL, receivedHref } from './package-links.ts';
import { PackageStateOf, PackageTimeline, VerdictOf } from './package-parts.tsx';

/** A package that was sent to my agency: what came, line by line, and the decision. */
export function ReceivedRecord() {
  const data = useLoaderData<typeof loadReceivedPackage>();
  const { received, neighbours, back } = data;
  const hrefOf = (id: string | null) => (id ? receivedHref(id, { back }) : null);
  const title = `Paquete ${received.code}`;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ label: 'Paquetes recibidos', href: listHref(RECEIVED_URL, back) }, { label: received.code }]}
        beside={<NeighbourLinks hrefs={{ previous: hrefOf(neighbours.previous), next: hrefOf(neighbours.next) }} />}
        subtitle={`De ${received.names.sender}${received.names.fromAgency && `, ${received.names.fromAgency}`}: ${packageContentText(received)}.`}
      />
      <Resolution received={received} />
      <div className="grid gap-4">
        {received.note === '' ? null : (
          <Notice>
            <span className="whitespace-pre-line wrap-anywhere">{received.note}</span>
          </Notice>
        )}
        {received.can.check ? <CheckForm key={data.formToken} data={data} /> : <CheckedLines received={received} />}
        {received.can.reject ? <RejectForm key={`rechazar ${data.formToken}`} data={data} /> : null}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <FactCard title="Datos" facts={factsOf(received)} />
          <PackageTimeline moments={received.moments} />
        </div>
      </div>
    </>
  );
}

type Received = ReceivedData['received'];

function Resolution({ received: { status, rejectReason, difference_count: differences, names, resolutionAt } }: { received: Received }) {
  if (status === 'REJECTED')
    return (
      <Notice kind="warning" className="mb-4 max-w-4xl">
        Lo rechazó {names.resolver} el {formatDateTimeLong(resolutionAt)}: {rejectReason}
      </Notice>
    );
  if (status !== 'ACCEPTED') return null;
  return (
    <Notice kind={differences === 0 ? 'success' : 'warning'} className="mb-4 max-w-4xl">
      Lo aceptó {names.resolver} el {formatDateTimeLong(resolutionAt)}
      {differences === 0 ? ', completo.' : `, con ${differencesText(differences)}, que el remitente ve en su bandeja.`}
    </Notice>
  );
}

function factsOf({ status, stateName, names, sendedAt, code }: Received): Facts {
  return {
    Estado: <PackageStateOf status={status} stateName={stateName} />,
    'Enviado por': names.sender,
    'De la agencia': names.fromAgency,
    'Fecha de envío': formatDateTimeLong(sendedAt),
    Destino: names.agency,
    Para: names.person || <span className="text-muted">Cualquiera de la agencia: queda a cargo quien lo acepta.</span>,
    Código: <code>{code}</code>,
  };
}

/** What was found of each line, once the package is resolved. */
function CheckedLines({ received: { lines, extras } }: { received: Received }) {
  return (
    <div className="grid gap-4">
      <Card title="Contenido">
        <ul className="check-lines">
          {lines.map((line) => (
            <li key={line.lineId} className="check-line">
              <p className="min-w-0">
                <span className="font-semibold wrap-anywhere">
                  {line.opens ? (
                    <a href={documentHref(line.digitalizationId)}>{line.document || 'Sin nombre'}</a>
                  ) : (
                    line.document || 'Sin nombre'
                  )}
                </span>{' '}
                <span className="text-muted">{line.typeName}</span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <VerdictOf verdict={line.verdict} />
                {line.note === '' ? null : <span className="wrap-anywhere">{line.note}</span>}
                {line.checkedAt === null ? null : (
                  <span className="text-muted">
                    {line.checkerName}, {shortDateTime(line.checkedAt)}
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      {extras.length === 0 ? null : (
        <Card title="Papeles de más">
          <ul className="grid gap-1">
            {extras.map(({ document, note }, place) => (
              <li key={place} className="wrap-anywhere">
                {document || 'Sin nombre'}
                {note === '' ? null : <span className="text-muted"> {note}</span>}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

const REASON: FormField = {
  name: 'reason',
  label: 'Motivo',
  required: true,
  help: 'El remitente lo ve. Los documentos quedan con quien los tenía.',
  kind: 'long-text',
  rows: 2,
  maxLength: PACKAGE_TEXT_MAX.reason,
};

/** Sends the whole package back. */
function RejectForm({ data: { received, back, formToken } }: { data: ReceivedData }) {
  const given = useActionData<ReceptionAnswer>();
  const answer = given?.intent === 'reject' ? given : null;
  const saving = useNavigation().state !== 'idle';
  return (
    <details open={answer !== null}>
      <summary className="btn btn-plain">Rechazar el paquete…</summary>
      <Card title="Rechazar el paquete" className="mt-3">
        <Form method="post" action={receivedHref(received.id, { back })} className="form-column">
          <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
          <FieldControl field={REASON} value={answer?.values['reason']} errors={answer?.errors} />
          <div>
            <Button type="submit" look="danger" name="intent" value="reject" disabled={saving}>
              {saving ? 'Guardando…' : 'Rechazar'}
            </Button>
          </div>
        </Form>
      </Card>
    </details>
  );
}
