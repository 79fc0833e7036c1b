import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '../../context.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../../record-links.ts';
import { SETS_URL, SIMULATION_URL } from './set-links.ts';

export async function loadSetList(args: LoaderFunctionArgs) {
  const page = await loadList(args, { find: args.context.portal.permissionSets.findSets });
  return { ...page, canCreate: requireStaff(args.context).role === ADMIN_ROLE };
}

/** Permission sets for digitized documents, each with how many people have it. */
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
