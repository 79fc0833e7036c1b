import { networkKey } from '../../platform/limits/network-key.ts';
import { createRateLimiter, type RateLimitOptions } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../services.ts';

/** Refused sign-ins and reset requests answer no sooner than this, as in Directus. */
export const FLOOR_MS = 500;

/**
 * Limits by network and by account, independent of each other: one stops a password being tried on many accounts, the other many passwords
 * on one account from many networks. Whole agencies share one address, so its limit is the wider one. Both apply to unknown devices only:
 * on a device where the person signed in before, only that device's own tries count (docs/decisions/134-known-devices.md). `formByNetwork`
 * and `formByDevice` count every form that is sent, and every link that is opened, without a session, right or wrong, before any of it is read.
 */
export function limitsOf(services: Pick<Services, 'log' | 'rateLimitStore'>) {
  const limit = (name: string, points: number, minutes: number, more: Pick<RateLimitOptions, 'whenStoreIsDown'> = {}) =>
    createRateLimiter(services, { name, points, durationSeconds: minutes * 60, ...more });
  // Without the store unknown devices are refused, and known ones go on working.
  const allowWhenDown = { whenStoreIsDown: 'allow' } as const;
  return {
    formByNetwork: limit('public-form-network', 600, 15),
    formByDevice: limit('public-form-device', 120, 15, allowWhenDown),
    signInByNetwork: limit('sign-in-network', 60, 15),
    signInByAccount: limit('sign-in-account', 12, 15),
    signInByDevice: limit('sign-in-device', 10, 15, allowWhenDown),
    // Codes are six digits: without the store nobody may try them.
    factorByPerson: limit('factor-tries', 10, 15),
    factorByDevice: limit('factor-tries-device', 10, 15),
    proofBySession: limit('proof-tries', 10, 15),
    newDeviceMails: limit('new-device-mail', 5, 24 * 60),
    resetByNetwork: limit('reset-network', 20, 60),
    resetByAccount: limit('reset-account', 5, 60),
    resetByDevice: limit('reset-device', 5, 60, allowWhenDown),
    newPasswordByNetwork: limit('new-password-network', 30, 15),
  };
}

interface Attempt {
  /** null for a passkey: it tells itself whose it is. */
  email: string | null;
  ip: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
}

/** The id of a cookie's device if it is known to the account. Errors: `unavailable` */
async function knownDevice({ devices }: Pick<Services, 'devices'>, cookie: string | null, to: KnownTo): Promise<string | null> {
  const id = devices.read(cookie);
  return id !== null && (await devices.isKnown(id, to)) ? id : null;
}

type KnownTo = Parameters<Services['devices']['isKnown']>[1];

/**
 * Counts a try before the password is checked, so that many at once get no more tries than many in a row.
 * @returns to be called when the password was right: successes do not count. Errors: `too-many-requests`, `unavailable`
 */
export async function countSignInAttempt(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  tried: Attempt,
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
 * Counts a try of the second step: by person, from any network, so that somebody who knows a password cannot guess codes; on a device where
 * the person gave a factor before, by device, so that nobody else uses up their tries.
 * @returns to be called when it was right. Errors: `too-many-requests`, `unavailable`
 */
export async function countFactorAttempt(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { uid, ...tried }: { uid: string } & Pick<Attempt, 'device'>,
): Promise<() => Promise<unknown>> {
  const { factorByDevice, factorByPerson } = limitsOf(services);
  const device = await knownDevice(services, tried.device, { provedBy: uid });
  const [limit, key] = device === null ? [factorByPerson, uid] : [factorByDevice, `${device} ${uid}`];
  await limit.consume(key);
  return () => limit.reset(key);
}

/** Counts a request for a reset link by e-mail, by the rules of `countSignInAttempt`. Errors: `too-many-requests`, `unavailable` */
export async function countResetRequest(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { email, ip, ...request }: Attempt & { email: string },
): Promise<void> {
  const { resetByAccount, resetByDevice, resetByNetwork } = limitsOf(services);
  const device = await knownDevice(services, request.device, { email });
  if (device !== null) return resetByDevice.consume(`${device} ${email}`);
  await resetByNetwork.consume(networkKey(ip));
  await resetByAccount.consume(email);
}

/** Called before a form or link without a session is read. @throws AppError `too-many-requests`, `unavailable` */
export function admitForm(
  services: Pick<Services, 'devices' | 'log' | 'rateLimitStore'>,
  { ip, device }: Omit<Attempt, 'email'>,
): Promise<void> {
  const limits = limitsOf(services);
  const deviceId = services.devices.read(device);
  return deviceId === null ? limits.formByNetwork.consume(networkKey(ip)) : limits.formByDevice.consume(deviceId);
}
