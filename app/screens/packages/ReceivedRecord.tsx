import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { differencesText, packageContentText } from '#server/domain/package-states.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { neighbourHrefs, NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import { FieldControl, type FormField } from '../forms/FieldControl.tsx';
import { FreshForm } from '../forms/FreshForm.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { listHref } from '../../record-links.ts';
import type { ReceptionAnswer } from './act-on-received.ts';
import { CheckForm } from './CheckForm.tsx';
import type { loadReceivedPackage, ReceivedData } from './package-data.ts';
import { RECEIVED_URL, receivedHref } from './package-links.ts';
import { ExtraPapers, factsOf, PackageLines, PackageStateOf, technicalFactsOf } from './package-parts.tsx';

/** A package sent to the person's agency: its contents, line by line, and the decision. */
export function ReceivedRecord() {
  const data = useLoaderData<typeof loadReceivedPackage>();
  const { received, neighbours, back } = data;
  const title = `Paquete ${received.code}`;
  return (
    <>
      <PageHead
        title={title}
        state={<PackageStateOf {...received} />}
        crumbs={[{ label: 'Paquetes recibidos', href: listHref(RECEIVED_URL, back) }, { label: received.code }]}
        beside={<NeighbourLinks hrefs={neighbourHrefs(neighbours, (id) => receivedHref(id, { back }))} />}
        subtitle={`De ${received.names.sender}${received.names.fromAgency && `, ${received.names.fromAgency}`}: ${packageContentText(received)}.`}
      />
      <Resolution received={received} />
      <div className="grid gap-4">
        {received.note === '' ? null : (
          <Card title={`Nota de ${received.names.sender}`}>
            <p className="whitespace-pre-line wrap-anywhere">{received.note}</p>
          </Card>
        )}
        {received.can.check ? null : <PackageLines {...received} />}
        <FreshForm token={data.formToken} given={data}>
          {(given) => {
            const reject = received.can.reject ? <RejectForm data={given} /> : null;
            return received.can.check ? <CheckForm data={given}>{reject}</CheckForm> : reject;
          }}
        </FreshForm>
        {received.can.check || received.extras.length === 0 ? null : (
          <Card title="Papeles de más">
            <ExtraPapers extras={received.extras} />
          </Card>
        )}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <FactCard title="Datos" facts={factsOf(received, data.labels)} technical={technicalFactsOf(received)} />
          <StoryCard story={data.story} />
          <NotesCard data={data.notes} />
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

const REASON: FormField = {
  name: 'reason',
  label: 'Motivo',
  required: true,
  help: 'El remitente lo ve. Los documentos quedan con quien los tenía.',
  kind: 'long-text',
  rows: 2,
};

/** Rejects the whole package. */
function RejectForm({ data: { received, back, formToken } }: { data: ReceivedData }) {
  const given = useActionData<ReceptionAnswer>();
  const answer = given?.intent === 'reject' ? given : null;
  const saving = useNavigation().state !== 'idle';
  return (
    <details className="mt-4 border-t border-line pt-4" open={answer !== null}>
      <summary className="btn btn-plain">Rechazar el paquete…</summary>
      <Form method="post" noValidate action={receivedHref(received.id, { back })} className="form-column mt-3">
        <input type="hidden" name="formToken" value={answer?.formToken || formToken} />
        {answer?.errors['reason'] ? null : <ActNotice answer={answer} />}
        <FieldControl field={REASON} value={answer?.values['reason']} errors={answer?.errors} />
        <div>
          <Button type="submit" look="danger" name="intent" value="reject" disabled={saving}>
            {saving ? 'Guardando…' : 'Rechazar'}
          </Button>
        </div>
      </Form>
    </details>
  );
}
