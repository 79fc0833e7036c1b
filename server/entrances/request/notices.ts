import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { MENU_IDS } from '../../domain/menu.ts';
import type { Notice } from '../../domain/notice.ts';
import type { Staff } from '../../domain/permissions.ts';
import { truncate } from '../../domain/text.ts';
import { isSameSecret } from '../../platform/same-secret.ts';
import { hostCookie, readHostCookie } from './cookies.ts';

type Addressee = Pick<Staff, 'id'>;

/**
 * Notices travel in a cookie that is set on the redirect after an action and shown once by the next page: in a cookie rather than the
 * address, so that a reload or a shared link does not repeat them. Somebody able to set cookies for the host must not be able to show texts
 * or a form to a person, so it is signed, for one person and one minute.
 */
export interface Notices {
  /** Value of a Set-Cookie header that shows `notice` to this person. */
  tell(staff: Addressee, notice: Notice): string;
  /**
   * Reads a request's Cookie header. `notice` is null unless it was signed for this person within the last minute; `forget` is the
   * Set-Cookie header that removes the cookie, null when there was none.
   */
  read(staff: Addressee, cookieHeader: string | null): { notice: Notice | null; forget: string | null };
}

const NAME = 'aviso';
const MAX_AGE_S = 60;
const MAX_TEXT = 200;
/** Browsers silently drop cookies over 4 KB, attributes included. */
const MAX_VALUE = 3800;

const recordId = z.string().min(1);

const undoSchema = z.discriminatedUnion('restores', [
  z.strictObject({ restores: z.literal('records'), menu: z.enum(MENU_IDS), ids: z.array(recordId).min(1) }),
  z.strictObject({ restores: z.literal('assignment'), ids: z.array(recordId).min(1) }),
  z.strictObject({ restores: z.literal('service'), id: recordId }),
  z.strictObject({ restores: z.enum(['product', 'photo']), serviceId: recordId, id: recordId }),
  z.strictObject({ restores: z.enum(['bulk', 'user', 'view']), id: recordId }),
  z.strictObject({ restores: z.literal('access'), of: z.enum(['folder', 'reading']), id: recordId, to: recordId }),
  z.strictObject({
    restores: z.literal('place'),
    menu: z.enum(MENU_IDS),
    serviceId: z.string(),
    list: z.enum(['records', 'product', 'photo']),
    id: recordId,
    afterId: z.string(),
  }),
]);

const contentSchema = z.strictObject({
  /** Milliseconds since 1970. */
  expires: z.number(),
  notice: z.strictObject({ kind: z.enum(['success', 'error']), text: z.string(), undo: undoSchema.optional(), run: recordId.optional() }),
});

export function createNotices(session: Pick<Config['session'], 'secret' | 'secureCookie'>): Notices {
  const sign = (staff: Addressee, content: string) =>
    createHmac('sha256', session.secret).update(`notice\n${staff.id}\n${content}`).digest('base64url');
  const seal = (staff: Addressee, notice: Notice) => {
    const content = Buffer.from(JSON.stringify({ expires: Date.now() + MAX_AGE_S * 1000, notice })).toString('base64url');
    return `${content}.${sign(staff, content)}`;
  };
  const unseal = (staff: Addressee, value: string): Notice | null => {
    const dot = value.lastIndexOf('.');
    const content = value.slice(0, Math.max(0, dot));
    if (!isSameSecret(value.slice(dot + 1), sign(staff, content))) return null;
    // Signed by a release with another format: ignored.
    const read = contentSchema.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()));
    return read.success && read.data.expires > Date.now() ? read.data.notice : null;
  };
  return {
    tell(staff, { kind, text, undo, run }) {
      const plain: Notice = { kind, text: truncate(text, MAX_TEXT), ...(run !== undefined && { run }) };
      const whole = seal(staff, undo ? { ...plain, undo } : plain);
      const value = whole.length <= MAX_VALUE ? whole : seal(staff, plain);
      return hostCookie(session, { name: NAME, value, life: `Max-Age=${MAX_AGE_S}` });
    },
    read(staff, cookieHeader) {
      const value = readHostCookie(session, NAME, cookieHeader);
      if (value === null) return { notice: null, forget: null };
      return { notice: unseal(staff, value), forget: hostCookie(session, { name: NAME, value: '', life: 'Max-Age=0' }) };
    },
  };
}
