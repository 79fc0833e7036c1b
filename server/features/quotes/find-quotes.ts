import { OTHER_KINDS, QUOTE_KINDS, type QuoteKind } from '../../domain/quotes.ts';
import { findAgencyChoices, type Choice } from '../../read-model/pages/choices.ts';
import { findNamedRecords } from '../../read-model/pages/named-records.ts';
import { COUNT_CAP, findPage } from '../../read-model/pages/page-query.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import type { Page } from '../../read-model/read-model.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { searchConditions } from '../../read-model/pages/search-condition.ts';
import { allOf, fragment, joinFragments, trusted } from '../../platform/sql-fragment.ts';
import {
  kindCondition,
  otherConditions,
  QUOTE_SOURCE,
  quoteConditions,
  quoteRequest,
  readQuoteListQuery,
  type QuoteListQuery,
} from './list-query.ts';
import { requireQuotes, type QuoteCall, type QuoteServices } from './quote-services.ts';

export interface QuoteListRow {
  id: string;
  tipo: string;
  tipoPrestamo: string;
  nombre: string;
  telefono: string;
  correo: string;
  /** Quetzales; null when the document holds no amount. */
  monto: number | null;
  plazoMeses: number | null;
  cuota: number | null;
  /** True: pending. */
  estado: boolean;
  lastFollowUpAt: Date | null;
  lastStage: string;
  followUpCount: number;
  /** Guatemala days since the last follow-up, or since creation when there was none. */
  days: number;
  agencyName: string;
  createdAt: Date;
}

/** JSON for the browser. */
export type ListedQuote = Omit<QuoteListRow, 'createdAt' | 'lastFollowUpAt'> & { createdAt: string; lastFollowUpAt: string | null };
export type QuotePage = Page<ListedQuote> & { query: QuoteListQuery; counts: KindCount[] };

/** How many quotes a tab holds; capped like every count. */
export interface KindCount {
  tipo: QuoteKind | typeof OTHER_KINDS;
  count: number;
  isCapped: boolean;
}

export interface QuoteChoices {
  agencies: Choice[];
  /** Stored values that occur. */
  loanTypes: string[];
}

const LOAN_TYPES_MAX = 50;

/** One page and the counts of the tabs; `params` is the list's address, read leniently. Errors: `forbidden`. */
export async function findQuotes(
  services: Pick<QuoteServices, 'sql'>,
  { actor, params }: QuoteCall & { params: URLSearchParams },
): Promise<QuotePage> {
  requireQuotes(actor);
  const query = readQuoteListQuery(params, actor.pageSize);
  const [page, counts] = await Promise.all([
    findPage<QuoteListRow>(services.sql, QUOTE_SOURCE, quoteRequest(query), quoteConditions(query)),
    countKinds(services, query),
  ]);
  const rows = page.rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastFollowUpAt: row.lastFollowUpAt?.toISOString() ?? null,
  }));
  return { ...page, query, counts, rows };
}

/** Each kind by itself, so that no count looks at more than the cap and the index by kind is used. */
async function countKinds({ sql }: Pick<QuoteServices, 'sql'>, query: QuoteListQuery): Promise<KindCount[]> {
  const kinds: KindCount['tipo'][] = [...QUOTE_KINDS.map((kind) => kind.id), OTHER_KINDS];
  const { q } = quoteRequest(query);
  const rows = await readForScreen(sql, async (read) => {
    const named = await findNamedRecords(read, QUOTE_SOURCE.named ?? [], q);
    const shared = [presentRows(QUOTE_SOURCE, 'active'), ...otherConditions(query), ...searchConditions(q, named)];
    const selects = kinds.map(
      (tipo) =>
        fragment`SELECT ${tipo}::text AS tipo, count(*)::int AS found FROM (SELECT 1 FROM cotizaciones t WHERE ${allOf([...shared, kindCondition(tipo)])} LIMIT ${COUNT_CAP + 1}) AS hits`,
    );
    return read<{ tipo: KindCount['tipo']; found: number }>(joinFragments(selects, ' UNION ALL '));
  });
  return rows.map(({ tipo, found }) => ({ tipo, count: Math.min(found, COUNT_CAP), isCapped: found > COUNT_CAP }));
}

export async function findQuoteChoices(services: Pick<QuoteServices, 'sql' | 'prisma'>, { actor }: QuoteCall): Promise<QuoteChoices> {
  requireQuotes(actor);
  const [agencies, loanTypes] = await Promise.all([findAgencyChoices(services.prisma), findLoanTypes(services)]);
  return { agencies, loanTypes };
}

/** The different values, each found by one look into the index: their number counts, not that of the quotes. */
async function findLoanTypes({ sql }: Pick<QuoteServices, 'sql'>): Promise<string[]> {
  const next = (after: string) =>
    `(SELECT "tipoPrestamo" COLLATE "C" FROM cotizaciones WHERE "isActive" AND NOT source_deleted AND "tipoPrestamo" COLLATE "C" > ${after} ORDER BY "tipoPrestamo" COLLATE "C" LIMIT 1)`;
  const statement = fragment`WITH RECURSIVE found(value) AS (SELECT ${trusted(next(`''`))} UNION ALL SELECT ${trusted(next('found.value'))} FROM found WHERE found.value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL LIMIT ${LOAN_TYPES_MAX}`;
  const rows = await readForScreen(sql, (read) => read<{ value: string }>(statement));
  return rows.map((row) => row.value);
}
