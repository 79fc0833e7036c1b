import { menuHref } from '#server/domain/menu.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { MenuLink, MoreMenu } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { fileText } from '../files/FileVersions.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { versionBase } from '../files/version-links.ts';
import { DocumentActions } from '../files/viewer/DocumentActions.tsx';
import { DocumentViewer } from '../files/viewer/DocumentViewer.tsx';
import { neighbourHrefs, NeighbourLinks } from '../files/viewer/NeighbourLinks.tsx';
import { ActiveButton } from '../forms/ActiveButton.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { listHref } from '../../record-links.ts';
import { ActAnswered, DocumentActs } from './DocumentActs.tsx';
import { documentHref, filesBase, LIST_URL } from './document-links.ts';
import { FileCard } from './FileCard.tsx';
import { campoFacts, factsOf, PackageLink, StateOf, technicalFactsOf } from './record-facts.tsx';
import type { DocumentData } from './record-data.ts';

/** A digitized document: its file, its facts, its acts, and its history. */
export function DocumentRecord({ data }: { data: DocumentData }) {
  const { document, content, shown, allowed, story, back } = data;
  const title = document.values.documentName || document.id;
  const viewed = content && {
    base: versionBase(filesBase(document.id), shown?.number ?? document.fileNumber, document.fileNumber),
    name: title,
    content,
    allowed,
  };
  const hrefs = neighbourHrefs(data.neighbours, (id) => documentHref(id, { back }));
  return (
    <>
      <PageHead
        title={title}
        state={document.isActive ? <StateOf {...document} /> : <StatusLabel tone="off">Eliminado</StatusLabel>}
        subtitle={story?.now}
        crumbs={[{ label: 'Documentos', href: listHref(LIST_URL, back) }, { label: title }]}
        beside={<NeighbourLinks hrefs={hrefs} />}
        secondary={
          <>
            <DocumentActs data={data} />
            {viewed ? <DocumentActions document={viewed} /> : null}
            {data.sends || document.can.deactivate ? (
              <MoreMenu>
                {data.sends ? (
                  <MenuLink href={`${menuHref('packages-sent')}/new?document=${encodeURIComponent(document.id)}`}>
                    Enviar en un paquete
                  </MenuLink>
                ) : null}
                {document.can.deactivate ? (
                  <ActiveButton
                    menu="digitalization-documents"
                    action={documentHref(document.id, { back })}
                    intent="deactivate"
                    label="Eliminar"
                    inMenu
                  />
                ) : null}
              </MoreMenu>
            ) : null}
          </>
        }
        primary={<Primary data={data} />}
      />
      <Messages data={data} />
      <div className="document-record">
        {viewed ? <DocumentViewer key={viewed.base} document={viewed} neighbours={hrefs} /> : null}
        <div className={viewed ? 'grid gap-4' : 'grid items-start gap-4 lg:grid-cols-2'}>
          {document.file ? null : <FileCard data={data} />}
          {document.campos.length === 0 ? null : (
            <Card title={document.typeName}>
              <DescriptionList facts={campoFacts(document.campos, data.opensMembers)} />
            </Card>
          )}
          <FactCard title="Datos" facts={factsOf(data)} technical={technicalFactsOf(data)} />
          {document.file ? <FileCard data={data} /> : null}
        </div>
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {story ? <StoryCard story={story} /> : null}
        {data.notes ? <NotesCard data={data.notes} /> : null}
      </div>
    </>
  );
}

function Primary({ data }: { data: DocumentData }) {
  const { document, back } = data;
  if (document.can.restore)
    return (
      <ActiveButton
        menu="digitalization-documents"
        action={documentHref(document.id, { back })}
        intent="restore"
        label="Restaurar el documento"
      />
    );
  if (!document.can.edit) return null;
  return (
    <ButtonLink look="primary" icon="pencil" href={documentHref(document.id, { mode: 'edit', back })} data-key="e">
      Editar
    </ButtonLink>
  );
}

function Messages({ data: { document, shown, back } }: { data: DocumentData }) {
  const { id, isActive, packages, status, returnReason } = document;
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      <ActAnswered />
      {isActive ? null : <Notice kind="warning">Este documento está eliminado: no aparece en la lista. Puede restaurarse.</Notice>}
      {packages.now === '' ? null : (
        <Notice>
          Va en el paquete <PackageLink code={packages.now} href={packages.nowHref} />: mientras no se reciba o se rechace no cambia de
          encargado, estado ni tipo.
        </Notice>
      )}
      {shown === null ? null : (
        <Notice kind="warning">
          Está viendo una versión anterior: {fileText(shown)}.{' '}
          <a className="text-link" href={documentHref(id, { back })} data-nav="">
            Ver el archivo actual
          </a>
        </Notice>
      )}
      {status === 'RETURNED' && returnReason !== '' ? <Notice kind="warning">Se devolvió: {returnReason}</Notice> : null}
    </div>
  );
}
