import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ListedUnread } from '#server/features/unread/find-unread.ts';
import { formAction } from '../forms/form-action.ts';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { linkedCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { SETTINGS_CRUMB } from '../settings/settings-crumb.ts';

const CELLS = { name: linkedCell<ListedUnread>() };

export async function loadUnreadList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.unread.findUnreadPage, own: CELLS });
}

export const actOnUnreadList = /* @__PURE__ */ formAction(
  { menu: 'settings-machinery', of: 'la lista' },
  { bulk: /* @__PURE__ */ bulkVerb('/settings/unread') },
);

/** Document contents that the portal could not read, to be corrected where they are written, or left. */
export function UnreadList() {
  const data = useLoaderData<typeof loadUnreadList>();
  return (
    <ListScreen
      data={data}
      own={CELLS}
      title="Datos por revisar"
      subtitle="Lo que guarda un documento y el portal no pudo leer. Nada se ha cambiado: corríjalo en el registro o en el programa que lo escribe."
      under={SETTINGS_CRUMB}
      searchLabel="Registro, campo, valor o motivo"
      choice={ROW_CHOICE}
      empty={{
        title: 'Todo lo guardado se lee bien.',
        text: 'Aquí aparece cada dato que otro programa escribió de una forma que el portal no entiende: una fecha, un monto, una agencia que no existe.',
      }}
    />
  );
}
