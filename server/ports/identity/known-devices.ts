import { createHmac, randomUUID } from 'node:crypto';
import { isSameSecret } from '../../platform/same-secret.ts';
import { mapOutage } from '../../platform/sql/database-outage.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Account, IdentityProvider } from './identity-provider.ts';

/** Maximum per account; a client without cookies adds one with each sign-in. */
const DEVICES_MAX = 50;
/** How long a device stays known without a sign-in. */
export const KNOWN_DAYS = 180;

type Person = Pick<Account, 'uid' | 'email'>;

/**
 * Browsers in which somebody signed in before (docs/decisions/134-known-devices.md). One cookie identifies the browser, with a row for each
 * account signed in to there, because several people share a computer.
 */
export interface KnownDevices {
  /** The id in a cookie signed by this portal; null for any other text. Does not query a store. */
  read(cookie: string | null): string | null;
  /**
   * Whether the device is known to the account with that e-mail; or to that person, by a second factor given there; or, with neither, to
   * anybody.
   */
  isKnown(deviceId: string, to: { email?: string; provedBy?: string }): Promise<boolean>;
  /**
   * @param options `withFactor`: a second factor was given there
   * @returns the device's cookie, for a new device if there is no id; `isNew` if the account does not know it, except for the account's
   * very first device
   */
  remember(person: Person, deviceId: string | null, options?: { withFactor?: boolean }): Promise<{ cookie: string; isNew: boolean }>;
  /** Forgets all devices of the account, including those that replaced its second factor. That there were some stays known. */
  forget(uid: string): Promise<void>;
}

export function createKnownDevices({ sql, secret }: { sql: Sql; secret: string }): KnownDevices {
  const sign = (id: string) => createHmac('sha256', secret).update(`device\n${id}`).digest('base64url');
  return {
    read(cookie) {
      const [id = '', signature = ''] = (cookie ?? '').split('.');
      return id !== '' && isSameSecret(signature, sign(id)) ? id : null;
    },

    async isKnown(deviceId, { email = null, provedBy = null }) {
      const { rowCount } = await mapOutage(
        sql.query(
          `SELECT FROM identity.known_devices WHERE device_id = $1 AND ended_at IS NULL AND seen_at > now() - make_interval(days => $2)
             AND ($3::text IS NULL OR email = $3) AND ($4::text IS NULL OR (uid = $4 AND with_factor)) LIMIT 1`,
          [deviceId, KNOWN_DAYS, email, provedBy],
        ),
      );
      return rowCount !== null && rowCount > 0;
    },

    async remember({ uid, email }, deviceId, { withFactor = false } = {}) {
      const id = deviceId ?? randomUUID();
      // RETURNING sees the table as it was before.
      const { rows } = await mapOutage(
        sql.query<{ isNew: boolean }>(
          `WITH gone AS (
             DELETE FROM identity.known_devices WHERE uid = $1 AND device_id IN (
               SELECT device_id FROM identity.known_devices WHERE uid = $1 AND device_id <> $2
               ORDER BY ended_at IS NULL DESC, seen_at DESC OFFSET ${DEVICES_MAX - 1})
           )
           INSERT INTO identity.known_devices AS d (uid, device_id, email, with_factor) VALUES ($1, $2, $3, $4)
           ON CONFLICT (uid, device_id) DO UPDATE SET email = $3, seen_at = now(), ended_at = NULL, with_factor = d.with_factor OR $4
           RETURNING (xmax = 0 AND EXISTS (SELECT FROM identity.known_devices WHERE uid = $1))
             OR EXISTS (SELECT FROM identity.known_devices WHERE uid = $1 AND device_id = $2 AND ended_at IS NOT NULL) AS "isNew"`,
          [uid, id, email, withFactor],
        ),
      );
      return { cookie: `${id}.${sign(id)}`, isNew: rows[0]?.isNew ?? false };
    },

    async forget(uid) {
      await mapOutage(
        sql.query(
          `WITH trusted AS (DELETE FROM identity.trusted_devices WHERE uid = $1)
           UPDATE identity.known_devices SET ended_at = now(), with_factor = false WHERE uid = $1 AND ended_at IS NULL`,
          [uid],
        ),
      );
    },
  };
}

/** Wraps the provider so that a new password, or the end of an account's access, also forgets the account's devices. */
export function withDeviceCleanup(identity: IdentityProvider, devices: Pick<KnownDevices, 'forget'>): IdentityProvider {
  return {
    ...identity,
    async setDisabled(uid, disabled) {
      if (disabled) await devices.forget(uid);
      await identity.setDisabled(uid, disabled);
    },
    async setPassword(uid, password) {
      await identity.setPassword(uid, password);
      await devices.forget(uid);
    },
    async resetPassword(input) {
      const account = await identity.resetPassword(input);
      if (account) await devices.forget(account.uid);
      return account;
    },
    async deleteAccount(uid) {
      await devices.forget(uid);
      await identity.deleteAccount(uid);
    },
  };
}
