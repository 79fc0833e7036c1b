import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { menuHref, SETTINGS_PARTS } from '#server/domain/menu.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { requestCode } from '#server/domain/request-code.ts';
import type { AuditEntryView } from '#server/features/audit/get-entry.ts';
import { requireStaff } from '../../context.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { backOf, listHref } from '../../record-links.ts';
import { SETTINGS_CRUMB } from '../settings/settings-crumb.ts';

export async function loadAuditEntry({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'audit');
  const entry = await context.portal.auditTrail.getEntry({ actor, database: params['database'] ?? '', id: params['id'] ?? '' });
  return { entry, opensSettings: SETTINGS_PARTS.some((menu) => canOpen(actor, menu)), back: backOf(new URL(request.url)) };
}

/** One audit entry: who, what, and the values before and after. */
export function AuditEntry() {
  const { entry, opensSettings, back } = useLoaderData<typeof loadAuditEntry>();
  const { person, target, isSealed } = entry;
  return (
    <>
      <PageHead
        title={entry.action}
        crumbs={[
          ...(opensSettings ? [SETTINGS_CRUMB] : []),
          { label: 'Auditoría', href: listHref(menuHref('audit'), back) },
          { label: entry.action },
        ]}
      />
      <div className="grid gap-4">
        <FactCard
          title="Entrada"
          facts={{
            Fecha: <time dateTime={entry.at || undefined}>{formatDateTimeSeconds(entry.at)}</time>,
            Persona: <MaybeLink name={person.name} href={person.href} />,
            Registro: (
              <>
                {target.word} <MaybeLink name={target.name} href={target.href} />
              </>
            ),
            Canal: entry.channel || null,
            'Base de datos': entry.database,
            Ruta: <code className="break-all">{target.path}</code>,
            Solicitud: entry.requestId === '' ? null : <code title={entry.requestId}>{requestCode(entry.requestId)}</code>,
            Sello: isSealed ? <StatusLabel tone="good">Sellada</StatusLabel> : <StatusLabel tone="waiting">Aún sin sellar</StatusLabel>,
          }}
        />
        <Card title={entry.hasBefore ? 'Antes y después' : 'Lo que se guardó'}>
          <ChangedFields {...entry} />
        </Card>
      </div>
    </>
  );
}

function ChangedFields({ fields, hasBefore }: Pick<AuditEntryView, 'fields' | 'hasBefore'>) {
  if (fields.length === 0) return <p className="text-muted">Esta acción no guarda datos.</p>;
  const side = (label: string, text: (field: AuditEntryView['fields'][number]) => string) => ({
    label,
    look: 'align-top whitespace-pre-wrap wrap-anywhere',
    cell: (field: AuditEntryView['fields'][number]) => text(field) || <span className="text-muted">Sin dato</span>,
  });
  return (
    <PlainTable
      caption="Campos de la entrada"
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { label: 'Campo', look: 'align-top font-medium', cell: ({ label, name }) => <span title={name}>{label}</span> },
        ...(hasBefore ? [side('Antes', ({ before }) => before)] : []),
        side(hasBefore ? 'Después' : 'Valor', ({ after }) => after),
      ]}
    />
  );
}

function MaybeLink({ name, href }: { name: string; href: string | null }) {
  if (href === null) return name;
  return (
    <a className="text-link" href={href}>
      {name}
    </a>
  );
}
