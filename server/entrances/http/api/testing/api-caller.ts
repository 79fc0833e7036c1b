import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { TOKEN } from './api-server.ts';

interface Description {
  openapi: string;
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components: { schemas: Record<string, object> };
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; null when the answer is not JSON. */
  body: Record<string, never> & {
    detail?: string;
    message?: string;
    errors?: Record<string, string[]>;
    code?: string;
    details?: Record<string, unknown>;
  };
}

interface CallOptions {
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | FormData;
  headers?: Record<string, string>;
}

export interface ApiCaller {
  description: Description;
  /** `<operationId> <status>` of every checked response. */
  seen: Set<string>;
  /** Every answer must match the description in status and shape. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

/** Reads the OpenAPI description from the server itself and validates every answer against it. */
export async function createApiCaller(url: string): Promise<ApiCaller> {
  const response = await fetch(`${url}/openapi.json`, { headers: { authorization: TOKEN } });
  const description = (await response.json()) as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: description.components });
  const compiled = new Map<object, ValidateFunction>();
  const check = (schema: { $ref?: string }, value: unknown, place: string) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema.$ref ? { $ref: `api${schema.$ref}` } : schema);
    compiled.set(schema, validate);
    expect(validate(value), `${place}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  };
  const seen = new Set<string>();

  return {
    description,
    seen,
    async call(method, path, { body, raw, headers = {} } = {}) {
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: TOKEN, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(text === undefined ? {} : { body: text }),
      });
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
      const isJson = type.endsWith('json');
      const value = isJson ? ((await answer.json()) as Answer['body']) : ((await answer.arrayBuffer(), null) as never);
      const operation = findOperation(description, method, path.split('?')[0] ?? '');
      const place = `${method} ${path} → ${answer.status}`;
      if (operation) {
        const described = operation.responses[String(answer.status)];
        expect(described, `${place}: this status is not described`).toBeDefined();
        const schema = described?.content?.[type]?.schema ?? described?.content?.['*/*']?.schema;
        expect(schema !== undefined || described?.content === undefined, `${place}: ${type} is not described`).toBe(true);
        if (schema && isJson) check(schema, value, place);
        seen.add(`${operation.operationId} ${answer.status}`);
      } else {
        expect([401, 404, 405]).toContain(answer.status);
        check({ $ref: '#/components/schemas/Problem' }, value, place);
      }
      return { status: answer.status, headers: answer.headers, body: value };
    },
  };
}

/** The operation for a path; of two that match, the one with more literal segments. None for a method that is not described. */
function findOperation(description: Description, method: string, path: string) {
  const given = path.split('/');
  const fitting = Object.entries(description.paths)
    .filter(([pattern]) => {
      const segments = pattern.split('/');
      return segments.length === given.length && segments.every((segment, index) => segment.startsWith('{') || segment === given[index]);
    })
    .sort(([a], [b]) => a.split('{').length - b.split('{').length);
  return fitting[0]?.[1][method.toLowerCase()];
}
