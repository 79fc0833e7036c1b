import { networkKey } from '../../platform/limits/network-key.ts';
import { createRateLimiter, type RateLimitOptions } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../services.ts';

/** Refused sign-ins and reset requests answer after this time at the earliest, as in Directus. */
export const FLOOR_MS = 500;

/**
 * By network and by account, each on its own: one stops a password being tried on many accounts, the other many
 * passwords on one account from many networks. Whole agencies share one address, so its limit is the wider one.
 * Both are of strangers alone: on a device where the person signed in before, that device's tries count and nobody else's
 * (docs/decisions/134-known-devices.md). `formByNetwork` and `formByDevice` count every form that is sent without a
 * session, right or wrong, before anything of it is read.
 */
export function limitsOf(services: Pick<Services, 'log' | 'rateLimitStore'>) {
  const limit = (name: string, points: number, minutes: number, more: Pick<RateLimitOptions, 'whenStoreIsDown'> = {}) =>
    createRateLimiter(services, { name, points, durationSeconds: minutes * 60, ...more });
  // Without the store strangers wait outside, and who is known goes on working.
  const known = { whenStoreIsDown: 'allow' } as const;
  return {
    formByNetwork: limit('public-form-network', 600, 15),
    formByDevice: limit('public-form-device', 120, 15, known),
    signInByNetwork: limit('sign-in-network', 60, 15),
    signInByAccount: limit('sign-in-account', 12, 15),
    signInByDevice: limit('sign-in-device', 10, 15, known),
    // Codes are six digits: without the store they are guessed by nobody.
    factorByPerson: limit('factor-tries', 10, 15),
    factorByDevice: limit('factor-tries-device', 10, 15),
    proofBySession: limit('proof-tries', 10, 15),
    newDeviceMails: limit('new-device-mail', 5, 24 * 60),
    resetByNetwork: limit('reset-network', 20, 60),
    resetByAccount: limit('reset-account', 5, 60),
    resetByDevice: limit('reset-device', 5, 60, known),
    newPasswordByNetwork: limit('new-password-network', 30, 15),
  };
}

interface Try {
  /** null: a passkey tells who it is. */
  email: string | null;
  ip: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
}

/** The device of a cookie, where it is known to them. Errors: `unavailable` */
async function knownDevice({ devices }: Pick<Services, 'devices'>, cookie: string | null, to: KnownTo): Promise<string | null> {
  const id = devices.read(cookie);
  return id !== null && (await devices.isKnown(id, to)) ? id : null;
}

type KnownTo = Parameters<Services['devices']['isKnown']>[1];

/**
 * Counts a try before the password is looked at, so that many at once are no more than many in a row.
 * @returns called when the password was right: what succeeds does not count. Errors: `too-many-requests`, `unavailable`
 */
export async function countTry(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  tried: Try,
): Promise<() => Promise<unknown>> {
  const { email } = tried;
  const limits = limitsOf(services);
  const device = await knownDevice(services, tried.device, email === null ? {} : { email });
  if (device !== null) {
    const key = `${device} ${email ?? ''}`;
    await limits.signInByDevice.consume(key);
    return () => limits.signInByDevice.reset(key);
  }
  const network = networkKey(tried.ip);
  await limits.signInByNetwork.consume(network);
  if (email !== null) await limits.signInByAccount.consume(email);
  return () => Promise.all([limits.signInByNetwork.refund(network), email !== null && limits.signInByAccount.reset(email)]);
}

/**
 * Counts a try of the second step: by person, from wherever, so that who knows a password guesses no code; where the person gave a factor
 * before, by device, so that nobody else uses their tries up.
 * @returns called when it was right. Errors: `too-many-requests`, `unavailable`
 */
export async function countFactorTry(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { uid, ...tried }: { uid: string } & Pick<Try, 'device'>,
): Promise<() => Promise<unknown>> {
  const { factorByDevice, factorByPerson } = limitsOf(services);
  const device = await knownDevice(services, tried.device, { provedBy: uid });
  const [limit, key] = device === null ? [factorByPerson, uid] : [factorByDevice, `${device} ${uid}`];
  await limit.consume(key);
  return () => limit.reset(key);
}

/** Counts who asks for a link by e-mail: as `countTry`, of links. Errors: `too-many-requests`, `unavailable` */
export async function countAskedLink(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { email, ip, ...asked }: Try & { email: string },
): Promise<void> {
  const { resetByAccount, resetByDevice, resetByNetwork } = limitsOf(services);
  const device = await knownDevice(services, asked.device, { email });
  if (device !== null) return resetByDevice.consume(`${device} ${email}`);
  await resetByNetwork.consume(networkKey(ip));
  await resetByAccount.consume(email);
}

/** Asked before a form of somebody without a session is read. @throws AppError `too-many-requests`, `unavailable` */
export function admitForm(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { ip, device }: Omit<Try, 'email'>,
): Promise<void> {
  const limits = limitsOf(services);
  const known = services.devices.read(device);
  return known === null ? limits.formByNetwork.consume(networkKey(ip)) : limits.formByDevice.consume(known);
}
