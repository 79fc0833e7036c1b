import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateTime, formatDateTimeLong } from '#server/domain/dates.ts';
import { fileKind, fileKindLabel, formatFileSize } from '#server/domain/files-vocabulary.ts';
import type { Undo } from '#server/domain/notice.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedFile } from '#server/features/briefcase/find-files.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff } from '../../context.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { columnsOf, type RowExtra } from '../../ui/ListTable.tsx';
import { formAction } from '../forms/form-action.ts';
import { rowChoice } from '../lists/BulkBar.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { listHref, listSearch, splitIds } from '../lists/record-links.ts';
import { streamHref } from '../files/viewer/viewer-links.ts';
import { documentBase, fileHref, LIST_URL } from './file-links.ts';
import { withParams } from '../../ui/search-params.ts';
import { openUploads, UPLOAD_ANCHOR, UPLOAD_PARAMETER } from './open-uploads.ts';
import { UploadForm } from './UploadForm.tsx';

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
          <ButtonLink
            look="primary"
            icon="upload"
            href={`${withParams(data.search, { [UPLOAD_PARAMETER]: 1 })}#${UPLOAD_ANCHOR}`}
            onClick={openUploads}
            data-nav="off"
            data-key="n"
          >
            <span>
              Cargar <span className="max-sm:sr-only">archivos</span>
            </span>
          </ButtonLink>
        ) : null
      }
      above={
        !mayUpload ? (
          <WhyNoUpload data={data} />
        ) : data.upload ? (
          <UploadForm
            choices={data.upload}
            folderId={query.filters['carpetaId'] ?? ''}
            documentTypeId={query.filters['tipoDocumentoId'] ?? ''}
          />
        ) : null
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

const column = columnsOf<ListedFile>();

/** Columns of the list, named like their fields. */
export const FILE_COLUMNS = [
  column({ name: 'nombre', label: 'Nombre', fields: ['id', 'nombre'], look: 'cut', cell: nameLink }),
  column({ name: 'carpetaId', label: 'Carpeta', fields: ['folderName'], look: 'cut', from: 'sm' }),
  column({ name: 'tipoDocumentoId', label: 'Tipo', fields: ['documentTypeName'], look: 'cut', from: 'lg' }),
  column({ name: 'bytes', label: 'Tamaño', fields: ['bytes'], look: 'num', from: 'md', cell: ({ bytes }) => formatFileSize(bytes) }),
  column({ name: 'userId', label: 'Cargado por', fields: ['userName'], look: 'cut', from: 'lg' }),
  column({ name: 'agenciaId', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'xl' }),
  column({ name: 'createdAt', label: 'Fecha', fields: ['createdAt'], look: 'nowrap', cell: timeOf }),
];

function nameLink({ id, nombre }: Pick<ListedFile, 'id' | 'nombre'>, back: string) {
  const kind = fileKind(nombre);
  return (
    <a href={fileHref(id, { back })}>
      <FileIcon kind={kind} label={fileKindLabel(kind)} />
      {` ${nombre}`}
    </a>
  );
}

/** Phones have room for the day only. */
function timeOf({ createdAt }: Pick<ListedFile, 'createdAt'>) {
  const [day, hour] = formatDateTime(createdAt).split(' ');
  return (
    <time dateTime={createdAt} title={formatDateTimeLong(createdAt)}>
      {`${day} `}
      <span className="max-sm:hidden">{hour}</span>
    </time>
  );
}

/** The file itself, from its row; deleted ones are not given. */
const DOWNLOAD: RowExtra<ListedFile> = {
  head: <span className="sr-only">Descargar</span>,
  className: 'nowrap px-1! from-sm',
  cell: ({ id, nombre }) => (
    <a href={streamHref(documentBase(id), 'download')} download className="row-download" title={`Descargar ${nombre}`} />
  ),
};

type BriefcaseListData = Awaited<ReturnType<typeof loadBriefcaseList>>;

/** Data of the Maletín's list. */
export async function loadBriefcaseList(args: LoaderFunctionArgs) {
  const { briefcase } = args.context.portal;
  const withUpload = !args.context.isDataRequest && new URL(args.request.url).searchParams.has(UPLOAD_PARAMETER);
  const find = (call: ListCall) => briefcase.openFileList({ ...call, withUpload });
  const list = await loadList(args, { id: 'maletin_archivos', url: LIST_URL, columns: FILE_COLUMNS, find });
  return { ...list, hasAgency: requireStaff(args.context).agencyId !== '' };
}

/** `intent` restore or deactivate of the selected files (`ids`), and the way back from it ("Deshacer"). */
export const actOnBriefcaseList = /* @__PURE__ */ formAction(
  {
    menu: 'briefcase-files',
    of: 'la lista',
    read: ({ call, sent, url }) => {
      const ids = splitIds(sent.getAll('ids'));
      const told = (one: string, many: string) => `${ids.length === 1 ? one : many} ${countOf(ids.length, 'archivo', 'archivos')}.`;
      return { selected: { ...call, ids }, told, list: listHref(LIST_URL, listSearch(url.search).slice(1)) };
    },
  },
  {
    deactivate: async ({ portal, selected, told, done, list }) => {
      await portal.briefcase.deactivateFiles(selected);
      return done(list, told('Se eliminó', 'Se eliminaron'), undoOf(selected.ids));
    },
    restore: async ({ portal, selected, told, done, list }) => {
      await portal.briefcase.restoreFiles(selected);
      return done(list, told('Se restauró', 'Se restauraron'));
    },
  },
);

/** Brings deleted files back. */
export function undoOf(ids: readonly string[]): Undo {
  return { restores: 'records', menu: 'briefcase-files', ids };
}
