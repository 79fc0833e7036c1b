import { useLoaderData } from '@remix-run/react';
import Upload from 'lucide-react/icons/upload';
import { ButtonLink } from '../../ui/Button.tsx';
import { rowChoice } from '../lists/BulkBar.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { DOWNLOAD, FILE_COLUMNS } from './file-columns.tsx';
import type { BriefcaseListData, loadBriefcaseList } from './list-data.ts';
import { UPLOAD_ANCHOR } from './UploadArea.tsx';
import { Uploads } from './Uploads.tsx';

const FILE_CHOICE = rowChoice(({ nombre }: { id: string; nombre: string }) => nombre);

/** The files of the Maletín: find, filter, and drop new ones anywhere on the page. */
export function BriefcaseList() {
  const data = useLoaderData<typeof loadBriefcaseList>();
  const { places, hasAgency, query } = data;
  const mayUpload = hasAgency && places.folders && places.documentTypes;
  return (
    <ListScreen
      data={data}
      columns={FILE_COLUMNS}
      caption="Archivos del Maletín"
      searchLabel="Buscar archivos"
      editable
      choice={FILE_CHOICE}
      after={query.isActive ? DOWNLOAD : undefined}
      primary={
        mayUpload ? (
          <ButtonLink look="primary" icon={Upload} href={`#${UPLOAD_ANCHOR}`} data-nav="off" data-key="n">
            <span>
              Cargar <span className="max-sm:sr-only">archivos</span>
            </span>
          </ButtonLink>
        ) : null
      }
      above={
        mayUpload ? (
          <Uploads
            given={data.upload}
            folderId={query.filters['carpetaId'] ?? ''}
            documentTypeId={query.filters['tipoDocumentoId'] ?? ''}
          />
        ) : (
          <WhyNoUpload data={data} />
        )
      }
      empty={{ title: 'Todavía no hay archivos. Arrastre el primero a esta página.' }}
    />
  );
}

function WhyNoUpload({ data: { hasAgency, places } }: { data: BriefcaseListData }) {
  const reason = !hasAgency
    ? 'Para cargar archivos su usuario necesita una agencia. Puede asignarla un Administrador.'
    : !places.folders
      ? 'Usted no tiene carpetas asignadas. Puede asignarlas un Administrador.'
      : 'Todavía no hay tipos de documento activos.';
  return <p className="mb-3 text-muted">{reason}</p>;
}
