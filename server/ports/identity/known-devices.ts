import { createHmac, randomUUID } from 'node:crypto';
import { isSameSecret } from '../../platform/same-secret.ts';
import { tellOutage } from '../../platform/sql/database-outage.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Account, IdentityProvider } from './identity-provider.ts';

/** Of one account; whoever signs in without keeping cookies leaves one each time. */
const DEVICES_MAX = 50;
/** So long a device stays known without a sign-in. */
export const KNOWN_DAYS = 180;

type Person = Pick<Account, 'uid' | 'email'>;

/**
 * Browsers in which somebody signed in before (docs/decisions/134-known-devices.md). One cookie names the browser, and a row each
 * account that was signed in to there, for several people share a computer.
 */
export interface KnownDevices {
  /** The id in a cookie that this portal signed; null for any other text. Asks no store. */
  read(cookie: string | null): string | null;
  isKnown(deviceId: string, email: string): Promise<boolean>;
  /** @returns the cookie of the device, which is a new one without an id; `isNew` where the account knew others, and not this one */
  remember(person: Person, deviceId: string | null): Promise<{ cookie: string; isNew: boolean }>;
  /** All of the account's, and those that stood in for its second factor. */
  forget(uid: string): Promise<void>;
}

export function createKnownDevices({ sql, secret }: { sql: Sql; secret: string }): KnownDevices {
  const sign = (id: string) => createHmac('sha256', secret).update(`device\n${id}`).digest('base64url');
  return {
    read(cookie) {
      const [id = '', signature = ''] = (cookie ?? '').split('.');
      return id !== '' && isSameSecret(signature, sign(id)) ? id : null;
    },

    async isKnown(deviceId, email) {
      const { rowCount } = await tellOutage(
        sql.query(
          `SELECT FROM identity.known_devices WHERE device_id = $1 AND email = $2 AND seen_at > now() - make_interval(days => $3)`,
          [deviceId, email, KNOWN_DAYS],
        ),
      );
      return rowCount !== null && rowCount > 0;
    },

    async remember({ uid, email }, deviceId) {
      const id = deviceId ?? randomUUID();
      const { rows } = await tellOutage(
        sql.query<{ isNew: boolean }>(
          `WITH gone AS (
             DELETE FROM identity.known_devices WHERE uid = $1 AND device_id IN (
               SELECT device_id FROM identity.known_devices WHERE uid = $1 AND device_id <> $2 ORDER BY seen_at DESC OFFSET ${DEVICES_MAX - 1})
           )
           INSERT INTO identity.known_devices (uid, device_id, email) VALUES ($1, $2, $3)
           ON CONFLICT (uid, device_id) DO UPDATE SET email = $3, seen_at = now()
           RETURNING xmax = 0 AND EXISTS (SELECT FROM identity.known_devices WHERE uid = $1) AS "isNew"`,
          [uid, id, email],
        ),
      );
      return { cookie: `${id}.${sign(id)}`, isNew: rows[0]?.isNew ?? false };
    },

    async forget(uid) {
      await tellOutage(
        sql.query(
          `WITH trusted AS (DELETE FROM identity.trusted_devices WHERE uid = $1) DELETE FROM identity.known_devices WHERE uid = $1`,
          [uid],
        ),
      );
    },
  };
}

/** The provider, of which a new password, or the end of an account's access, also forgets the account's devices. */
export function forgettingDevices(identity: IdentityProvider, devices: Pick<KnownDevices, 'forget'>): IdentityProvider {
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
