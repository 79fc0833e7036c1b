import { formatDateTimeLong } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { daysLabel, loanTypeLabel, quoteKindLabel, quoteStateLabel } from '#server/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { listHref } from '../lists/record-links.ts';
import { MailLink, PhoneLink } from '../customers/contact-links.tsx';
import { FollowUpForm } from './FollowUpForm.tsx';
import { FollowUpTimeline } from './FollowUpTimeline.tsx';
import { LIST_URL } from './list-url.ts';
import type { QuoteRecordData } from './record-data.ts';
import { stallTone } from './stall-tone.ts';

/** A quote: who wants what, beside everything that was done about it and the form for the next step. */
export function QuoteRecord({ data }: { data: QuoteRecordData }) {
  const { quote, back } = data;
  const title = quote.nombre || 'Sin nombre';
  return (
    <>
      <PageHead title={title} crumbs={[{ label: 'Prospecciones', href: listHref(LIST_URL, back) }, { label: title }]} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="grid gap-4 lg:order-2">
          <Card title="Datos">
            <DescriptionList facts={factsOf(data)} />
          </Card>
        </div>
        <div className="grid gap-4">
          <Card title="Nuevo seguimiento">
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

function factsOf({ quote }: QuoteRecordData) {
  return [
    { label: 'Estado', value: <StatusLabel tone={quote.estado ? 'plain' : 'off'}>{quoteStateLabel(quote.estado)}</StatusLabel> },
    ...(quote.estado
      ? [{ label: 'Sin seguimiento', value: <StatusLabel tone={stallTone(quote.days)}>{daysLabel(quote.days)}</StatusLabel> }]
      : []),
    { label: 'Tipo', value: quoteKindLabel(quote.tipo) },
    ...(quote.tipoPrestamo === '' ? [] : [{ label: 'Tipo de préstamo', value: loanTypeLabel(quote.tipoPrestamo) }]),
    { label: 'Monto', value: <span className="tabular">{formatQuetzales(quote.monto)}</span> },
    { label: 'Plazo', value: quote.plazoMeses === null ? null : countOf(quote.plazoMeses, 'mes', 'meses') },
    { label: 'Cuota mensual', value: <span className="tabular">{formatQuetzales(quote.cuota)}</span> },
    { label: 'Teléfono', value: <PhoneLink telefono={quote.telefono} /> },
    { label: 'Correo electrónico', value: <MailLink correo={quote.correo} /> },
    { label: 'Agencia', value: quote.agencyName },
    { label: 'Fecha', value: formatDateTimeLong(quote.createdAt) },
    { label: 'Código', value: <code className="text-[0.8125rem] break-all">{quote.id}</code> },
  ];
}
