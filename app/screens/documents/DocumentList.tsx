import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { typesFor } from '#server/domain/document-permissions.ts';
import { OTHER_STATES } from '#server/domain/document-states.ts';
import type { ListedDocument } from '#server/features/documents/find-documents.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { ownCell } from '../lists/cells.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { BULK_ACTS } from './DocumentActs.tsx';
import { UPLOAD_URL } from './document-links.ts';
import { StateOf } from './record-facts.tsx';

const cell = ownCell<ListedDocument>();
export const DOCUMENT_CELLS = {
  status: cell(['status'], ({ status }, shown) => <StateOf status={status} stateName={shown} />),
  file: cell(['hasFile'], ({ hasFile }, shown) => (hasFile ? shown : <StatusLabel tone="waiting">{shown}</StatusLabel>)),
};

export async function loadDocumentList(args: LoaderFunctionArgs) {
  const find = args.context.portal.digitalization.findDocuments;
  const list = await loadList(args, { find, own: DOCUMENT_CELLS });
  return { ...list, mayCreate: typesFor(requireStaff(args.context), 'create')?.length !== 0 };
}

/** The digitized documents that the person may view, by state. */
export function DocumentList() {
  const data = useLoaderData<typeof loadDocumentList>();
  return (
    <ListScreen
      data={data}
      own={DOCUMENT_CELLS}
      title="Documentos digitalizados"
      searchLabel="Nombre o asociado"
      choice={ROW_CHOICE}
      canDelete
      acts={BULK_ACTS}
      primary={
        data.mayCreate ? (
          <ButtonLink look="primary" icon="upload" href={UPLOAD_URL} data-key="n">
            <span>
              Indexar<span className="sm:max-lg:sr-only"> documentos</span>
            </span>
          </ButtonLink>
        ) : null
      }
      above={<Tabs label="Estado de los documentos" tabs={countTabs(STATE_TABS, data, data.counts)} />}
      empty={{ text: 'Aquí aparecen los documentos de los tipos que su conjunto de permisos le deja ver.' }}
    />
  );
}

const STATE_TABS = { param: 'status', all: 'Todos', others: OTHER_STATES };
