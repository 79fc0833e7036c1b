import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createFirebaseRest, FirebaseRefusal } from './rest.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A substitute for Google's server that answers as the test wants. */
async function restAgainst(listener: RequestListener, timeoutMs?: number) {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(started.address() as AddressInfo).port}`;
  const rest = createFirebaseRest({
    webApiKey: 'llave-secreta',
    authEmulatorHost: host,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return () => rest.call('signInWithPassword', { email: 'a@demo.coop' }, z.object({ idToken: z.string() }));
}

const answer =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const refusal = (message: string) => JSON.stringify({ error: { code: 400, message } });

it('sends the key in a header, not in the URL, and asks for Spanish', async () => {
  const seen: { url?: string | undefined; key?: unknown; locale?: unknown } = {};
  const call = await restAgainst((request, response) => {
    Object.assign(seen, { url: request.url, key: request.headers['x-goog-api-key'], locale: request.headers['x-firebase-locale'] });
    response.end('{"idToken":"t"}');
  });
  expect(await call()).toEqual({ idToken: 't' });
  expect(seen).toEqual({ url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', key: 'llave-secreta', locale: 'es' });
});

it.each(['EMAIL_NOT_FOUND', 'INVALID_PASSWORD', 'INVALID_LOGIN_CREDENTIALS', 'USER_DISABLED', 'TOO_MANY_ATTEMPTS_TRY_LATER'])(
  'distinguishes the refusal %s from an outage',
  async (reason) => {
    const call = await restAgainst(answer(400, refusal(`${reason} : some more words`)));
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FirebaseRefusal);
    expect(error).toMatchObject({ reason });
  },
);

it.each([
  ['a server error', 500, '{"error":{"code":500,"message":"INTERNAL"}}'],
  ['a page instead of data', 502, '<html>Bad gateway</html>'],
  ['a page with status 200', 200, '<html>captive portal</html>'],
  ['another shape', 200, '{"token":1}'],
  ['nothing', 400, ''],
  ['a wrong key', 400, refusal('API key not valid. Please pass a valid API key.')],
  ['a provider that is switched off', 400, refusal('OPERATION_NOT_ALLOWED')],
  ['a missing key', 403, refusal('PERMISSION_DENIED')],
  ['used-up quota', 429, refusal('RESOURCE_EXHAUSTED')],
])('treats %s as an outage, with a Spanish message that hides the cause', async (_name, status, body) => {
  const call = await restAgainst(answer(status, body));
  await expect(call()).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    userMessage: 'El servicio de cuentas no responde. Intente de nuevo en unos minutos.',
  });
});

it('treats a server that never responds as an outage', async () => {
  const call = await restAgainst(() => undefined, 100);
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
});

it('treats a redirect as an outage instead of following it with the password', async () => {
  const call = await restAgainst((_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
});

it('treats a refused connection as an outage', async () => {
  const call = await restAgainst(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
});
