import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { typesFor } from '#server/domain/document-permissions.ts';
import { OTHER_STATES } from '#server/domain/document-states.ts';
import { fileKind, fileKindLabel } from '#server/domain/files-vocabulary.ts';
import type { ListedDocument } from '#server/features/digitalization/find-documents.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { shortDate, shortDateTime } from '../lists/short-dates.tsx';
import { rowChoice } from '../lists/BulkBar.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import type { BulkAnswer } from './act-on-list.ts';
import { BulkPanel } from './BulkPanel.tsx';
import { documentHref, LIST_URL, UPLOAD_URL, ZIP_URL } from './document-links.ts';
import { StateOf } from './StateOf.tsx';

const column = columnsOf<ListedDocument>();
export const DOCUMENT_COLUMNS = [
  column({
    name: 'documentName',
    label: 'Nombre',
    fields: ['id', 'documentName'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, documentName }, back) => <a href={documentHref(id, { back })}>{documentName || id}</a>,
  }),
  column({ name: 'status', label: 'Estado', fields: ['status', 'stateName'], look: 'nowrap', cell: (row) => <StateOf {...row} /> }),
  column({ name: 'typeName', label: 'Tipo', fields: ['typeName'], look: 'cut', from: 'sm' }),
  column({ name: 'holderName', label: 'Asignado a', fields: ['holderName'], look: 'cut', from: 'md' }),
  column({ name: 'agencyName', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'lg' }),
  column({
    name: 'file',
    label: 'Archivo',
    fields: ['hasFile', 'fileName'],
    look: 'nowrap',
    from: 'lg',
    cell: ({ hasFile, fileName }) => (hasFile ? fileKindLabel(fileKind(fileName)) : <StatusLabel tone="waiting">Sin archivo</StatusLabel>),
  }),
  column({ name: 'categoryName', label: 'Categoría', fields: ['categoryName'], look: 'cut', from: 'xl' }),
  column({ name: 'creatorName', label: 'Indexado por', fields: ['creatorName'], look: 'cut', optional: true }),
  column({ name: 'ubicacion', label: 'Lugar del papel', fields: ['ubicacion'], look: 'cut', optional: true }),
  column({
    name: 'updatedAt',
    label: 'Última modificación',
    fields: ['updatedAt'],
    look: 'nowrap tabular',
    optional: true,
    cell: ({ updatedAt }) => shortDateTime(updatedAt),
  }),
  column({
    name: 'createdAt',
    label: 'Fecha',
    fields: ['createdAt'],
    look: 'nowrap',
    from: 'md',
    cell: ({ createdAt }) => shortDate(createdAt),
  }),
];

const CHOICE = rowChoice(({ documentName, id }: Pick<ListedDocument, 'documentName' | 'id'>) => documentName || id);
const ACTS = [
  { intent: 'assign', label: 'Asignar…' },
  { intent: 'archive', label: 'Archivar…' },
  { intent: 'zip', label: 'Descargar en ZIP', download: ZIP_URL },
];

export async function loadDocumentList(args: LoaderFunctionArgs) {
  const find = args.context.portal.digitalization.findDocuments;
  const list = await loadList(args, { id: 'documentos', url: LIST_URL, columns: DOCUMENT_COLUMNS, also: ['documentName'], find });
  return { ...list, mayCreate: typesFor(requireStaff(args.context), 'create')?.length !== 0 };
}

/** The digitized documents that the person may view, by state. */
export function DocumentList() {
  const data = useLoaderData<typeof loadDocumentList>();
  const answer = useActionData<BulkAnswer>();
  return (
    <ListScreen
      data={data}
      columns={DOCUMENT_COLUMNS}
      title="Documentos digitalizados"
      searchLabel="Nombre, tipo o persona"
      choice={CHOICE}
      acts={ACTS}
      primary={
        data.mayCreate ? (
          <ButtonLink look="primary" icon="upload" href={UPLOAD_URL} data-key="n">
            <span>
              Indexar<span className="sm:max-lg:sr-only"> documentos</span>
            </span>
          </ButtonLink>
        ) : null
      }
      above={
        <>
          {answer ? <BulkPanel key={answer.formToken} answer={answer} search={data.search} /> : null}
          <Tabs label="Estado de los documentos" tabs={countTabs(STATE_TABS, data, data.counts)} />
        </>
      }
      empty={{ text: 'Aquí aparecen los documentos de los tipos que su conjunto de permisos le deja ver.' }}
    />
  );
}

const STATE_TABS = { param: 'status', all: 'Todos', others: OTHER_STATES };
