import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { formatDateLong, startOfDay, formatDate } from '#server/domain/dates.ts';
import { formatDpi } from '#server/domain/digit-groups.ts';
import { menuHref } from '#server/domain/menu.ts';
import { quoteKindLabel } from '#server/features/quotes/domain/quotes.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FactCard, Card } from '../../ui/Card.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { RecordColumns } from '../../ui/RecordColumns.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { SHOWN, type Shown, type ShownFacts } from './act-on-customer.ts';
import { NotesCard } from '../notes/NotesCard.tsx';
import { backOf, listHref, recordHref } from '../../record-links.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import type { MemberDocument } from '#server/features/documents/find-member-documents.ts';

export async function loadCustomer({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context, 'customers');
  const customer = await context.portal.customers.getCustomer({ actor, requestId: context.requestId, id: params['id'] ?? '' });
  const papers = canOpen(actor, 'digitalization-documents')
    ? await context.portal.digitalization.findMemberDocuments({ actor, memberId: customer.id })
    : null;
  const prospects = canOpen(actor, 'quotes') ? await context.portal.quotes.findQuotesOfMember({ actor, memberId: customer.id }) : [];
  const notes = await context.portal.notes.findNotes({ actor, record: `clientes/${customer.id}` });
  return {
    customer,
    isMasked: !actor.seesWhole,
    papers,
    prospects,
    notes,
    back: backOf(new URL(request.url)),
    freshness: freshnessOf(context),
  };
}

/** One customer, as the core system has them. */
export function CustomerRecord() {
  const { customer: stored, isMasked, papers, prospects, notes, back, freshness } = useLoaderData<typeof loadCustomer>();
  const answer = useActionData<ShownFacts | LostConnection>();
  const whole = answer && 'shown' in answer ? answer.shown : {};
  const customer = { ...stored, ...whole };
  const show = (field: Shown) =>
    isMasked && stored[field] !== '' && whole[field] === undefined ? <Show field={field} shown={whole} /> : null;
  const title = customer.nombre || customer.codigo || customer.id;
  const { fechaAsociacion } = customer;
  return (
    <>
      <PageHead
        title={title}
        state={<StateLabel on={customer.estado} />}
        subtitle={
          <>
            {[customer.codigo, customer.agencyName].filter(Boolean).join(' · ')}
            {customer.telefono === '' ? null : (
              <>
                {' · '}
                <PhoneLink telefono={customer.telefono} />
              </>
            )}
          </>
        }
        crumbs={[{ label: 'Asociados', href: listHref(menuHref('customers'), back) }, { label: title }]}
        freshness={<FreshnessNote {...freshness} />}
      />
      <ActNotice className="mb-4" answer={answer} undone="No se pudo mostrar el dato" />
      <RecordColumns
        side={
          <>
            {prospects.length > 0 ? <MemberProspects prospects={prospects} /> : null}
            {papers ? <MemberDocuments {...papers} said={stored.codigo || stored.nombre} /> : null}
            <NotesCard data={notes} />
          </>
        }
      >
        <FactCard
          title="Identificación"
          facts={{
            Código: customer.codigo,
            Nombre: customer.nombre,
            DPI: customer.dpi ? (
              <>
                <span className="tabular">{formatDpi(customer.dpi)}</span> {show('dpi')}
              </>
            ) : null,
          }}
        />
        <FactCard
          title="Contacto"
          facts={{
            Teléfono: (
              <>
                <PhoneLink telefono={customer.telefono} /> {show('telefono')}
              </>
            ),
            'Correo electrónico': <MailLink correo={customer.correo} />,
          }}
        />
        <FactCard
          title="Asociación"
          facts={{
            Agencia: pageLink(customer.pages.agency, customer.agencyName),
            'Fecha de asociación': fechaAsociacion === '' ? null : formatDateLong(startOfDay(fechaAsociacion)),
          }}
        >
          <p className="mt-3 text-muted">Estos datos vienen del sistema central de la cooperativa y no se modifican en el portal.</p>
        </FactCard>
      </RecordColumns>
    </>
  );
}

/** A button that reveals one more field; those already revealed stay visible. */
function Show({ field, shown }: { field: Shown; shown: Partial<Record<Shown, string>> }) {
  return (
    <Form method="post" className="inline">
      {Object.keys(shown).map((name) => (
        <input key={name} type="hidden" name="ver" value={name} />
      ))}
      <Button type="submit" small name="ver" value={field} title="Queda en la auditoría">
        Ver {SHOWN[field]}
      </Button>
    </Form>
  );
}

type Prospects = Awaited<ReturnType<typeof loadCustomer>>['prospects'];

function MemberProspects({ prospects }: { prospects: Prospects }) {
  return (
    <Card title="Prospecciones">
      <ul className="grid gap-1.5">
        {prospects.map(({ id, tipo, createdAt }) => (
          <li key={id}>
            <a className="text-link" href={recordHref(menuHref('quotes'), id)} data-nav="">
              {quoteKindLabel(tipo)} del {formatDate(createdAt)}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The digitized documents that name a member, as far as the viewer may see them. */
function MemberDocuments({ documents, hasMore, said }: { documents: readonly MemberDocument[]; hasMore: boolean; said: string }) {
  return (
    <Card
      title="Documentos digitalizados"
      actions={
        documents.length === 0 ? null : (
          <ButtonLink href={`${menuHref('digitalization-documents')}?${new URLSearchParams({ q: said }).toString()}`} small data-nav="">
            Ver en la lista
          </ButtonLink>
        )
      }
    >
      {documents.length === 0 ? (
        <p className="text-muted">Ningún documento que usted pueda ver lo nombra.</p>
      ) : (
        <ul className="grid gap-1.5">
          {documents.map(({ id, documentName, typeName, stateName, hasFile, createdAt }) => (
            <li key={id} className="flex flex-wrap gap-x-3 wrap-anywhere">
              <a className="text-link" href={recordHref(menuHref('digitalization-documents'), id)} data-nav="">
                {documentName || id}
              </a>
              <span className="text-muted">
                {[typeName, stateName, ...(hasFile ? [] : ['sin archivo']), formatDate(createdAt)].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="mt-2 text-muted">Se muestran los {documents.length} más recientes.</p> : null}
    </Card>
  );
}
