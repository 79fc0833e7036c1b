import { z } from 'zod';
import { AppError } from '../../../domain/errors.ts';

const TIMEOUT_MS = 10_000;

/** A refusal from Firebase's REST API: `reason` is its error code (INVALID_LOGIN_CREDENTIALS …), for the log only. */
export class FirebaseRefusal extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`Firebase refused: ${reason}`);
    this.name = 'FirebaseRefusal';
    this.reason = reason;
  }
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Firebase may have a stricter password policy than the portal. */
export const WEAK_FOR_FIREBASE = /^(WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS|MISSING_PASSWORD)/;

/** Refusals caused by the portal's setup (key, project quota, configuration), not by the person. */
const OUR_FAULT =
  /^(API key|API_KEY|OPERATION_NOT_ALLOWED|PASSWORD_LOGIN_DISABLED|CONFIGURATION_NOT_FOUND|PROJECT_|QUOTA_EXCEEDED|ADMIN_ONLY|UNAUTHORIZED_DOMAIN)/i;

export type FirebaseRest = ReturnType<typeof createFirebaseRest>;

/** The identity toolkit's REST API, for what the admin library lacks (sign-in by password, reset e-mail). */
export function createFirebaseRest(options: { webApiKey: string; authEmulatorHost: string | undefined; timeoutMs?: number }) {
  const service = 'identitytoolkit.googleapis.com/v1';
  const base = options.authEmulatorHost ? `http://${options.authEmulatorHost}/${service}` : `https://${service}`;
  const request = { webApiKey: options.webApiKey, timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
  return {
    /** @throws FirebaseRefusal, AppError `unavailable` (timeout, network, server error, wrong setup) */
    async call<Answer>(method: string, body: Readonly<Record<string, unknown>>, answer: z.ZodType<Answer>): Promise<Answer> {
      const response = await post(`${base}/accounts:${method}`, body, request);
      if (response.ok) return parseAnswer(answer, response.body);
      const refusal = errorSchema.safeParse(response.body);
      // "CODE : more words": only the code is stable.
      const reason = refusal.success ? (refusal.data.error.message.split(' : ')[0] ?? '') : '';
      if (response.status === 400 && reason !== '' && !OUR_FAULT.test(reason)) throw new FirebaseRefusal(reason);
      throw identityUnavailable(new Error(`accounts:${method} answered ${response.status} ${reason}`));
    },
  };
}

async function post(
  url: string,
  body: unknown,
  { webApiKey, timeoutMs }: { webApiKey: string; timeoutMs: number },
): Promise<{ ok: boolean; status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // The key goes in a header, because addresses end up in logs. The locale is the language of Firebase's e-mails.
      headers: { 'content-type': 'application/json', 'x-goog-api-key': webApiKey, 'x-firebase-locale': 'es' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const text = await response.text();
    return { ok: response.ok, status: response.status, body: parseJson(text) };
  } catch (error) {
    throw identityUnavailable(error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseAnswer<Answer>(schema: z.ZodType<Answer>, body: unknown): Answer {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw identityUnavailable(new Error('answer of another shape', { cause: parsed.error }));
  return parsed.data;
}

export function identityUnavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'Firebase Auth does not answer as it should', {
    userMessage: 'El servicio de cuentas no responde. Intente de nuevo en unos minutos.',
    retryAfterSeconds: 60,
    cause,
  });
}
