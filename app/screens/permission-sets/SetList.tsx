import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SCOPE_LABELS } from '#server/domain/document-permission-words.ts';
import { formatCount } from '#server/domain/text.ts';
import type { PermissionSetRow } from '#server/features/permission-sets/set-list.ts';
import type { Listed } from '#server/read-model/read-model.ts';
import { requireStaff } from '../../context.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { columnsOf } from '../../ui/ListTable.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';
import { SETS_URL, SIMULATION_URL } from './set-links.ts';

const column = columnsOf<Listed<PermissionSetRow>>();
export const SET_COLUMNS = [
  column({
    name: 'title',
    label: 'Nombre',
    fields: ['id', 'title'],
    look: 'cut sm:w-1/3!',
    cell: ({ id, title }, back) => <a href={recordHref(SETS_URL, id, { back })}>{title || id}</a>,
  }),
  column({
    name: 'agencyScope',
    label: 'Documentos de',
    fields: ['agencyScope'],
    look: 'cut sm:w-1/3!',
    from: 'sm',
    cell: ({ agencyScope }) => SCOPE_LABELS[agencyScope],
  }),
  column({ name: 'people', label: 'Personas', fields: ['people'], look: 'num', cell: ({ people }) => formatCount(people) }),
  column({
    name: 'updatedAt',
    label: 'Última modificación',
    fields: ['updatedAt'],
    look: 'nowrap tabular',
    from: 'md',
    cell: ({ updatedAt }) => shortDateTime(updatedAt),
  }),
];

export async function loadSetList(args: LoaderFunctionArgs) {
  const page = await loadList(args, {
    id: 'permisos_documentos',
    url: SETS_URL,
    columns: SET_COLUMNS,
    find: args.context.portal.permissionSets.findSets,
  });
  return { ...page, canCreate: requireStaff(args.context).role === ADMIN_ROLE };
}

/** What people may do with digitized documents: sets, each with how many people have it. */
export function SetList() {
  const { canCreate, ...data } = useLoaderData<typeof loadSetList>();
  const create = canCreate ? (
    <ButtonLink look="primary" icon="plus" href={recordHref(SETS_URL, 'new', { back: data.search.slice(1) })} data-key="n">
      <span>
        Nuevo <span className="max-lg:sr-only">conjunto</span>
      </span>
    </ButtonLink>
  ) : null;
  return (
    <ListScreen
      data={data}
      columns={SET_COLUMNS}
      title="Permisos de documentos"
      searchLabel="Nombre del conjunto"
      empty={{
        text: 'Un conjunto dice qué puede hacer una persona con los documentos de cada tipo. Quien no tiene ninguno no puede nada.',
        action: create,
      }}
      editable={canCreate}
      subtitle={
        <a className="text-link inline-block py-0.5" href={SIMULATION_URL}>
          Ver qué puede una persona, y por qué
        </a>
      }
      primary={create}
    />
  );
}
