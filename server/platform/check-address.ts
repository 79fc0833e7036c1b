import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, BlockList } from 'node:net';
import type { AddressProblem } from '../domain/content-findings.ts';
import { errorCode } from './error-code.ts';
import { withinTime } from './processes/within-time.ts';

/** The outcome of a check: '' when nothing is wrong, a problem, or null when nothing is known. */
export type AddressVerdict = '' | AddressProblem | null;

export interface AddressRequestOptions {
  /** How the portal names itself. */
  userAgent: string;
  /** For the whole request, redirects included. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  /** Which addresses and ports may be asked; by default public addresses on the ports of the web. */
  mayAsk?: (ip: string, port: number) => boolean;
}

const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 5;
const HEADER_MAX_BYTES = 16 * 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Ports below this one belong to mail, remote shells and the like. */
const FIRST_FREE_PORT = 1024;

const OK = 200;
const REDIRECT = 300;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const NOT_THERE: ReadonlySet<number> = new Set([404, 410]);

class Refused extends Error {}

/** What an address answers after redirects, or why there is no answer; null when nothing is known. */
export type AddressResponse =
  Pick<Head, 'contentType' | 'status'> | Extract<AddressProblem, 'broken' | 'invalid' | 'private' | 'unreachable'> | null;

/**
 * Requests an address and reads only the head of the answer. Every request to an address that a person typed goes through here. Each IP
 * address that the name resolves to is checked when the connection is made, and again at each redirect, so that neither a name nor a
 * change of its DNS entry can make the portal reach its own network.
 */
export async function requestHead(address: string, options: AddressRequestOptions): Promise<AddressResponse> {
  const { timeoutMs = TIMEOUT_MS, signal } = options;
  const late = new AbortController();
  const both = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    return await withinTime(follow(address, options, both), timeoutMs, () => new Error('no answer in time'));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Refused) return 'private';
    // The name server did not answer: that says nothing about the address.
    return errorCode(error) === 'EAI_AGAIN' ? null : 'unreachable';
  } finally {
    late.abort();
  }
}

/**
 * Checks where an address leads. A server that wants a person (401, 403, 429) does answer, and says nothing about the content.
 * @param kind what it should lead to
 */
export async function checkAddress(
  address: string,
  { kind, ...options }: AddressRequestOptions & { kind: 'picture' | 'link' },
): Promise<AddressVerdict> {
  const answered = await requestHead(address, options);
  return answered === null || typeof answered === 'string' ? answered : judge(answered, kind);
}

async function follow(address: string, options: AddressRequestOptions, signal: AbortSignal): Promise<AddressResponse> {
  let url = webAddress(address);
  for (let redirects = 0; url !== null; redirects += 1) {
    const { status, contentType, location } = await readHead(url, options, signal);
    if (status < REDIRECT || status >= CLIENT_ERROR || location === undefined) return { status, contentType };
    if (redirects === REDIRECTS_MAX) return 'broken';
    url = webAddress(location, url);
  }
  return 'invalid';
}

function webAddress(text: string, base?: URL): URL | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

function judge({ status, contentType }: Pick<Head, 'contentType' | 'status'>, kind: 'picture' | 'link'): AddressVerdict {
  if (NOT_THERE.has(status)) return 'missing';
  if (status >= SERVER_ERROR) return 'broken';
  const answers = status >= OK && status < REDIRECT;
  return answers && kind === 'picture' && !/^(?:image\/|application\/octet-stream)/i.test(contentType) ? 'not-a-picture' : '';
}

interface Head {
  status: number;
  contentType: string;
  location: string | undefined;
}

function readHead(url: URL, { userAgent, mayAsk = isPublicEndpoint }: AddressRequestOptions, signal: AbortSignal): Promise<Head> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Names are checked when they are resolved; an IP address is never resolved, so it is checked here.
  if (isIP(host) !== 0 && !mayAsk(host, port)) return Promise.reject(new Refused());
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, {
      agent: false,
      signal,
      maxHeaderSize: HEADER_MAX_BYTES,
      lookup: lookupAllowed((ip) => mayAsk(ip, port)),
      headers: { 'User-Agent': userAgent, Accept: '*/*', Range: 'bytes=0-0' },
    });
    clientRequest.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      // The connection is cut off below: errors of the rest do not matter.
      response.on('error', () => undefined);
      resolve({ status: statusCode, contentType: headers['content-type'] ?? '', location: headers.location });
      clientRequest.destroy();
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

export const isPublicEndpoint = (ip: string, port: number) => (WEB_PORTS.has(port) || port >= FIRST_FREE_PORT) && isPublicAddress(ip);

/** Resolves a name as usual, but fails when any of its addresses may not be asked, because the connection could pick that one. */
function lookupAllowed(mayAsk: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), '');
      if (!found.every(({ address }) => mayAsk(address))) return callback(new Refused(), '');
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}

/** Networks that members cannot reach and that nobody may make the portal reach: RFC 6890 and later additions. */
const REFUSED: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of IPv6, only globally assigned addresses (2000::/3) are asked, without the ranges that map IPv4 or serve as examples. */
const GLOBAL_V6 = ['2000::', 3] as const;
const REFUSED_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, prefix] of REFUSED) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of REFUSED_V6) refused.addSubnet(network, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, 'ipv6');

/** Whether this is a public IP address; false for anything that is no IP address. */
export function isPublicAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 4) return !refused.check(ip, 'ipv4');
  return version === 6 && global.check(ip, 'ipv6') && !refused.check(ip, 'ipv6');
}
