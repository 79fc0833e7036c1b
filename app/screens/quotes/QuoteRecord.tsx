import { Form } from '@remix-run/react';
import { dayOf, formatDateTimeLong } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import {
  lastFollowUpLabel,
  loanTypeLabel,
  NAMELESS_QUOTE,
  nextContactLabel,
  quoteKindLabel,
  quoteStateLabel,
} from '#server/features/quotes/domain/quotes.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { listHref, recordHref } from '../../record-links.ts';
import { StoryCard } from '../files/StoryCard.tsx';
import { FreshForm } from '../forms/FreshForm.tsx';
import { NotesCard } from '../notes/NotesCard.tsx';
import { FollowUpForm } from './FollowUpForm.tsx';
import { FollowUpTimeline } from './FollowUpTimeline.tsx';
import type { QuoteRecordData } from './quote-data.ts';
import { LIST_URL } from './quote-links.ts';
import { contactTone, stallTone } from './stall-tone.ts';

/** A quote: who wants what, its log, and the form for the next follow-up. */
export function QuoteRecord({ data }: { data: QuoteRecordData }) {
  const { quote, back } = data;
  const title = quote.nombre || NAMELESS_QUOTE;
  const mayChange = useMay()('quotes', 'change');
  return (
    <>
      <PageHead
        title={title}
        state={
          <StatusLabel tone={quote.estado ? 'plain' : outcomeTone(quote.outcome)}>
            {quoteStateLabel(quote.estado, quote.outcome)}
          </StatusLabel>
        }
        subtitle={
          <>
            {[quoteKindLabel(quote.tipo), quote.agencyName].filter(Boolean).join(' · ')}
            {quote.telefono === '' ? null : (
              <>
                {' · '}
                <PhoneLink telefono={quote.telefono} />
              </>
            )}
          </>
        }
        crumbs={[{ label: 'Prospecciones', href: listHref(LIST_URL, back) }, { label: title }]}
        secondary={mayChange && quote.estado && quote.responsable === '' ? <TakeButton data={data} /> : null}
        primary={
          mayChange ? (
            <ButtonLink
              icon={quote.registradaPor === '' ? 'user-plus' : 'pencil'}
              href={recordHref(LIST_URL, quote.id, { mode: 'edit', back })}
              data-key="e"
            >
              {quote.registradaPor === '' ? 'Asignar' : 'Editar'}
            </ButtonLink>
          ) : null
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="grid gap-4 lg:order-2">
          <FactCard title="Atención" facts={careOf(data)} />
          <FactCard
            title="Datos"
            facts={factsOf(data)}
            technical={{ Código: <code className="text-[0.8125rem] break-all">{quote.id}</code> }}
          />
          <StoryCard story={data.story} />
        </div>
        <div className="grid gap-4">
          {mayChange ? (
            <Card title="Nuevo seguimiento" className="no-print">
              <FreshForm token={data.formToken} given={data.formToken}>
                {(formToken) => <FollowUpForm data={{ ...data, formToken }} />}
              </FreshForm>
            </Card>
          ) : null}
          <Card
            title="Bitácora"
            actions={<span className="text-muted">{countOf(quote.followUps.length, 'seguimiento', 'seguimientos')}</span>}
          >
            <FollowUpTimeline followUps={quote.followUps} me={data.me} />
          </Card>
          <NotesCard data={data.notes} />
        </div>
      </div>
    </>
  );
}

function TakeButton({ data: { quote, back } }: { data: QuoteRecordData }) {
  return (
    <Form method="post" action={recordHref(LIST_URL, quote.id, { back })} className="contents">
      <Button type="submit" name="intent" value="take">
        Tomar a mi cargo
      </Button>
    </Form>
  );
}

/** The quote's state, and who is to do what next. */
function careOf({ quote, labels }: QuoteRecordData): Facts {
  const { estado, outcome, proximoContacto, ownerName, motivoPerdida, asociadoId, memberName, pages } = quote;
  const today = dayOf(new Date());
  return {
    ...(motivoPerdida !== '' && outcome === 'perdida' && { [labels.motivoPerdida]: motivoPerdida }),
    ...(asociadoId !== '' && { [labels.asociadoId]: pageLink(pages.member, memberName || asociadoId) }),
    [labels.responsable]: ownerName === '' ? <span className="text-muted">Nadie</span> : pageLink(pages.owner, ownerName),
    ...(estado && {
      [labels.proximoContacto]:
        proximoContacto === '' ? (
          <span className="text-muted">Sin fecha</span>
        ) : (
          <StatusLabel tone={contactTone(proximoContacto, today)}>{nextContactLabel(proximoContacto, today)}</StatusLabel>
        ),
      'Último seguimiento': (
        <StatusLabel tone={stallTone(quote.days, quote.followUps.length > 0)}>
          {lastFollowUpLabel(quote.days, quote.followUps.length > 0)}
        </StatusLabel>
      ),
    }),
  };
}

function outcomeTone(outcome: string): StatusTone {
  return outcome === 'perdida' ? 'bad' : outcome === '' ? 'off' : 'good';
}

/**
 * Formatted as in lists, files and search (docs/decisions/011-quotes.md), plus a note when none is stored, which is not the same as zero.
 */
const amountOf = (amount: number | null) => (
  <>
    <span className="tabular">{formatQuetzales(amount)}</span>
    {amount === null ? <span className="text-muted"> · sin dato</span> : null}
  </>
);

function factsOf({ quote, labels }: QuoteRecordData): Facts {
  return {
    [labels.tipo]: quoteKindLabel(quote.tipo),
    ...(quote.tipoPrestamo !== '' && { [labels.tipoPrestamo]: loanTypeLabel(quote.tipoPrestamo) }),
    [labels.monto]: amountOf(quote.monto),
    [labels.plazoMeses]: quote.plazoMeses === null ? null : formatCount(quote.plazoMeses),
    [labels.cuota]: amountOf(quote.cuota),
    [labels.telefono]: <PhoneLink telefono={quote.telefono} />,
    [labels.correo]: <MailLink correo={quote.correo} />,
    [labels.agencia]: pageLink(quote.pages.agency, quote.agencyName),
    Fecha: formatDateTimeLong(quote.createdAt),
    ...(quote.authorName !== '' && { [labels.registradaPor]: pageLink(quote.pages.author, quote.authorName) }),
  };
}
