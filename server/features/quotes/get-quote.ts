import type { StoredDocument } from '../../documents/document-store.ts';
import { dayOf } from '../../domain/dates.ts';
import { genericColumns, readBoolean, readText } from '../../read-model/field-readers.ts';
import { newestFirst, readBitacora, summarizeLog, type FollowUp } from './bitacora.ts';
import { quoteMissing, quotePath, requireQuotes, type QuoteCall, type QuoteServices } from './quote-services.ts';
import { readAmount, readMonths } from './quotes.projection.ts';

const DAY_MS = 86_400_000;

/** One quote with its log; JSON for the browser. */
export interface Quote {
  id: string;
  tipo: string;
  tipoPrestamo: string;
  nombre: string;
  telefono: string;
  correo: string;
  monto: number | null;
  plazoMeses: number | null;
  cuota: number | null;
  agencyName: string;
  /** True: pending. */
  estado: boolean;
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
export async function getQuote(services: QuoteServices, call: QuoteCall & { id: string }): Promise<Quote> {
  requireQuotes(call.actor);
  const document = await services.documents.main.get(quotePath(call.id));
  if (!document || document.data['isActive'] === false) throw quoteMissing(call.id);
  const [agencyName, now] = await readBeside(services, readText(document.data, 'agencia'));
  return toQuote(document, agencyName, now);
}

/** The agency's name, or what is stored when there is no such agency; and the time by the clock of the lists. */
async function readBeside({ sql }: QuoteServices, agencia: string): Promise<[string, Date]> {
  const { rows } = await sql.query<{ name: string | null; now: Date }>(
    `SELECT now() AS now, (SELECT nullif(nombre, '') FROM agencias WHERE id = $1) AS name`,
    [agencia],
  );
  return [rows[0]?.name ?? agencia, rows[0]?.now ?? new Date()];
}

function toQuote(document: StoredDocument, agencyName: string, now: Date): Quote {
  const { data } = document;
  const log = readBitacora(data);
  const { createdAt } = genericColumns(document);
  return {
    id: document.id,
    tipo: readText(data, 'tipo'),
    tipoPrestamo: readText(data, 'tipoPrestamo'),
    nombre: readText(data, 'nombre'),
    telefono: readText(data, 'telefono'),
    correo: readText(data, 'correo'),
    monto: readAmount(data, 'monto'),
    plazoMeses: readMonths(data),
    cuota: readAmount(data, 'cuota'),
    agencyName,
    estado: readBoolean(data, 'estado', true),
    createdAt,
    followUps: newestFirst(log),
    days: daysBetween(new Date(summarizeLog(log, document.version).lastAt ?? createdAt), now),
  };
}

/** Whole Guatemala days; 0 for what lies ahead. */
function daysBetween(since: Date, now: Date): number {
  return Math.max(0, (Date.parse(dayOf(now)) - Date.parse(dayOf(since))) / DAY_MS);
}
