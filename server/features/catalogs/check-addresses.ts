import { isPublicEndpoint, requestHead, type AddressRequestOptions } from '../../platform/check-address.ts';
import { addressesOf, findPictureDocuments } from './picture-addresses.ts';
import type { Services } from '../../services.ts';

const AT_ONCE = 8;
const OK = 200;
/** Only the first byte is asked for. */
const PART = 206;
const REASONS = {
  invalid: 'no es una dirección completa',
  private: 'está en una red privada, a la que los teléfonos no llegan',
  broken: 'lleva de una dirección a otra sin terminar',
  unreachable: 'no contesta',
} as const;

/** An IP address and port that may be asked besides public ones: the portal's own, if it is in a private network. */
export interface AllowedAddress {
  ip: string;
  port: number;
}

export interface CheckResult {
  /** Different addresses that were asked. */
  asked: number;
  /** Addresses that a phone cannot show, with every place that names them. */
  broken: { address: string; reason: string; places: string[] }[];
}

/**
 * Asks every stored address of a picture as the mobile app does: no cookie, no token. Addresses typed into documents never make the portal
 * ask its own network (check-address.ts), except for `also`. Inactive documents count too: whoever restores one expects its picture.
 */
export async function checkAddresses(
  { config, documents }: Pick<Services, 'config' | 'documents'>,
  { also = [], timeoutMs }: { also?: readonly AllowedAddress[]; timeoutMs?: number } = {},
): Promise<CheckResult> {
  const options: AddressRequestOptions = {
    userAgent: `Portal/1.0 (+${config.web.publicUrl.origin})`,
    mayAsk: (ip, port) => isPublicEndpoint(ip, port) || also.some((one) => one.ip === ip && one.port === port),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const places = new Map<string, string[]>();
  for await (const found of findPictureDocuments(documents))
    for (const { field, address } of addressesOf(found))
      places.set(address, [...(places.get(address) ?? []), `${found.document.path} ${field}`]);
  const waiting = [...places.keys()];
  const broken: CheckResult['broken'] = [];
  const checkNext = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const reason = await reasonNotToShow(address, options);
      if (reason !== null) broken.push({ address, reason, places: places.get(address) ?? [] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, checkNext));
  return { asked: places.size, broken: broken.sort((one, other) => one.address.localeCompare(other.address)) };
}

async function reasonNotToShow(address: string, options: AddressRequestOptions): Promise<string | null> {
  const answered = await requestHead(address, options);
  if (answered === null) return REASONS.unreachable;
  if (typeof answered === 'string') return REASONS[answered];
  const { status, contentType } = answered;
  if (status !== OK && status !== PART) return `contesta ${status}`;
  return contentType.startsWith('image/') ? null : `contesta ${contentType || 'nada'}, que no es una imagen`;
}
