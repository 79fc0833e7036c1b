import { z } from 'zod';
import * as shapes from '../../../ports/rest-backend/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** Schemas of answers describe the output, those of bodies the accepted input. */
const COMPONENTS = {
  User: json(shapes.user, 'output'),
  /** Everybody, or a page if a parameter asks for one. */
  People: json(z.union([z.array(shapes.user), shapes.usersPage]), 'output'),
  CreateUser: json(shapes.createUserBody, 'input'),
  UpdateUser: json(shapes.updateUserBody, 'input'),
  Clicks: json(shapes.clicksBody, 'input'),
  ClicksAnswer: json(shapes.clicksAnswer, 'output'),
  UploadAnswer: json(shapes.uploadAssetAnswer, 'output'),
  Problem: json(shapes.problem, 'output'),
} as const;

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Datos que no son válidos',
  401: 'Falta el encabezado Authorization o no es válido',
  404: 'No existe',
  405: 'Método no permitido; Allow dice cuáles sí',
  409: 'Otra persona cambió los datos, o ya existen',
  413: 'Demasiado grande',
  415: 'Tipo de datos no admitido',
  416: 'Parte fuera del archivo',
  429: 'Demasiados intentos con una clave que no vale; Retry-After dice cuántos segundos esperar',
  500: 'Error interno',
  503: 'No disponible por ahora',
};
/** Possible answers of every call; WITH_BODY are those of calls with a body in addition. */
const ALWAYS = [400, 401, 405, 429, 500, 503];
const WITH_BODY = [413, 415];

/** The OpenAPI 3.1 description of the REST backend, generated from the schemas that the handlers validate with. */
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

const ACTING = {
  [shapes.ACTING_USER_HEADER]: 'Id of the person for whom the call is made, percent-encoded; named in the audit trail.',
  [shapes.ACTING_REQUEST_HEADER]: "The caller's request id.",
};
const UPLOAD_FORM = {
  type: 'object',
  required: ['file', 'agencyId'],
  properties: { file: { type: 'string', format: 'binary' }, agencyId: { type: 'string', minLength: 1, maxLength: 128 } },
};
const bytes = (description: string) => ({ description, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } });

const ALL_PEOPLE = 'Sin parámetros responde una lista con todas; con alguno de estos, una página.';

const PATHS: Json = {
  '/users': {
    get: operation('findUsers', 'Personas, las más nuevas primero', {
      query: shapes.pageQuery,
      answers: { 200: jsonOf('People') },
      note: ALL_PEOPLE,
    }),
    post: operation('createUser', 'Crea una persona; 200 cuando ya estaba con los mismos datos', {
      headers: { ...ACTING, [shapes.IDEMPOTENCY_HEADER]: 'The same key makes one person.' },
      body: jsonOf('CreateUser'),
      answers: { 200: jsonOf('User'), 201: jsonOf('User') },
      refusals: [409],
      note: `Sin datos: «${shapes.MISSING_DATA}».`,
    }),
  },
  '/users/by-agency-id/{agencyId}': {
    get: operation('findUsersOfAgency', 'Personas de una agencia', {
      inPath: 'agencyId',
      query: shapes.pageQuery,
      answers: { 200: jsonOf('People') },
      note: `${ALL_PEOPLE} Sin id: «${shapes.MISSING_ID}».`,
    }),
  },
  '/users/{id}': {
    get: operation('getUser', 'Una persona', {
      inPath: 'id',
      answers: { 200: jsonOf('User') },
      refusals: [404],
      note: `Sin id: «${shapes.MISSING_ID}».`,
    }),
    patch: operation('updateUser', 'Cambia los datos enviados; repetirla no cambia nada más', {
      inPath: 'id',
      headers: ACTING,
      body: jsonOf('UpdateUser'),
      answers: { 200: jsonOf('User') },
      refusals: [404, 409],
      note: `Sin id o sin datos: «${shapes.MISSING_ID_OR_DATA}».`,
    }),
  },
  '/users/clicks/{sessionId}': {
    patch: operation('addClicks', 'Suma los clics de un envío, una sola vez', {
      inPath: 'sessionId',
      body: jsonOf('Clicks'),
      answers: { 200: jsonOf('ClicksAnswer') },
      refusals: [404],
      note: `Sin id o sin datos: «${shapes.MISSING_ID_OR_DATA}».`,
    }),
  },
  '/digitalization/upload-asset': {
    post: operation('uploadAsset', 'Guarda un archivo', {
      body: { content: { 'multipart/form-data': { schema: UPLOAD_FORM } } },
      answers: { 201: jsonOf('UploadAnswer') },
      note: `Sin archivo, nombre o agencia: «${shapes.MISSING_UPLOAD_PART}».`,
    }),
  },
  '/digitalization/asset': {
    get: operation('getAsset', 'Un archivo, como adjunto', {
      query: shapes.assetQuery,
      headers: { Range: 'bytes=…' },
      answers: { 200: bytes('El archivo'), 206: bytes('Una parte') },
      refusals: [404, 416],
      note: `Sin nombre: «${shapes.MISSING_IMAGE_PATH}».`,
    }),
  },
};

interface OperationFacts {
  inPath?: string;
  query?: z.ZodObject;
  /** Purpose of each header, by name. */
  headers?: Readonly<Record<string, string>>;
  body?: Json;
  answers: Readonly<Record<number, Json>>;
  /** In addition to those of every call of its kind. */
  refusals?: readonly number[];
  note?: string;
}

function operation(
  operationId: string,
  summary: string,
  { inPath, query, headers = {}, body, answers, refusals = [], note }: OperationFacts,
) {
  const problem = { content: { 'application/problem+json': { schema: ref('Problem') } } };
  const refused = [...ALWAYS, ...(body ? WITH_BODY : []), ...refusals];
  return {
    operationId,
    summary,
    ...(note && { description: note }),
    parameters: [
      ...(inPath ? [{ name: inPath, in: 'path', required: true, schema: { type: 'string' } }] : []),
      ...(query ? queryParameters(query) : []),
      ...Object.entries(headers).map(([name, description]) => ({
        name,
        in: 'header',
        required: false,
        description,
        schema: { type: 'string' },
      })),
    ],
    ...(body && { requestBody: { required: true, ...body } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, { description: summary, ...answer }])),
      // A range outside the file is refused without a body.
      ...Object.fromEntries(refused.map((status) => [status, { description: REFUSALS[status], ...(status !== 416 && problem) }])),
    },
  };
}

function ref(component: keyof typeof COMPONENTS): Json {
  return { $ref: `#/components/schemas/${component}` };
}

function jsonOf(component: keyof typeof COMPONENTS): Json {
  return { content: { 'application/json': { schema: ref(component) } } };
}

function queryParameters(schema: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({ name, in: 'query', required: required.includes(name), schema: property }));
}

/** Components declare no JSON Schema dialect: the document's applies. */
function json(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
