import { useLoaderData } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { menuHref } from '#server/domain/menu.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import {
  lastFollowUpLabel,
  loanTypeLabel,
  NAMELESS_QUOTE,
  quoteKindLabel,
  quoteStateLabel,
} from '#server/features/quotes/domain/quotes.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { listHref } from '../../record-links.ts';
import { FollowUpForm } from './FollowUpForm.tsx';
import { FollowUpTimeline } from './FollowUpTimeline.tsx';
import type { loadQuote, QuoteRecordData } from './quote-data.ts';
import { stallTone } from './stall-tone.ts';

/** A quote: who wants what, beside everything that was done about it and the form for the next step. */
export function QuoteRecord() {
  const data = useLoaderData<typeof loadQuote>();
  const { quote, back } = data;
  const title = quote.nombre || NAMELESS_QUOTE;
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Prospecciones', href: listHref(menuHref('quotes'), back) }, { label: title }]} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="grid gap-4 lg:order-2">
          <FactCard title="Datos" facts={factsOf(data)} />
        </div>
        <div className="grid gap-4">
          <Card title="Nuevo seguimiento" className="no-print">
            <FollowUpForm key={data.formToken} data={data} />
          </Card>
          <Card
            title="Bitácora"
            actions={<span className="text-muted">{countOf(quote.followUps.length, 'seguimiento', 'seguimientos')}</span>}
          >
            <FollowUpTimeline followUps={quote.followUps} me={data.me} />
          </Card>
        </div>
      </div>
    </>
  );
}

function factsOf({ quote, labels }: QuoteRecordData): Facts {
  return {
    [labels.estado]: <StatusLabel tone={quote.estado ? 'plain' : 'off'}>{quoteStateLabel(quote.estado)}</StatusLabel>,
    ...(quote.estado && {
      'Último seguimiento': (
        <StatusLabel tone={stallTone(quote.days)}>{lastFollowUpLabel(quote.days, quote.followUps.length > 0)}</StatusLabel>
      ),
    }),
    [labels.tipo]: quoteKindLabel(quote.tipo),
    ...(quote.tipoPrestamo !== '' && { [labels.tipoPrestamo]: loanTypeLabel(quote.tipoPrestamo) }),
    [labels.monto]: <span className="tabular">{formatQuetzales(quote.monto)}</span>,
    [labels.plazoMeses]: quote.plazoMeses === null ? null : formatCount(quote.plazoMeses),
    [labels.cuota]: <span className="tabular">{formatQuetzales(quote.cuota)}</span>,
    [labels.telefono]: <PhoneLink telefono={quote.telefono} />,
    [labels.correo]: <MailLink correo={quote.correo} />,
    [labels.agencia]: quote.agencyName,
    Fecha: formatDateTimeLong(quote.createdAt),
    Código: <code className="text-[0.8125rem] break-all">{quote.id}</code>,
  };
}
