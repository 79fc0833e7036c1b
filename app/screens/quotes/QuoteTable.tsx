import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { daysLabel, loanTypeLabel, quoteKindLabel, quoteStateLabel } from '#server/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedQuote, QuotePage } from '#server/quotes/find-quotes.ts';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { recordHref } from '../catalog/catalog-links.ts';
import { LIST_URL } from './list-url.ts';
import { stallTone } from './stall-tone.ts';

/** Rows are plain elements: a component per cell makes server rendering several times slower. */
export function QuoteTable({ page, search }: { page: QuotePage; search: string }) {
  const back = search.slice(1);
  const sorting = { current: page.query, search };
  return (
    <TableFrame caption="Prospecciones" wide>
      <thead>
        <tr>
          <SortHead name="nombre" label="Nombre" {...sorting} />
          <SortHead name="dias" label="Sin seguimiento" {...sorting} first="desc" />
          <th scope="col">Teléfono</th>
          <th scope="col">Tipo</th>
          <SortHead name="monto" label="Monto" {...sorting} numeric />
          <SortHead name="cuota" label="Cuota" {...sorting} numeric />
          <th scope="col">Estado</th>
          <th scope="col" className="max-xl:hidden">
            Última etapa
          </th>
          <th scope="col" className="max-xl:hidden">
            Agencia
          </th>
          <SortHead name="createdAt" label="Fecha" {...sorting} first="desc" />
        </tr>
      </thead>
      <tbody>
        {page.rows.map((quote) => (
          <tr key={quote.id}>
            <td className="key cut max-w-52!" title={quote.nombre}>
              <a href={recordHref(LIST_URL, quote.id, { back })}>{quote.nombre || 'Sin nombre'}</a>
            </td>
            <td title={quote.lastFollowUpAt ? `Último seguimiento: ${formatDateTime(quote.lastFollowUpAt)}` : 'Sin ningún seguimiento'}>
              {quote.estado ? <StatusLabel tone={stallTone(quote.days)}>{daysLabel(quote.days)}</StatusLabel> : null}
            </td>
            <td className="nowrap tabular">{quote.telefono}</td>
            <td className="cut max-w-46!" title={kindText(quote)}>
              {kindText(quote)}
            </td>
            <td className="num">{formatQuetzales(quote.monto)}</td>
            <td className="num" title={quote.plazoMeses === null ? undefined : countOf(quote.plazoMeses, 'mes', 'meses')}>
              {formatQuetzales(quote.cuota)}
            </td>
            <td>
              <StatusLabel tone={quote.estado ? 'plain' : 'off'}>{quoteStateLabel(quote.estado)}</StatusLabel>
            </td>
            <td className="cut max-w-36! max-xl:hidden">{quote.lastStage}</td>
            <td className="cut max-w-44! max-xl:hidden" title={quote.agencyName}>
              {quote.agencyName}
            </td>
            <td>
              <time dateTime={quote.createdAt}>{formatDate(quote.createdAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function kindText({ tipo, tipoPrestamo }: ListedQuote): string {
  return tipoPrestamo === '' ? quoteKindLabel(tipo) : `${quoteKindLabel(tipo)} · ${loanTypeLabel(tipoPrestamo)}`;
}
