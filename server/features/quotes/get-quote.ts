import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { dayOf } from '../../domain/dates.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { genericColumns } from '../../read-model/field-readers.ts';
import { readRow } from '../../read-model/table.ts';
import type { Call, Services } from '../../services.ts';
import { newestFirst, readBitacora, summarizeLog, type FollowUp } from './bitacora.ts';
import { QUOTE_COLUMNS, QUOTES_COLLECTION, type QuoteColumns } from './quotes.projection.ts';

const DAY_MS = 86_400_000;

/** One quote with its log; JSON for the browser. */
interface Quote extends Omit<QuoteColumns, 'agencia'> {
  id: string;
  agencyName: string;
  /** ISO text. */
  createdAt: string;
  /** Newest first. */
  followUps: FollowUp[];
  /** Guatemala days since the last follow-up, or since creation when there was none. */
  days: number;
}

/**
 * From the document store: the log that a follow-up joins must not be older than what others have just written.
 * Errors: `forbidden`, `not-found`.
 */
export async function getQuote(services: Services, call: Call & { id: string }): Promise<Quote> {
  requireMenu(call.actor, 'quotes');
  const document = await services.documents.main.get(quotePath(call.id));
  if (!document || document.data['isActive'] === false) throw quoteMissing(call.id);
  return toQuote(services, document);
}

/** With the agency's name, or what is stored when there is no such agency; days go by the clock of the lists. */
async function toQuote({ sql }: Services, document: StoredDocument): Promise<Quote> {
  const { agencia, ...row } = readRow(QUOTE_COLUMNS, document.data);
  const log = readBitacora(document.data);
  const { createdAt } = genericColumns(document);
  const { rows } = await sql.query<{ name: string | null; now: Date }>(
    `SELECT now() AS now, (SELECT nullif(nombre, '') FROM agencias WHERE id = $1) AS name`,
    [agencia],
  );
  const { name = null, now = new Date() } = rows[0] ?? {};
  return {
    ...row,
    id: document.id,
    agencyName: name ?? agencia,
    createdAt,
    followUps: newestFirst(log),
    days: daysBetween(new Date(summarizeLog(log, document.version).lastAt ?? createdAt), now),
  };
}

/** Whole Guatemala days; 0 for what lies ahead. */
function daysBetween(since: Date, now: Date): number {
  return Math.max(0, (Date.parse(dayOf(now)) - Date.parse(dayOf(since))) / DAY_MS);
}

/** Path of a quote's document. An id that cannot be one answers like a quote that does not exist. */
export function quotePath(id: string): string {
  if (!isDocumentId(id)) throw quoteMissing(id);
  return `${QUOTES_COLLECTION}/${id}`;
}

export function quoteMissing(id: string): AppError {
  return new AppError('not-found', `quote ${id.slice(0, 200)} not found`, {
    userMessage: 'La prospección no existe o fue quitada del sistema.',
  });
}
