import { Form } from '@remix-run/react';
import { formatDate, formatDateTimeLong, formatDay } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import { menuHref } from '#server/domain/menu.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { countOf } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { DescriptionList, type Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { listHref, recordHref } from '../lists/record-links.ts';
import { DocumentActs } from './DocumentActs.tsx';
import { DocumentHistory } from './DocumentHistory.tsx';
import { documentHref, LIST_URL } from './document-links.ts';
import { StateOf } from './StateOf.tsx';
import type { DocumentData } from './record-data.ts';

type Shown = DocumentData['document'];

/** A digitized document: what it is, what can be done with it, and what was done. */
export function DocumentRecord({ data }: { data: DocumentData }) {
  const { document, history, neighbours, back } = data;
  const title = document.values.documentName || document.id;
  const hrefOf = (id: string | null | undefined) => (id ? documentHref(id, { back }) : null);
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ label: 'Documentos', href: listHref(LIST_URL, back) }, { label: title }]}
        beside={<NeighbourLinks hrefs={{ previous: hrefOf(neighbours?.previous), next: hrefOf(neighbours?.next) }} />}
        secondary={document.can.deactivate ? <ActiveButton data={data} intent="deactivate" label="Eliminar" /> : null}
        primary={<Primary data={data} />}
      />
      <Messages document={document} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="grid gap-4 lg:order-2">
          <DocumentActs data={data} />
          <FactCard title="Datos" facts={factsOf(document)} />
        </div>
        <div className="grid gap-4">
          {document.campos.length === 0 ? null : (
            <Card title={document.typeName}>
              <DescriptionList facts={campoFacts(document.campos)} />
            </Card>
          )}
          <Card title="Historial">
            <DocumentHistory entries={history} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Primary({ data }: { data: DocumentData }) {
  const { document, back } = data;
  if (document.can.restore) return <ActiveButton data={data} intent="restore" label="Restaurar el documento" />;
  if (!document.can.edit) return null;
  return (
    <ButtonLink look="primary" icon="pencil" href={documentHref(document.id, { mode: 'edit', back })} data-key="e">
      Editar
    </ButtonLink>
  );
}

function ActiveButton({
  data: { document, back },
  intent,
  label,
}: {
  data: DocumentData;
  intent: 'deactivate' | 'restore';
  label: string;
}) {
  return (
    <Form method="post" action={documentHref(document.id, { back })}>
      <Button type="submit" name="intent" value={intent} look={intent === 'restore' ? 'primary' : 'plain'}>
        {label}
      </Button>
    </Form>
  );
}

function Messages({ document: { isActive, inPackage, status, returnReason } }: { document: Shown }) {
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      {isActive ? null : <Notice kind="warning">Este documento está eliminado: no aparece en la lista. Puede restaurarse.</Notice>}
      {inPackage === '' ? null : (
        <Notice>Va en el paquete {inPackage}: mientras no se reciba o se rechace no cambia de encargado, estado ni tipo.</Notice>
      )}
      {status === 'RETURNED' && returnReason !== '' ? <Notice kind="warning">Se devolvió: {returnReason}</Notice> : null}
    </div>
  );
}

function factsOf(document: Shown): Facts {
  const { status, file, ubicacion, holderName, retentionYears } = document;
  return {
    Estado: <StateOf status={status} />,
    'Asignado a': holderName || <span className="text-muted">Nadie</span>,
    Categoría: document.categoryName,
    'Tipo de documento': document.typeName,
    Agencia: document.agencyName,
    'Agencia de origen': document.originName,
    Archivo: file ? fileText(file) : <StatusLabel tone="waiting">Sin archivo</StatusLabel>,
    ...(ubicacion !== '' && { 'Lugar del papel': ubicacion }),
    ...(document.fromPackaging !== '' && { 'Llegó en el paquete': <code className="break-all">{document.fromPackaging}</code> }),
    ...(retentionYears !== null && { 'Se conserva hasta': formatDate(addYears(document.createdAt, retentionYears)) }),
    'Indexado por': document.creatorName,
    'Fecha de creación': formatDateTimeLong(document.createdAt),
    'Última modificación': formatDateTimeLong(document.updatedAt),
    Código: <code className="text-[0.8125rem] break-all">{document.id}</code>,
  };
}

function fileText({ fileName, bytes, pages }: NonNullable<Shown['file']>): string {
  const facts = [
    fileKindLabel(fileKind(fileName)),
    formatFileSize(bytes),
    ...(pages === null ? [] : [countOf(pages, 'página', 'páginas')]),
  ];
  return `${fileName} (${facts.join(', ')})`;
}

function addYears(at: string, years: number): Date {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until;
}

/** Two fields of one name are both told. */
function campoFacts(campos: Shown['campos']): Facts {
  const seen = new Set<string>();
  return Object.fromEntries(
    campos.map((campo) => {
      const label = seen.has(campo.label) ? `${campo.label} (${campo.clave})` : campo.label;
      seen.add(campo.label);
      return [label, campoValue(campo)] as const;
    }),
  );
}

function campoValue({ tipo, text, member }: Shown['campos'][number]) {
  if (member) return <a href={recordHref(menuHref('customers'), member.id)}>{member.name}</a>;
  if (text === '') return null;
  if (tipo === 'moneda') return <span className="tabular">{formatQuetzales(text)}</span>;
  if (tipo === 'fecha') return formatDay(text) || text;
  return <span className="whitespace-pre-line wrap-anywhere">{text}</span>;
}
