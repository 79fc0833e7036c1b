import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import type { ListedEntry } from '#server/features/audit/find-entries.ts';
import { linkedCell, ownCell } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { sealNotes, SealNotes } from './SealNotes.tsx';
import { pageLink } from '../../ui/page-link.tsx';

export const AUDIT_CELLS = {
  createdAt: linkedCell<ListedEntry>(),
  target: ownCell<ListedEntry>()(
    ['target'],
    ({ target: { name, href } }, word) => (
      <>
        <span className="text-muted">{word}</span> {pageLink(href, name)}
      </>
    ),
    undefined,
    ({ target: { word, name } }) => `${word} ${name}`,
  ),
};

export async function loadAuditList(args: LoaderFunctionArgs) {
  const { states, ...data } = await loadList(args, { find: args.context.portal.auditTrail.findEntries, own: AUDIT_CELLS });
  return { ...data, notes: sealNotes(states, new Date()) };
}

/** Who did what, in both databases, and up to when the log is proved untampered. */
export function AuditList() {
  const { notes, ...data } = useLoaderData<typeof loadAuditList>();
  return (
    <ListScreen
      data={data}
      own={AUDIT_CELLS}
      title="Auditoría"
      above={
        <>
          <p className="mb-3 text-muted">
            Entradas al portal, rechazos y lecturas se ven también aparte, en{' '}
            <a className="text-link" href="/settings/security">
              Seguridad
            </a>
            .
          </p>
          <SealNotes notes={notes} />
        </>
      }
      searchLabel="Persona, acción o registro"
      empty={{ text: 'Cada cambio que alguien guarda deja aquí una entrada.' }}
    />
  );
}

export async function loadSecurity(args: LoaderFunctionArgs) {
  const { states: _states, ...data } = await loadList(args, { find: args.context.portal.auditTrail.findSecurity, own: AUDIT_CELLS });
  return data;
}

/** Who signed in, who was refused, who viewed what, and which rights were granted. */
export function Security() {
  const data = useLoaderData<typeof loadSecurity>();
  return (
    <ListScreen
      data={data}
      own={AUDIT_CELLS}
      title="Seguridad"
      above={
        <p className="mb-3 text-muted">
          Los rechazos de quien no ha entrado se cuentan por persona y red cada cuarto de hora.{' '}
          <a className="text-link" href="/reports/security">
            Por día, persona y acción
          </a>
          {' · '}
          <a className="text-link" href={menuHref('audit')}>
            Toda la auditoría
          </a>
        </p>
      }
      searchLabel="Persona, acción, red o equipo"
      empty={{ text: 'Cada entrada al portal, cada rechazo y cada lectura de un asociado deja aquí una línea.' }}
    />
  );
}
