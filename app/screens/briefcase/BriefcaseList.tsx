import Upload from 'lucide-react/icons/upload';
import type { Choice } from '#server/features/briefcase/find-choices.ts';
import { formatDay } from '#server/domain/dates.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar, type FilterChip, type FilterSelect } from '../../ui/FilterBar.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { ListTable, shownColumns } from '../../ui/ListTable.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { withParams } from '../../ui/search-params.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BulkBar, rowChoice } from '../lists/BulkBar.tsx';
import { ColumnChoice } from '../lists/ColumnChoice.tsx';
import { dateRange } from '../lists/date-range.ts';
import { DOWNLOAD, fileColumns } from './file-columns.tsx';
import { LIST_URL } from './file-links.ts';
import type { BriefcaseListData } from './list-data.ts';
import { UPLOAD_ANCHOR, UploadArea } from './UploadArea.tsx';

const FILE_NOUN = { singular: 'archivo', plural: 'archivos', gender: 'm' } as const;
const FILE_CHOICE = rowChoice(({ nombre }: { id: string; nombre: string }) => nombre);
const FILTERS = [
  { name: 'carpetaId', label: 'Carpeta', allLabel: 'Carpeta: todas', choices: 'folders' },
  { name: 'tipoDocumentoId', label: 'Tipo de documento', allLabel: 'Tipo: todos', choices: 'documentTypes' },
  { name: 'agenciaId', label: 'Agencia', allLabel: 'Agencia: todas', choices: 'agencies' },
  { name: 'userId', label: 'Cargado por', allLabel: 'Cargado por: todos', choices: 'users' },
] as const;

/** The files of the Maletín: find, filter, and drop new ones anywhere on the page. */
export function BriefcaseList({ data }: { data: BriefcaseListData }) {
  const { page, search, choices, upload, hasAgency, chosen } = data;
  const columns = fileColumns(search.slice(1));
  const shown = shownColumns(columns, chosen);
  const [folders, types, agencies, users] = FILTERS.map(({ name, label, allLabel, choices: from }) =>
    selectOf(name, label, allLabel, page.query.filters[name], choices[from]),
  );
  const chips = chipsOf(data);
  const mayUpload = hasAgency && upload.folders.length > 0 && upload.documentTypes.length > 0;
  return (
    <div className="group/list">
      <PageHead
        title="Archivos"
        count={formatTotal(page.total, page.totalIsCapped)}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={
          <>
            <ColumnChoice columns={columns} shown={shown} chosen={chosen !== null} search={search} />
            <ExportMenu action={`${LIST_URL}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
        primary={
          mayUpload ? (
            <ButtonLink look="primary" icon={Upload} href={`#${UPLOAD_ANCHOR}`} data-nav="off" data-key="n">
              <span>
                Cargar <span className="max-sm:sr-only">archivos</span>
              </span>
            </ButtonLink>
          ) : null
        }
      />
      {mayUpload ? (
        <UploadArea
          choices={upload}
          folderId={page.query.filters.carpetaId ?? ''}
          documentTypeId={page.query.filters.tipoDocumentoId ?? ''}
        />
      ) : (
        <WhyNoUpload data={data} />
      )}
      <FilterBar
        search={search}
        q={page.query.q}
        searchLabel="Buscar archivos"
        selects={[folders, types].filter((select) => select !== undefined)}
        dates={dateRange(page.query.dates, search)}
        more={[agencies, users, deletedSelect(page.query.isActive)].filter((select) => select !== undefined)}
        chips={chips}
      />
      {page.rows.length === 0 ? (
        <NothingFound filters={chips.length} deleted={!page.query.isActive} />
      ) : (
        <>
          <ListTable
            caption="Archivos del Maletín"
            columns={shown}
            rows={page.rows}
            sorting={page.query}
            search={search}
            chosen={chosen !== null}
            editable
            before={FILE_CHOICE}
            after={DOWNLOAD}
          />
          <BulkBar action={LIST_URL + search} noun={FILE_NOUN} active={page.query.isActive} />
          <Pager {...page} shown={page.rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </div>
  );
}

function WhyNoUpload({ data: { hasAgency, upload } }: { data: BriefcaseListData }) {
  const reason = !hasAgency
    ? 'Para cargar archivos su usuario necesita una agencia. Puede asignarla un Administrador.'
    : upload.folders.length === 0
      ? 'Usted no tiene carpetas asignadas. Puede asignarlas un Administrador.'
      : 'Todavía no hay tipos de documento activos.';
  return <p className="mb-3 text-muted">{reason}</p>;
}

function NothingFound({ filters, deleted }: { filters: number; deleted: boolean }) {
  if (filters === 1 && deleted)
    return <EmptyState title="No hay archivos eliminados." actions={<ButtonLink href={LIST_URL}>Ver los que están en uso</ButtonLink>} />;
  if (filters === 0) return <EmptyState title="Todavía no hay archivos. Arrastre el primero a esta página." />;
  return (
    <EmptyState
      title="Ningún archivo coincide con lo que busca."
      actions={<ButtonLink href={LIST_URL}>Quitar búsqueda y filtros</ButtonLink>}
    />
  );
}

function selectOf(name: string, label: string, allLabel: string, value: string | undefined, choices: readonly Choice[]): FilterSelect {
  return { name, label, allLabel, value: value ?? '', options: choices.map((choice) => ({ value: choice.id, label: choice.name })) };
}

function deletedSelect(isActive: boolean): FilterSelect {
  return {
    name: 'isActive',
    label: 'Archivos',
    allLabel: 'En uso',
    value: isActive ? '' : 'false',
    options: [{ value: 'false', label: 'Eliminados' }],
  };
}

function chipsOf({ page: { query }, search, choices }: BriefcaseListData): FilterChip[] {
  const filters = FILTERS.flatMap(({ name, label, choices: from }) => {
    const value = query.filters[name];
    if (value === undefined) return [];
    const chosen = choices[from].find((choice) => choice.id === value);
    return [{ label: `${label}: ${chosen?.name ?? 'desconocido'}`, removeHref: withParams(search, { [name]: null }) }];
  });
  const { from, to } = query.dates;
  return [
    ...(query.q === '' ? [] : [{ label: `Búsqueda: ${query.q}`, removeHref: withParams(search, { q: null }) }]),
    ...filters,
    ...(from ? [{ label: `Desde ${formatDay(from)}`, removeHref: withParams(search, { from: null }) }] : []),
    ...(to ? [{ label: `Hasta ${formatDay(to)}`, removeHref: withParams(search, { to: null }) }] : []),
    ...(query.isActive ? [] : [{ label: 'Solo eliminados', removeHref: withParams(search, { isActive: null }) }]),
  ];
}
