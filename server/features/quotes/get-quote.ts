import { isDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { StoryQuery } from '../../domain/story.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { findRecordStory } from '../../records/record-story.ts';
import type { Story } from '../../records/story.ts';
import { QUOTE_FIELDS, QUOTE_NOUN } from './quote.ts';
import { AppError } from '../../domain/errors.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { dayOf } from '../../domain/dates.ts';
import { menuHref } from '../../domain/menu.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { genericColumns } from '../../read-model/field-readers.ts';
import { readRow } from '../../read-model/table.ts';
import { isActive } from '../../records/content-version.ts';
import type { Opened } from '../../records/declared-record.ts';
import { findPages } from '../../records/targets.ts';
import { isOfOwnAgency, ownAgency } from '../../staff/own-agency.ts';
import { allOf, fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import type { Call, Services } from '../../services.ts';
import { newestFirst, readBitacora, summarizeLog, type FollowUp } from './bitacora.ts';
import { NAMELESS_QUOTE, outcomeOf } from './domain/quotes.ts';
import { QUOTE_COLUMNS, QUOTES_COLLECTION, type QuoteColumns } from './quotes.projection.ts';

const DAY_MS = 86_400_000;

/** One quote with its log; JSON for the browser. */
interface Quote extends Omit<QuoteColumns, 'agencia' | 'proximoContacto'> {
  id: string;
  agencyName: string;
  /** Who is in charge, and who wrote it down; '' for nobody, or for a member who did so in the app. */
  ownerName: string;
  authorName: string;
  /** The member that the person became, if the actor may see them; '' for none. */
  memberName: string;
  /** Addresses of their pages; null where the actor may not open one. */
  pages: Record<'agency' | 'author' | 'member' | 'owner', string | null>;
  /** '' for none, and once the quote is closed. */
  proximoContacto: string;
  /** '' while it is pending, or if it was closed without an outcome. */
  outcome: string;
  /** ISO text. */
  createdAt: string;
  /** Newest first. */
  followUps: FollowUp[];
  /** Guatemala days since the last follow-up, or since creation when there was none. */
  days: number;
}

/**
 * Read from the document store: the log that a follow-up joins must not be older than what others have just written.
 * Errors: `forbidden`, `not-found`.
 */
export async function getQuote(services: Services, call: Call & { id: string }): Promise<Quote> {
  requireMenu(call.actor, 'quotes');
  return toQuote(services, call.actor, requireQuote(call, await services.documents.main.get(quotePath(call.id))));
}

/** Errors: `forbidden`, `not-found`. */
export async function openQuote(services: Services, call: Call & { id: string }): Promise<Opened> {
  const { nombre } = await getQuote(services, call);
  return {
    href: `${menuHref('quotes')}/${encodeURIComponent(call.id)}`,
    name: `la prospección de «${nombre || NAMELESS_QUOTE}»`,
    menu: 'quotes',
  };
}

/**
 * Changes of a quote, newest first. Follow-ups are in its log; only what else they changed is told here. Errors: `forbidden`, `not-found`.
 */
export async function findQuoteStory(services: Services, { actor, id, part, before }: Call & StoryQuery & { id: string }): Promise<Story> {
  requireMenu(actor, 'quotes');
  const { path } = requireQuote({ actor, id }, await services.documents.main.get(quotePath(id)));
  const record = { database: 'main', path, noun: QUOTE_NOUN, fields: STORY_FIELDS, isIncluded: isInStory } as const;
  return findRecordStory(services, record, { actor, part, before });
}

/** The verb of the act already says that it was closed or reopened. */
const STORY_FIELDS = QUOTE_FIELDS.filter(({ name }) => name !== 'estado');

function isInStory({ data }: StoredDocument): boolean {
  const changed = Object.keys(sideOf(data, 'newData') ?? {});
  return data['action'] !== AUDIT_ACTIONS.quoteFollowedUp || changed.some((name) => name !== 'estado' && name !== 'bitacora');
}

/** With the names of what it refers to, or the stored value if there is no such record; days count by the same clock as in the lists. */
async function toQuote(services: Services, actor: Call['actor'], document: StoredDocument): Promise<Quote> {
  const { agencia, ...row } = readRow(QUOTE_COLUMNS, document.data);
  const log = readBitacora(document.data);
  const { createdAt } = genericColumns(document);
  const { rows } = await services.sql.query<Record<'agency' | 'author' | 'member' | 'owner', string | null> & { now: Date }>(
    toQuery(fragment`SELECT now() AS now, (SELECT nullif(nombre, '') FROM agencias WHERE id = ${agencia}) AS agency,
      (SELECT nullif(name, '') FROM usuarios WHERE id = ${row.responsable}) AS owner,
      (SELECT nullif(name, '') FROM usuarios WHERE id = ${row.registradaPor}) AS author,
      (SELECT coalesce(nullif(t.nombre, ''), t.codigo) FROM clientes t
        WHERE ${allOf([fragment`t.id = ${row.asociadoId} AND t."isActive" AND NOT t.source_deleted`, ...ownAgency(actor)])}) AS member`),
  );
  const { agency = null, owner = null, author = null, member = null, now = new Date() } = rows[0] ?? {};
  const { lastAt, lastStage } = summarizeLog(log, document.version);
  return {
    ...row,
    id: document.id,
    agencyName: agency ?? agencia,
    ownerName: owner ?? row.responsable,
    authorName: author ?? row.registradaPor,
    memberName: member === null ? '' : member || row.asociadoId,
    pages: await findPages(services, actor, {
      agency: ['agencias', agencia],
      author: ['usuarios', row.registradaPor],
      member: ['clientes', row.asociadoId],
      owner: ['usuarios', row.responsable],
    }),
    proximoContacto: row.estado ? (row.proximoContacto ?? '') : '',
    outcome: outcomeOf({ ...row, lastStage }),
    createdAt,
    followUps: newestFirst(log),
    days: daysBetween(new Date(lastAt ?? createdAt), now),
  };
}

const OF_MEMBER_MAX = 10;

/** The quotes from which somebody became this member, the newest first. Errors: `forbidden`. */
export async function findQuotesOfMember(
  { sql }: Pick<Services, 'sql'>,
  { actor, memberId }: Call & { memberId: string },
): Promise<{ id: string; tipo: string; createdAt: string }[]> {
  requireMenu(actor, 'quotes');
  const { rows } = await sql.query<{ id: string; tipo: string; createdAt: Date }>(
    toQuery(fragment`SELECT t.id, t.tipo, t."createdAt" FROM cotizaciones t
      WHERE ${allOf([fragment`t."asociadoId" = ${memberId} AND t."isActive" AND NOT t.source_deleted`, ...ownAgency(actor)])}
      ORDER BY t."createdAt" DESC, t.id LIMIT ${OF_MEMBER_MAX}`),
  );
  return rows.map(({ createdAt, ...quote }) => ({ ...quote, createdAt: createdAt.toISOString() }));
}

/** Whole Guatemala days; 0 for a time in the future. */
function daysBetween(since: Date, now: Date): number {
  return Math.max(0, (Date.parse(dayOf(now)) - Date.parse(dayOf(since))) / DAY_MS);
}

/** Path of a quote's document. An invalid id answers like a quote that does not exist. */
export function quotePath(id: string): string {
  if (!isDocumentId(id)) throw quoteMissing(id);
  return `${QUOTES_COLLECTION}/${id}`;
}

/** A quote that the person may see. Errors: `not-found`, for one of another agency as for one that is gone. */
export function requireQuote({ actor, id }: Pick<Call, 'actor'> & { id: string }, quote: StoredDocument | null): StoredDocument {
  if (!quote || !isActive(quote.data)) throw quoteMissing(id);
  requireOwnQuote(actor, quote);
  return quote;
}

/** A quote of another agency counts as missing. Errors: `not-found`. */
export function requireOwnQuote(actor: Call['actor'], { id, path, data }: StoredDocument): void {
  if (!isOfOwnAgency(actor, data['agencia'])) throw quoteMissing(id, path);
}

/** @param sought path of a quote that is hidden from the person */
export function quoteMissing(id: string, sought?: string): AppError {
  return new AppError('not-found', `quote ${id.slice(0, 200)} not found`, {
    userMessage: 'La prospección no existe o fue quitada del sistema.',
    sought,
  });
}
