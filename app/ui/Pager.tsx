import { Form } from '@remix-run/react';
import { formatCount, formatTotal } from '#server/domain/text.ts';
import { Button, buttonClass } from './Button.tsx';
import { HiddenParams } from './HiddenParams.tsx';
import { withParams } from './search-params.ts';
import { sentOnChange } from './submit-on-change.ts';
import { Icon, type IconName } from './Icon.tsx';

export interface PageStep {
  page: number;
  cursor: string | null;
}

interface PagerProps {
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Rows on this page. */
  shown: number;
  total: number;
  /** There are more than `total`: shown as "10 000+", without a last page to jump to. */
  totalIsCapped?: boolean;
  /**
   * The neighbouring pages as the server knows them (null: none): their cursors neither repeat nor skip rows. When omitted, pages are
   * linked by number alone.
   */
  previous?: PageStep | null;
  next?: PageStep | null;
  /** Tells on paper where all rows are. */
  allRows?: string | undefined;
  /** `location.search` of the list. */
  search: string;
  /** Page sizes to choose from; when omitted, no choice is shown. */
  pageSizes?: readonly number[];
}

/** "1–25 de 1 240": the part of the list that is shown. */
export function pageText({ page, pageSize, shown, total, totalIsCapped = false }: Omit<PagerProps, 'search'>): string {
  if (shown === 0) return `0 de ${formatTotal(total, totalIsCapped)}`;
  const first = (page - 1) * pageSize + 1;
  const last = first + shown - 1;
  return `${formatCount(first)}–${formatCount(last)} de ${formatTotal(Math.max(total, last), totalIsCapped)}`;
}

/** Pages of a list as links; a step that leads nowhere is shown without a link. */
export function Pager(props: PagerProps) {
  const { page, pageSize, total, totalIsCapped = false, search, pageSizes } = props;
  // All rows fit on a page of any size.
  if (pageSizes && total <= Math.min(...pageSizes) && page === 1) return <p className="tabular mt-3 text-muted">{pageText(props)}</p>;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const {
    previous = page > 1 ? numbered(Math.min(page - 1, totalIsCapped ? page - 1 : lastPage)) : null,
    next = totalIsCapped || page < lastPage ? numbered(page + 1) : null,
  } = props;
  const isAll = page === 1 && next === null;
  const to = ({ page: target, cursor }: PageStep) => withParams(search, { page: target === 1 ? null : target, cursor });
  return (
    <>
      {isAll ? null : (
        <p className="hidden tabular print:block" data-pages="">
          {paperText(props)}
        </p>
      )}
      <div className="no-print mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="tabular text-muted">{pageText(props)}</p>
        <nav aria-label="Páginas" className="flex items-center gap-1" data-nav="">
          <Step label="Primera página" icon="chevron-first" href={page > 1 ? to(numbered(1)) : null} />
          <Step label="Página anterior" icon="chevron-left" href={previous ? to(previous) : null} rel="prev" />
          <Step label="Página siguiente" icon="chevron-right" href={next ? to(next) : null} rel="next" />
          {totalIsCapped ? null : <Step label="Última página" icon="chevron-last" href={page < lastPage ? to(numbered(lastPage)) : null} />}
        </nav>
        {pageSizes ? <PageSize pageSize={pageSize} sizes={pageSizes} search={search} /> : null}
      </div>
    </>
  );
}

export const PRINT_HAS_ALL = 'Para todas las filas use «Imprimir».';

/** A browser prints only the current page of the list: the paper says so. */
function paperText({ page, pageSize, total, totalIsCapped, allRows = '' }: PagerProps): string {
  const of = totalIsCapped ? '' : ` de ${formatCount(Math.ceil(total / pageSize))}`;
  return `Página ${formatCount(page)}${of}. ${allRows}`;
}

const numbered = (page: number): PageStep => ({ page, cursor: null });

function Step({ label, icon, href, rel }: { label: string; icon: IconName; href: string | null; rel?: string }) {
  const className = buttonClass('quiet', true, 'btn-square');
  if (href === null) {
    return (
      <span className={`${className} btn-disabled`} aria-hidden>
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <a className={className} href={href} rel={rel} aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  );
}

/** Rows per page: a GET form (`pageSize`), sent on change; the button shows only without JavaScript. */
function PageSize({ pageSize, sizes, search }: { pageSize: number; sizes: readonly number[]; search: string }) {
  return (
    <Form method="get" autoComplete="off" className="ms-auto flex items-center gap-2">
      <HiddenParams search={search} without={['pageSize']} />
      <label className="flex items-center gap-2 text-muted">
        Filas por página
        <select {...sentOnChange()} name="pageSize" defaultValue={pageSize} className="select select-sm w-20 text-base-content">
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <noscript>
        <Button type="submit" small>
          Aplicar
        </Button>
      </noscript>
    </Form>
  );
}
