import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import type { ListedEntry } from '#server/features/audit-trail/find-entries.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { sealNotes, SealNotes } from './SealNotes.tsx';

const LIST_URL = menuHref('audit');

const column = columnsOf<ListedEntry>();
export const AUDIT_COLUMNS = [
  column({
    name: 'createdAt',
    label: 'Fecha',
    fields: ['createdAt', 'href'],
    look: 'nowrap tabular w-36! sm:w-40!',
    cell: ({ createdAt, href }, back) => (
      <a href={back === '' ? href : `${href}?back=${encodeURIComponent(back)}`}>{shortDateTime(createdAt)}</a>
    ),
  }),
  column({ name: 'person', label: 'Persona', fields: ['person'], look: 'cut', from: 'sm' }),
  column({ name: 'action', label: 'Acción', fields: ['action'], look: 'cut' }),
  column({
    name: 'target',
    label: 'Registro',
    fields: ['target'],
    look: 'cut sm:w-1/3!',
    from: 'sm',
    cell: ({ target: { word, name, href } }) => (
      <>
        <span className="text-muted">{word}</span>{' '}
        {href === null ? (
          name
        ) : (
          <a className="text-link" href={href}>
            {name}
          </a>
        )}
      </>
    ),
  }),
  column({ name: 'database', label: 'Base de datos', fields: ['database'], look: 'nowrap', from: 'lg' }),
];

export async function loadAuditList(args: LoaderFunctionArgs) {
  const { states, ...data } = await loadList(args, {
    id: 'auditoria',
    url: LIST_URL,
    columns: AUDIT_COLUMNS,
    find: args.context.portal.auditTrail.findEntries,
  });
  return { ...data, notes: sealNotes(states, new Date()) };
}

/** Who did what, in both databases, and up to when it is proved that nobody touched it since. */
export function AuditList() {
  const { notes, ...data } = useLoaderData<typeof loadAuditList>();
  return (
    <ListScreen
      data={data}
      columns={AUDIT_COLUMNS}
      title="Auditoría"
      above={<SealNotes notes={notes} />}
      searchLabel="Persona, acción o registro"
      empty={{ text: 'Cada cambio que alguien guarda deja aquí una entrada.' }}
    />
  );
}
