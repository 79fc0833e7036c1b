import { describe, expect, it } from 'vitest';
import type { ApiCaller } from './testing/api-caller.ts';
import { TOKEN } from './testing/api-server.ts';

/** What holds for every call, last of all: it also looks at what `caller` was answered before. */
export function describeEveryCall(caller: () => ApiCaller): void {
  const call: ApiCaller['call'] = (...given) => caller().call(...given);
  describe('every call', () => {
    it.each([
      ['POST', '/users'],
      ['PATCH', '/users/alguien'],
      ['PATCH', '/users/clicks/s'],
    ])('%s %s refuses invalid JSON, an oversized body and other content types', async (method, path) => {
      const json = { 'content-type': 'application/json' };
      expect((await call(method, path, { raw: '{"name":', headers: json })).status).toBe(400);
      expect((await call(method, path, { raw: '"texto"', headers: json })).status).toBe(400);
      expect((await call(method, path, { raw: '[1]', headers: json })).status).toBe(400);
      expect((await call(method, path, { raw: '{"__proto__":{"a":1}}', headers: json })).status).toBe(400);
      expect((await call(method, path, { raw: JSON.stringify({ name: 'x'.repeat(300_000) }), headers: json })).status).toBe(413);
      expect((await call(method, path, { raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status).toBe(
        415,
      );
      expect((await call(method, path, { raw: '<a/>', headers: { 'content-type': 'text/xml' } })).status).toBe(415);
    });

    it.each([
      ['DELETE', '/users', 'GET, HEAD, POST'],
      ['PUT', '/users/alguien', 'GET, HEAD, PATCH'],
      ['DELETE', '/users/alguien?x=1', 'GET, HEAD, PATCH'],
      ['PUT', '/users/clicks/s', 'PATCH'],
      ['DELETE', '/digitalization/asset', 'GET, HEAD'],
      ['POST', '/users/by-agency-id/central', 'GET, HEAD'],
      ['GET', '/users/clicks/s', 'PATCH'],
      ['POST', '/openapi.json', 'GET, HEAD'],
    ])('%s %s is answered with 405 and the allowed methods', async (method, path, allow) => {
      const answer = await call(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    });

    it('needs the token', async () => {
      for (const path of ['/users', '/users/x', '/openapi.json', '/users/clicks/x']) {
        expect((await call('GET', path, { headers: { authorization: `${TOKEN}x` } })).status).toBe(401);
      }
    });

    it('forbids caching of its answer', async () => {
      for (const path of ['/users', '/users/nadie', '/digitalization/asset?filename=nada.png']) {
        expect((await call('GET', path)).headers.get('cache-control')).toContain('no-store');
      }
    });

    it('is described, and every described answer about people was given by an earlier test', () => {
      const { openapi, paths } = caller().description;
      expect(openapi).toBe('3.1.0');
      expect(
        Object.entries(paths)
          .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
          .sort(),
      ).toEqual([
        'GET /digitalization/asset',
        'GET /users',
        'GET /users/by-agency-id/{agencyId}',
        'GET /users/{id}',
        'PATCH /users/clicks/{sessionId}',
        'PATCH /users/{id}',
        'POST /digitalization/upload-asset',
        'POST /users',
      ]);
      const described = Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) =>
          Object.keys(operation.responses).map((status) => [operation.operationId, Number(status)] as const),
        ),
      );
      // Outages and defects are not made here; a wrong token and method are answered before an operation is chosen.
      const expected = described
        .filter(([operation, status]) => /user|clicks/i.test(operation) && ![401, 405, 429, 500, 503].includes(status))
        .map((pair) => pair.join(' '));
      expect(expected.length).toBeGreaterThan(20);
      expect(expected.filter((pair) => !caller().seen.has(pair))).toEqual([]);
    });
  });
}
