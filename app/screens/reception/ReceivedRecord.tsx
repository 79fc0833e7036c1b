import { useLoaderData } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { DIFFERENCES } from '#server/domain/package-states.ts';
import { countOf } from '#server/domain/text.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { listHref } from '../lists/record-links.ts';
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
        subtitle={`De ${received.names.fromAgency || received.names.sender}, con ${contentText(received)}.`}
      />
      <Resolution received={received} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,1fr)]">
        <div className="grid gap-4 lg:order-2">
          <FactCard title="Datos" facts={factsOf(received)} />
          <Card title="Recorrido">
            <PackageTimeline moments={received.moments} />
          </Card>
        </div>
        {received.can.check ? (
          <div className="grid gap-4">
            <CheckForm key={data.formToken} data={data} />
            <RejectForm key={`rechazar ${data.formToken}`} data={data} />
          </div>
        ) : (
          <CheckedLines received={received} />
        )}
      </div>
    </>
  );
}

type Received = ReceptionData['received'];

function contentText({ values, lines }: Received): string {
  return values.needReassign ? countOf(lines.length, 'documento', 'documentos') : countOf(lines.length, 'papel', 'papeles');
}

function Resolution({ received: { status, rejectReason, lines, extras, names, resolutionAt } }: { received: Received }) {
  const differences = lines.filter(({ verdict }) => DIFFERENCES.includes(verdict)).length + extras.length;
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
      {differences === 0 ? ', completo.' : `, con ${countOf(differences, 'diferencia', 'diferencias')}, que el remitente ve en su bandeja.`}
    </Notice>
  );
}

function factsOf({ status, names, sendedAt, values, code }: Received): Facts {
  return {
    Estado: <PackageStateOf status={status} />,
    'Enviado por': names.sender,
    'De la agencia': names.fromAgency,
    'Fecha de envío': formatDateTimeLong(sendedAt),
    Destino: names.agency,
    Para: names.person || <span className="text-muted">Cualquiera de la agencia: queda a cargo quien lo acepta.</span>,
    ...(values.note !== '' && { Nota: <span className="whitespace-pre-line wrap-anywhere">{values.note}</span> }),
    Código: <code>{code}</code>,
  };
}
