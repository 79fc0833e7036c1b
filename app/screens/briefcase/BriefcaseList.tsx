import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { fileKind, fileKindLabel } from '#server/domain/files-vocabulary.ts';
import type { Undo } from '#server/domain/notice.ts';
import { countOf, linesIn } from '#server/domain/text.ts';
import type { ListedFile } from '#server/features/briefcase/find-files.ts';
import type { ListCall } from '#server/lists/list.ts';
import { requireStaff } from '../../context.ts';
import { useMay } from '../../rights.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PointerWords } from '../../ui/PointerWords.tsx';
import { withVisibleEnd } from '../../ui/visible-end.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { formAction } from '../forms/form-action.ts';
import type { BulkAct } from '../lists/ActFields.tsx';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { listHref, listSearch, splitIds } from '../../record-links.ts';
import { streamHref } from '../files/viewer/viewed-document.ts';
import { documentBase, LIST_URL } from './file-links.ts';
import { withParams } from '../../ui/search-params.ts';
import { openUploads, UPLOAD_ANCHOR, UPLOAD_PARAMETER } from './open-uploads.ts';
import { UploadForm } from './UploadForm.tsx';

/** Preselects a single value; several preselect nothing. */
const oneOf = (chosen = '') => (linesIn(chosen).length === 1 ? chosen : '');

/** The files of the Maletín: search, filter, and upload by dropping files anywhere on the page. */
export function BriefcaseList() {
  const data = useLoaderData<typeof loadBriefcaseList>();
  const { places, hasAgency, query } = data;
  const may = useMay();
  const isAllowed = may('briefcase-files', 'change');
  const mayUpload = isAllowed && hasAgency && places.folders && places.documentTypes;
  return (
    <ListScreen
      data={data}
      own={FILE_CELLS}
      caption="Archivos del Maletín"
      searchLabel="Buscar archivos"
      editable
      choice={ROW_CHOICE}
      canDelete
      acts={ACTS}
      after={query.isActive && may('briefcase-files', 'export') ? DOWNLOAD : undefined}
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
        !isAllowed ? null : !mayUpload ? (
          <WhyNoUpload data={data} />
        ) : data.upload ? (
          <UploadForm
            choices={data.upload}
            folderId={oneOf(query.filters['carpetaId'])}
            documentTypeId={oneOf(query.filters['tipoDocumentoId'])}
          />
        ) : null
      }
      empty={
        isAllowed
          ? { text: <PointerWords mouse="Arrastre el primero a esta página." touch="Toque «Cargar» para agregar el primero." /> }
          : {}
      }
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

const ACTS: readonly BulkAct[] = [{ intent: 'zip', label: 'Descargar en ZIP', icon: 'download', download: `${LIST_URL}/zip` }];

const cell = ownCell<ListedFile>();
export const FILE_CELLS = {
  nombre: cell(['nombre'], ({ nombre }, _shown, { href }) => {
    const kind = fileKind(nombre);
    return (
      <a href={href}>
        <FileIcon kind={kind} label={fileKindLabel(kind)} /> {withVisibleEnd(nombre)}
      </a>
    );
  }),
};

/** Download link in a row; deleted files cannot be downloaded. */
const DOWNLOAD: RowExtra<ListedFile> = {
  head: <span className="sr-only">Descargar</span>,
  className: 'from-sm',
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
  const list = await loadList(args, { find, own: FILE_CELLS });
  return { ...list, hasAgency: requireStaff(args.context).agencyId !== '' };
}

/** `intent` restore or deactivate of the selected files (`ids`); restore is also the undo ("Deshacer"). */
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
    bulk: /* @__PURE__ */ bulkVerb(LIST_URL),
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

/** An undo that restores deleted files. */
export function undoOf(ids: readonly string[]): Undo {
  return { restores: 'records', menu: 'briefcase-files', ids };
}
