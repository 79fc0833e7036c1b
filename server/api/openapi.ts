import { z } from 'zod';
import * as shapes from '../rest-backend/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** Schemas of answers say what leaves; those of bodies what may come in. */
const COMPONENTS = {
  User: json(shapes.user, 'output'),
  UsersPage: json(shapes.usersPage, 'output'),
  CreateUser: json(shapes.createUserBody, 'input'),
  UpdateUser: json(shapes.updateUserBody, 'input'),
  Clicks: json(shapes.clicksBody, 'input'),
  ClicksAnswer: json(shapes.clicksAnswer, 'output'),
  UploadAnswer: json(shapes.uploadAssetAnswer, 'output'),
  Problem: json(shapes.problem, 'output'),
} as const;

type Component = keyof typeof COMPONENTS;

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Datos que no son válidos',
  401: 'Falta el encabezado Authorization o no es válido',
  404: 'No existe',
  405: 'Método no permitido; Allow dice cuáles sí',
  409: 'Otra persona cambió los datos, o ya existen',
  413: 'Demasiado grande',
  415: 'Tipo de datos no admitido',
  416: 'Parte fuera del archivo',
  500: 'Error interno',
  503: 'No disponible por ahora',
};

/** The OpenAPI 3.1 description of the REST backend, made from the schemas that the handlers check with. */
export function describeApi(title: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${title}`,
      version: '1.0.0',
      description: 'Personas, clics y archivos. Los errores son application/problem+json (RFC 9457).',
    },
    servers: [{ url: '/api' }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } }, schemas: COMPONENTS },
    paths: PATHS,
  };
}

const PAGE_PARAMETERS = queryParameters(shapes.pageQuery);
const ACTING = [
  header(shapes.ACTING_USER_HEADER, 'Id of the person for whom the call is made, percent-encoded; named in the audit trail.'),
  header(shapes.ACTING_REQUEST_HEADER, "The caller's request id."),
];

const PATHS: Json = {
  '/users': {
    get: operation('findUsers', 'Personas, las más nuevas primero', {
      parameters: PAGE_PARAMETERS,
      answers: { 200: 'UsersPage' },
      refusals: [400],
    }),
    post: operation('createUser', 'Crea una persona; 200 cuando ya estaba con los mismos datos', {
      parameters: [...ACTING, header(shapes.IDEMPOTENCY_HEADER, 'The same key makes one person.')],
      body: 'CreateUser',
      answers: { 200: 'User', 201: 'User' },
      refusals: [400, 409, 413, 415],
      note: `Sin datos: «${shapes.MISSING_DATA}».`,
    }),
  },
  '/users/by-agency-id/{agencyId}': {
    get: operation('findUsersOfAgency', 'Personas de una agencia', {
      parameters: [inPath('agencyId'), ...PAGE_PARAMETERS],
      answers: { 200: 'UsersPage' },
      refusals: [400],
      note: `Sin id: «${shapes.MISSING_ID}».`,
    }),
  },
  '/users/{id}': {
    get: operation('getUser', 'Una persona', {
      parameters: [inPath('id')],
      answers: { 200: 'User' },
      refusals: [400, 404],
      note: `Sin id: «${shapes.MISSING_ID}».`,
    }),
    patch: operation('updateUser', 'Cambia los datos enviados; repetirla no cambia nada más', {
      parameters: [inPath('id'), ...ACTING],
      body: 'UpdateUser',
      answers: { 200: 'User' },
      refusals: [400, 404, 409, 413, 415],
      note: `Sin id o sin datos: «${shapes.MISSING_ID_OR_DATA}».`,
    }),
  },
  '/users/clicks/{sessionId}': {
    patch: operation('addClicks', 'Suma los clics de un envío, una sola vez', {
      parameters: [inPath('sessionId')],
      body: 'Clicks',
      answers: { 200: 'ClicksAnswer' },
      refusals: [400, 404, 413, 415],
      note: `Sin id o sin datos: «${shapes.MISSING_ID_OR_DATA}».`,
    }),
  },
  '/digitalization/upload-asset': {
    post: {
      ...operation('uploadAsset', 'Guarda un archivo', {
        parameters: [],
        answers: { 201: 'UploadAnswer' },
        refusals: [400, 413, 415],
        note: `Sin archivo, nombre o agencia: «${shapes.MISSING_UPLOAD_PART}».`,
      }),
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file', 'agencyId'],
              properties: { file: { type: 'string', format: 'binary' }, agencyId: { type: 'string', minLength: 1, maxLength: 128 } },
            },
          },
        },
      },
    },
  },
  '/digitalization/asset': { get: assetOperation() },
};

function assetOperation(): Json {
  const described = operation('getAsset', 'Un archivo, como adjunto', {
    parameters: [...queryParameters(shapes.assetQuery), header('Range', 'bytes=…')],
    answers: {},
    refusals: [400, 404, 416],
    note: `Sin nombre: «${shapes.MISSING_IMAGE_PATH}».`,
  });
  const bytes = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  const responses = described['responses'] as Json;
  return {
    ...described,
    responses: {
      ...responses,
      200: { description: 'El archivo', ...bytes },
      206: { description: 'Una parte', ...bytes },
      416: { description: REFUSALS[416] },
    },
  };
}

interface OperationFacts {
  parameters: readonly Json[];
  body?: Component;
  answers: Readonly<Record<number, Component>>;
  refusals: readonly number[];
  note?: string;
}

function operation(operationId: string, summary: string, facts: OperationFacts): Json {
  const answers = Object.entries(facts.answers).map(
    ([status, component]) => [status, { description: summary, content: { 'application/json': { schema: ref(component) } } }] as const,
  );
  const refusals = [401, 405, 500, 503, ...facts.refusals].map(
    (status) =>
      [status, { description: REFUSALS[status] ?? '', content: { 'application/problem+json': { schema: ref('Problem') } } }] as const,
  );
  return {
    operationId,
    summary,
    ...(facts.note ? { description: facts.note } : {}),
    parameters: facts.parameters,
    ...(facts.body ? { requestBody: { required: true, content: { 'application/json': { schema: ref(facts.body) } } } } : {}),
    responses: Object.fromEntries([...answers, ...refusals]),
  };
}

function ref(component: Component): Json {
  return { $ref: `#/components/schemas/${component}` };
}

function inPath(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function queryParameters(schema: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({ name, in: 'query', required: required.includes(name), schema: property }));
}

/** Components carry no dialect of their own: the document's holds. */
function json(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
