import { useLoaderData } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { differencesText, packageContentText } from '#server/domain/package-states.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { listHref } from '../../record-links.ts';
import { PackageTimeline } from '../packages/PackageTimeline.tsx';
import { PackageStateOf } from '../packages/PackageStateOf.tsx';
import { CheckedLines } from './CheckedLines.tsx';
import { CheckForm } from './CheckForm.tsx';
import { RejectForm } from './RejectForm.tsx';
import { RECEIVED_URL, receivedHref } from './reception-links.ts';
import type { loadReceivedPackage, ReceptionData } from './reception-data.ts';

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
        subtitle={`De ${received.names.sender}${received.names.fromAgency && `, ${received.names.fromAgency}`}: ${packageContentText({ needReassign: received.values.needReassign, line_count: received.lines.length })}.`}
      />
      <Resolution received={received} />
      <div className="grid gap-4">
        {received.values.note === '' ? null : (
          <Notice>
            <span className="whitespace-pre-line wrap-anywhere">{received.values.note}</span>
          </Notice>
        )}
        {received.can.check ? <CheckForm key={data.formToken} data={data} /> : <CheckedLines received={received} />}
        {received.can.reject ? <RejectForm key={`rechazar ${data.formToken}`} data={data} /> : null}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <FactCard title="Datos" facts={factsOf(received)} />
          <Card title="Recorrido">
            <PackageTimeline moments={received.moments} />
          </Card>
        </div>
      </div>
    </>
  );
}

type Received = ReceptionData['received'];

function Resolution({ received: { status, rejectReason, differences, names, resolutionAt } }: { received: Received }) {
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
