import { setTimeout as pause } from 'node:timers/promises';
import { imageKey } from '../../domain/images.ts';
import { AppError } from '../../domain/errors.ts';
import { SURE_PROBLEMS } from '../../domain/content-findings.ts';
import { checkAddress, type AddressVerdict, type AddressRequestOptions } from '../../platform/check-address.ts';
import { createConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts';
import type { Services } from '../../services.ts';
import { createPictureReader, type PictureReader } from '../../stored-files/published-pictures.ts';
import { SHOWN_ADDRESSES } from './addresses.ts';
import type { JobContext } from '../feature.ts';

interface Options {
  signal?: AbortSignal;
  /** For tests: which addresses may be asked, and how long to wait between two requests to a host. */
  mayAsk?: AddressRequestOptions['mayAsk'];
  timeoutMs?: number;
  politeMs?: number;
}

interface AddressToCheck {
  address: string;
  kind: 'picture' | 'link';
}

/** Addresses per run; the rest waits for the next run, ten minutes later. */
const RUN_MAX = 300;
/** Addresses of one host in one run: more could look like an attack. */
const HOST_MAX = 60;
const HOSTS_AT_ONCE = 4;
const POLITE_MS = 500;
/** Findings trust an answer for a day (findings.ts), so it is renewed before. */
const ASK_AGAIN = '20 hours';
/** After a failure that may be over soon. */
const ASK_AGAIN_SOON = '15 minutes';
const FORGET_AFTER = '7 days';

/**
 * Asks the addresses of contents that are due and stores the answers. The portal's own pictures are looked up where they are stored; others
 * are asked one after another on each host. If no host of several answers at all, the portal itself is offline, and nothing is stored.
 * @returns how many were asked
 */
export async function checkAddresses(services: Services, options: Options = {}): Promise<number> {
  await services.sql.query(`DELETE FROM checked_addresses WHERE checked_at < now() - interval '${FORGET_AFTER}'`);
  const due = await findDue(services.sql);
  const pictures = createPictureReader(services);
  const hosts = byHost(due);
  const atOnce = createConcurrencyLimit(HOSTS_AT_ONCE);
  const answers = await Promise.all(
    [...hosts].map(([host, hostAddresses]) =>
      atOnce(async () => ({ host, answers: await checkHost(services, pictures, hostAddresses, host, options) })),
    ),
  );
  const others = answers.filter(({ host }) => host !== OWN);
  const isCutOff =
    others.length > 2 && others.every(({ answers: given }) => given.every(({ answer }) => answer === null || answer === 'unreachable'));
  if (isCutOff) services.log.warn({ hosts: others.length }, 'no host of the contents answers: the portal seems cut off');
  const kept = (isCutOff ? answers.filter(({ host }) => host === OWN) : answers).flatMap(({ answers: given }) => given);
  await storeAnswers(services.sql, kept);
  return due.length;
}

async function findDue(sql: Services['sql']): Promise<AddressToCheck[]> {
  const { rows } = await sql.query<AddressToCheck>(
    `SELECT shown.address, min(shown.kind) AS kind FROM (${SHOWN_ADDRESSES}) shown LEFT JOIN checked_addresses k ON k.address = shown.address
     WHERE k.address IS NULL OR k.checked_at < now() - interval '${ASK_AGAIN}'
       OR (k.failures = 1 AND NOT (k.problem = ANY($1)) AND k.checked_at < now() - interval '${ASK_AGAIN_SOON}')
     GROUP BY shown.address, k.checked_at ORDER BY k.checked_at NULLS FIRST, shown.address LIMIT ${RUN_MAX}`,
    [SURE_PROBLEMS],
  );
  return rows;
}

const OWN = '';

/** Addresses by host; the portal's own pictures, and texts that are no address, are under OWN (''). */
function byHost(due: readonly AddressToCheck[]): Map<string, AddressToCheck[]> {
  const hosts = new Map<string, AddressToCheck[]>();
  for (const entry of due) {
    const { address } = entry;
    const host = imageKey(address) === null && URL.canParse(address) ? new URL(address).host : OWN;
    const others = hosts.get(host) ?? [];
    if (host === OWN || others.length < HOST_MAX) hosts.set(host, [...others, entry]);
  }
  return hosts;
}

interface AddressAnswer {
  address: string;
  answer: AddressVerdict;
}

async function checkHost(
  { config, log }: Services,
  pictures: PictureReader,
  addresses: readonly AddressToCheck[],
  host: string,
  { signal, politeMs = POLITE_MS, mayAsk, timeoutMs }: Options,
): Promise<AddressAnswer[]> {
  const results: AddressAnswer[] = [];
  for (const [place, { address, kind }] of addresses.entries()) {
    signal?.throwIfAborted();
    const key = imageKey(address);
    if (key !== null) {
      results.push({ address, answer: await checkOwnPicture(pictures, key, log) });
      continue;
    }
    if (place > 0 && host !== OWN) await pause(politeMs, undefined, { signal });
    const how = { kind, userAgent: `Portal/1.0 (+${config.web.publicUrl.origin})`, signal };
    results.push({
      address,
      answer: await checkAddress(addressToRequest(address), { ...how, ...(mayAsk && { mayAsk }), ...(timeoutMs && { timeoutMs }) }),
    });
  }
  return results;
}

/** Asks for its document and its bytes; null if the backend is down. */
async function checkOwnPicture(pictures: PictureReader, key: string, log: Services['log']): Promise<AddressVerdict> {
  try {
    const asset = await pictures.open(await pictures.describe(key), { range: 'bytes=0-0' });
    asset.body.destroy();
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return 'missing';
    log.debug({ err: error, key }, 'a picture could not be asked');
    return null;
  }
}

/** An inconclusive answer leaves the earlier result. */
async function storeAnswers(sql: Services['sql'], allAnswers: readonly AddressAnswer[]): Promise<void> {
  const known = allAnswers.filter((one): one is AddressAnswer & { answer: string } => one.answer !== null);
  if (known.length === 0) return;
  await sql.query(
    `INSERT INTO checked_addresses AS k (address, problem, failures, checked_at)
     SELECT address, problem, CASE WHEN problem = '' THEN 0 ELSE 1 END, now() FROM unnest($1::text[], $2::text[]) AS given (address, problem)
     ON CONFLICT (address) DO UPDATE SET problem = excluded.problem, checked_at = excluded.checked_at,
       failures = CASE WHEN excluded.problem = '' THEN 0 ELSE k.failures + 1 END`,
    [known.map(({ address }) => address), known.map(({ answer }) => answer)],
  );
}

/** The job: asks whether pictures and links of contents answer. */
export async function checkContents({ services, log, signal }: JobContext<unknown>): Promise<void> {
  const checkedCount = await checkAddresses({ ...services, log }, { signal });
  if (checkedCount > 0) log.info({ asked: checkedCount }, 'addresses of contents asked');
}

const YOUTUBE: ReadonlySet<string> = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com']);

/**
 * The address to ask instead, for a site that answers 200 even for videos that are gone: YouTube describes a video to anybody (oEmbed), and
 * says 404 for one that it does not have.
 */
export function addressToRequest(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, searchParams } = new URL(address);
  if (!YOUTUBE.has(hostname)) return address;
  const [, first = '', second = ''] = pathname.split('/');
  const id = hostname === 'youtu.be' ? first : ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (searchParams.get('v') ?? '');
  if (!/^[\w-]{6,20}$/.test(id)) return address;
  const video = `https://www.youtube.com/watch?v=${id}`;
  return `https://www.youtube.com/oembed?${new URLSearchParams({ url: video, format: 'json' }).toString()}`;
}
