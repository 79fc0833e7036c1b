import { Form } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FileEvents } from '../files/FileEvents.tsx';
import { fileText } from '../files/FileVersions.tsx';
import { versionBase } from '../files/version-links.ts';
import { DocumentActions } from '../files/viewer/DocumentActions.tsx';
import { DocumentViewer } from '../files/viewer/DocumentViewer.tsx';
import { NeighbourLinks, type NeighbourHrefs } from '../files/viewer/NeighbourLinks.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { listHref } from '../../record-links.ts';
import { DocumentActs } from './DocumentActs.tsx';
import { DocumentCustody, DocumentHistory } from './DocumentStory.tsx';
import { documentHref, filesBase, LIST_URL } from './document-links.ts';
import { EarlierFiles } from './FileCard.tsx';
import { campoFacts, factsOf, StateOf, technicalFactsOf } from './record-facts.tsx';
import type { DocumentData } from './record-data.ts';

/** A digitized document: its file, what it is, what can be done with it, and what was done. */
export function DocumentRecord({ data }: { data: DocumentData }) {
  const { document, content, custody, shown, allowed, history, events, back } = data;
  const title = document.values.documentName || document.id;
  const viewed = content && {
    base: versionBase(filesBase(document.id), shown?.number ?? document.fileNumber, document.fileNumber),
    name: title,
    content,
    allowed,
  };
  const hrefs = neighbourHrefs(data);
  return (
    <>
      <PageHead
        title={title}
        state={<StateOf {...document} />}
        crumbs={[{ label: 'Documentos', href: listHref(LIST_URL, back) }, { label: title }]}
        beside={<NeighbourLinks hrefs={hrefs} />}
        secondary={
          <>
            {data.sends ? (
              <ButtonLink icon="send" href={`${menuHref('packages-sent')}/new?document=${encodeURIComponent(document.id)}`}>
                Enviar en un paquete
              </ButtonLink>
            ) : null}
            {document.can.deactivate ? <ActiveButton data={data} intent="deactivate" label="Eliminar" /> : null}
            {viewed ? <DocumentActions document={viewed} /> : null}
          </>
        }
        primary={<Primary data={data} />}
      />
      <Messages data={data} />
      <div className="document-record">
        {viewed ? <DocumentViewer key={viewed.base} document={viewed} neighbours={hrefs} /> : null}
        <div className={viewed ? 'grid gap-4' : 'grid items-start gap-4 lg:grid-cols-2'}>
          <DocumentActs data={data} />
          {document.campos.length === 0 ? null : (
            <Card title={document.typeName}>
              <DescriptionList facts={campoFacts(document.campos, data.opensMembers)} />
            </Card>
          )}
          <FactCard title="Datos" facts={factsOf(data)} technical={technicalFactsOf(data)} />
          <EarlierFiles data={data} />
        </div>
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <Card title="Recorrido">
          <DocumentCustody stops={custody} />
        </Card>
        <Card title="Historial">
          <DocumentHistory entries={history} />
        </Card>
        {document.file ? (
          <FileEvents events={events} versions={[...document.earlierFiles, { number: document.fileNumber, at: '' }]} />
        ) : null}
        {data.notes ? <NotesCard data={data.notes} /> : null}
      </div>
    </>
  );
}

function neighbourHrefs({ neighbours, back }: DocumentData): NeighbourHrefs {
  const hrefOf = (id: string | null | undefined) => (id ? documentHref(id, { back }) : null);
  return { previous: hrefOf(neighbours?.previous), next: hrefOf(neighbours?.next) };
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

function Messages({ data: { document, shown, back } }: { data: DocumentData }) {
  const { id, isActive, packages, status, returnReason } = document;
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      {isActive ? null : <Notice kind="warning">Este documento está eliminado: no aparece en la lista. Puede restaurarse.</Notice>}
      {packages.now === '' ? null : (
        <Notice>Va en el paquete {packages.now}: mientras no se reciba o se rechace no cambia de encargado, estado ni tipo.</Notice>
      )}
      {shown === null ? null : (
        <Notice kind="warning">
          Ve una versión anterior: {fileText(shown)}.{' '}
          <a className="text-link" href={documentHref(id, { back })} data-nav="">
            Ver el archivo actual
          </a>
        </Notice>
      )}
      {status === 'RETURNED' && returnReason !== '' ? <Notice kind="warning">Se devolvió: {returnReason}</Notice> : null}
    </div>
  );
}
