import path from 'node:path';
import { bech32 } from '@scure/base';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { countOf, joinWithOr } from '../domain/text.ts';
import { findUnsafe, reachOf } from './unsafe-settings.ts';

/**
 * The environment, read once, as one typed object. Web and worker read process.env only here. `ConfigError` lists everything
 * missing or wrong, without any value, and the process ends with code 1 (run-process.ts).
 */
const PORT_MAX = 65535;
const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** The message also serves for a missing variable: it says what to write. */
const address = (protocol: RegExp, example: string) => z.url({ protocol, error: `escriba una dirección, p. ej. ${example}` });
const secret = (shortest: number) => {
  const error = `escriba ${shortest} caracteres o más; se hacen con openssl rand -hex 32`;
  return z.string({ error }).min(shortest, { error });
};
const http = (example: string) => address(/^https?$/, example);
const postgres = address(/^postgres(ql)?$/, 'postgres://portal:clave@localhost:5432/portal, con %40 por cada @ de la contraseña');
const port = z.coerce.number().int().min(0).max(PORT_MAX);

/** A service account; `clientEmail` and `privateKey` may be missing only against an emulator. */
export interface FirebaseProject {
  projectId: string;
  clientEmail: string | undefined;
  privateKey: string | undefined;
}

const some = z.string().min(1);
const account = z.object({ project_id: some, client_email: some.optional(), private_key: some.optional() });

const serviceAccount = z.string().transform((text, context): FirebaseProject => {
  try {
    const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = account.parse(JSON.parse(text));
    return { projectId, clientEmail, privateKey };
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'debe ser el JSON de una cuenta de servicio, con project_id (y client_email, private_key)',
    });
    return z.NEVER;
  }
});

const HASH_PARAMETER = /^\s*"?(\w+)"?\s*[:=]\s*"?([^"\s]+)"?\s*$/;
const hashParameters = z
  .object({
    algorithm: z.literal('SCRYPT'),
    base64_signer_key: some,
    base64_salt_separator: some,
    rounds: z.coerce.number().int(),
    mem_cost: z.coerce.number().int(),
  })
  .transform((given) => ({
    signerKey: given.base64_signer_key,
    saltSeparator: given.base64_salt_separator,
    rounds: given.rounds,
    memoryCost: given.mem_cost,
  }));

/** As shown in the Firebase console, which is not quite JSON, or as JSON. */
const passwordHash = z.string().transform((text, context) => {
  const parameterPairs = text.split(/[{},\n]/).flatMap((line) => {
    const [, name, value] = HASH_PARAMETER.exec(line) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  const { data } = hashParameters.safeParse(Object.fromEntries(parameterPairs));
  if (data) return data;
  context.addIssue({
    code: 'custom',
    message: 'debe ser el hash_config de la consola: SCRYPT con base64_signer_key, base64_salt_separator, rounds y mem_cost',
  });
  return z.NEVER;
});

/** For how many days, weeks and months the newest backup of each is kept. */
const backupRetention = z
  .string()
  .regex(/^[1-9]\d{0,3},\d{1,4},\d{1,4}$/, 'debe ser días,semanas,meses, p. ej. 7,4,12')
  .transform((text) => {
    const [days = 1, weeks = 0, months = 0] = text.split(',').map(Number);
    return { days, weeks, months };
  });

/** On the portal's own host or https: the content security policy allows no others. */
const tiles = z
  .string()
  .regex(/^(?:https:\/\/[^/\s]+\/|\/(?!\/))\S*$/, 'debe comenzar con https:// o, en el nombre del portal, con /')
  .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)), 'debe tener {z}, {x} y {y}');

/** 32 bytes, in the 5-bit words of bech32. */
const AGE_KEY_MIN_WORDS = 52;

/** Whether the checksum of a public key of age holds. The library that encrypts would take longer to load than all of the rest. */
function isAgeKey(text: string): boolean {
  const key = /^age1[a-z0-9]+$/.test(text) ? bech32.decodeUnsafe(text, false) : undefined;
  return key !== undefined && /^age(?:1[a-z]+)?$/.test(key.prefix) && key.words.length >= AGE_KEY_MIN_WORDS;
}

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
/** Bucket names as consoles show them, comma separated. */
const buckets = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().replace(/^gs:\/\/|\/$/g, '')))
  .refine((names) => names.every((name) => BUCKET.test(name)), 'deben ser nombres de buckets separados por comas, p. ej. coop.appspot.com');

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Port of the worker's /healthz, /readyz and /metrics; 0 takes a free one. */
  WORKER_PORT: port.default(3001),
  /** Public address of the portal: used for links in e-mails and the same-origin check. */
  PUBLIC_URL: http('https://portal.example.coop'),
  /** Where the mobile app finds /media, if not under PUBLIC_URL: a CDN or another name of the portal. */
  PUBLIC_MEDIA_URL: http('https://media.example.coop').optional(),
  /** URL template of street tiles for the map of agencies; browsers load them. */
  MAP_TILES_URL: tiles.optional(),
  /** Attribution that the tiles' licence requires. */
  MAP_TILES_CREDIT: z.string().trim().max(120).default(''),
  /** Number of reverse proxies in front of the portal (express `trust proxy`). */
  TRUST_PROXY: z.coerce.number({ error: 'debe ser cuántos proxies hay delante del portal, p. ej. 1' }).int().min(0).max(10).default(0),
  COOPERATIVE_NAME: z.string({ error: 'escriba su nombre, entre comillas si tiene espacios' }).trim().min(1).max(80),
  DATABASE_URL: postgres,
  /** The account that owns the tables, for `migrate` and `bi-access`, if DATABASE_URL's may only read and write them. */
  DATABASE_OWNER_URL: postgres.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  /** Redis for BullMQ; without it BullMQ runs on DATABASE_URL. */
  REDIS_URL: address(/^rediss?$/, 'redis://:clave@localhost:6379/1').optional(),
  /** Service account JSON (as text) of the two projects, and the main project's web API key. All or none. */
  FIREBASE_MAIN_CREDENTIALS: serviceAccount.optional(),
  FIREBASE_DIGITALIZATION_CREDENTIALS: serviceAccount.optional(),
  FIREBASE_WEB_API_KEY: z.string().min(1).optional(),
  /** The main project's password hash parameters, for a restore. */
  FIREBASE_PASSWORD_HASH: passwordHash.optional(),
  /** Names of collections and fields used by other programs (docs/mapping.md); default: the portal's own. */
  MAPPING_FILE: some.optional(),
  FILES_DIR: z.string().min(1).default('.data/files'),
  /** Cloud bucket for files; without it files live in FILES_DIR. */
  FILES_BUCKET: z.string().min(1).optional(),
  /**
   * Buckets of other programs whose files may be opened from documents, comma separated. Default: none
   * (docs/decisions/141-files-elsewhere.md).
   */
  FILE_BUCKETS: buckets.default([]),
  /** Base of the REST backend of docs/specification.md section 7; without it the portal is its own backend. */
  REST_BACKEND_URL: http('https://backend.example.coop').optional(),
  API_TOKEN: secret(MIN_TOKEN_LENGTH),
  /** Accepted besides API_TOKEN while the token is being rotated. */
  API_TOKEN_PREVIOUS: secret(MIN_TOKEN_LENGTH).optional(),
  SESSION_SECRET: secret(MIN_SECRET_LENGTH),
  /** Encrypts the secrets of second factors; changing it makes them all useless. Default: a key derived from SESSION_SECRET. */
  FACTOR_KEY: secret(MIN_SECRET_LENGTH).optional(),
  /** A weak password that is nevertheless accepted: that of the demo's public accounts. */
  SAMPLE_PASSWORD: z.string().min(1).optional(),
  SESSION_HOURS: z.coerce.number().min(1).max(336).default(12),
  /** How long a session may stay idle. */
  SESSION_REST_MINUTES: z.coerce.number().int().min(5).max(480).default(30),
  /**
   * smtp:// address for e-mails of reports and of resets (embedded identity); without it, resets are written to the log in development
   * only.
   */
  SMTP_URL: address(/^smtps?$/, 'smtp://usuario:clave@mail.example.coop:587').optional(),
  MAIL_FROM: z.email({ error: 'escriba un correo, p. ej. portal@example.coop' }).optional(),
  /** /metrics answers only with `Authorization: Bearer <token>`, or from loopback when unset. */
  METRICS_TOKEN: secret(MIN_TOKEN_LENGTH).optional(),
  /** Where traces are sent (OTLP over HTTP); without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: http('http://otel:4318').optional(),
  /** Where the worker writes a backup each night; without it there is none. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: backupRetention.prefault('7,4,12'),
  /** Public keys of age that backups are encrypted to, separated by spaces. */
  BACKUP_ENCRYPT_TO: z
    .string()
    .refine(
      (text) => text.trim().split(/\s+/).every(isAgeKey),
      'deben ser claves públicas de age (age1…) separadas por espacios; alguna está mal escrita',
    )
    .optional(),
  UPLOAD_MAX_MB: z.coerce.number().positive().max(5000).default(1024),
  /** 'true' keeps cookies usable over http on localhost (demo, development) and private networks. */
  INSECURE_COOKIES: flag.default(false),
});

/** Names of all variables; .env.example documents each. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

/** Set by Google's own emulator. */
const STORAGE_EMULATOR = 'STORAGE_EMULATOR_HOST';

const environmentSchema = variables.loose().superRefine((env, context) => {
  const firebase = ['FIREBASE_MAIN_CREDENTIALS', 'FIREBASE_DIGITALIZATION_CREDENTIALS', 'FIREBASE_WEB_API_KEY'] as const;
  const given = firebase.filter((key) => env[key] !== undefined);
  if (given.length > 0 && given.length < firebase.length) {
    for (const key of firebase) {
      if (env[key] === undefined) context.addIssue({ code: 'custom', path: [key], message: 'hace falta, porque se usa Firebase' });
    }
  }
  if (env.SAMPLE_PASSWORD !== undefined && !env.INSECURE_COOKIES)
    context.addIssue({
      code: 'custom',
      path: ['SAMPLE_PASSWORD'],
      message: 'es solo para una demostración en esta máquina (INSECURE_COOKIES=true)',
    });
  if (env.SMTP_URL && !env.MAIL_FROM) context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'hace falta con SMTP_URL' });
  const needing = [
    ...(env.FILES_BUCKET ? ['FILES_BUCKET'] : []),
    ...(env.FILE_BUCKETS.length > 0 && !env[STORAGE_EMULATOR] ? ['FILE_BUCKETS'] : []),
  ];
  for (const name of env.FIREBASE_MAIN_CREDENTIALS ? [] : needing)
    context.addIssue({ code: 'custom', path: [name], message: 'necesita FIREBASE_MAIN_CREDENTIALS para tener acceso' });
});

export type Environment = ReturnType<typeof toEnvironment>;

/** Everything that no setting changes. For the rest use `liveSettings.current()`: its `limits` are only defaults and upper bounds. */
export type Config = Omit<Environment, 'limits'>;

/** Lists every problem of the environment; never contains values. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Problemas de configuración:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** @throws ConfigError listing every problem */
export function loadConfig(environment: Variables = process.env): Environment {
  const { given, result } = read(environment);
  if (!result.success) throw new ConfigError(describeIssues(result.error, given));
  return toEnvironment(result.data, environment);
}

/** Everything missing or wrong, and settings that are unsafe in production. */
export function findProblems(environment: Variables): string[] {
  const { given, result } = read(environment);
  return [...(result.success ? [] : describeIssues(result.error, given)), ...findUnsafe(given)];
}

/** A name in the environment that is no variable of the portal, and the variable that it was probably meant to be. */
interface Misspelt {
  name: string;
  meant: string;
}

/** Mistakes that a variable and a name may be apart to be taken for each other. */
const MISTAKES = 2;
/** Short names, and those of one word, look like too many variables of other programs. */
const COMPARABLE = /^(?=.*_).{8,}$/;

/**
 * Variables that do nothing because their name is not quite ours: two letters differ, or a part at the end is missing or too much. Without
 * this `BACKUP_ENCRYPT` instead of BACKUP_ENCRYPT_TO would leave backups unencrypted, and nobody would notice.
 */
export function findMisspelt(environment: Variables): Misspelt[] {
  const ours = VARIABLE_NAMES.filter((name) => COMPARABLE.test(name));
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || VARIABLE_NAMES.includes(name) || !COMPARABLE.test(name)) return [];
    const near = closest(name, ours);
    const meant = distance(name, near) <= MISTAKES ? near : ours.find((own) => own.startsWith(`${name}_`) || name.startsWith(`${own}_`));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

type Variables = Readonly<Record<string, string | undefined>>;

function read(environment: Variables) {
  // An empty variable counts as missing: compose files pass `KEY=` for what is not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  return { given, result: environmentSchema.safeParse(given, { error: issueMessage }) };
}

function describeIssues({ issues }: z.ZodError, given: Variables): string[] {
  return issues.map((issue) => describeIssue(issue, given));
}

function describeIssue(issue: z.core.$ZodIssue, given: Variables): string {
  const key = issue.path.join('.');
  return given[key] === undefined && issue.code !== 'custom' ? `${key}: falta; ${issue.message}` : `${key}: ${issue.message}`;
}

/** For checks without a message of their own. */
function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return `debe ser ${joinWithOr(issue.values.map(String))}`;
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'debe ser un número entero' : 'debe ser un número';
  const bound = (limit: number | bigint) =>
    issue['origin'] === 'string' ? `debe tener ${countOf(Number(limit), 'carácter', 'caracteres')}` : `debe ser ${limit}`;
  if (issue.code === 'too_small')
    return issue.inclusive === false ? `debe ser mayor que ${issue.minimum}` : `${bound(issue.minimum)} o más`;
  if (issue.code === 'too_big') return `${bound(issue.maximum)} o menos`;
  return 'no es un valor que se admita';
}

function toEnvironment(env: z.output<typeof environmentSchema>, environment: Variables) {
  const { FIREBASE_MAIN_CREDENTIALS: main, FIREBASE_DIGITALIZATION_CREDENTIALS: digitalization } = env;
  return {
    mode: env.NODE_ENV,
    logLevel: env.LOG_LEVEL,
    web: { port: env.PORT, host: env.HOST, publicUrl: new URL(env.PUBLIC_URL), trustProxy: env.TRUST_PROXY },
    /** Public base address of /media. */
    publicMediaUrl: new URL(env.PUBLIC_MEDIA_URL ?? env.PUBLIC_URL),
    /** null: the map of agencies shows our own outline. */
    streets: env.MAP_TILES_URL === undefined ? null : { url: env.MAP_TILES_URL, credit: env.MAP_TILES_CREDIT },
    worker: { port: env.WORKER_PORT },
    database: { url: env.DATABASE_URL, ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL, poolSize: env.DATABASE_POOL },
    queue: env.REDIS_URL ? ({ kind: 'redis', url: env.REDIS_URL } as const) : ({ kind: 'postgres', url: env.DATABASE_URL } as const),
    /** null: the embedded document store and identity in Postgres. */
    firebase:
      main && digitalization && env.FIREBASE_WEB_API_KEY
        ? {
            main,
            digitalization,
            webApiKey: env.FIREBASE_WEB_API_KEY,
            passwordHash: env.FIREBASE_PASSWORD_HASH ?? null,
            /** Set by Google's own emulators; firebase-admin reads the same variables. */
            authEmulatorHost: environment['FIREBASE_AUTH_EMULATOR_HOST'],
            firestoreEmulatorHost: environment['FIRESTORE_EMULATOR_HOST'],
          }
        : null,
    /** Read and checked where the stores are opened (mapping.ts). */
    mappingFile: env.MAPPING_FILE ? path.resolve(env.MAPPING_FILE) : null,
    files: env.FILES_BUCKET
      ? ({ kind: 'bucket', bucket: env.FILES_BUCKET } as const)
      : ({ kind: 'disk', directory: path.resolve(env.FILES_DIR) } as const),
    /** Buckets of other programs (server/ports/files/buckets.ts). */
    fileBuckets: { names: env.FILE_BUCKETS, emulator: environment[STORAGE_EMULATOR] },
    backup: {
      /** null: the worker makes no backups. */
      folder: env.BACKUP_DIR ? path.resolve(env.BACKUP_DIR) : null,
      keep: env.BACKUP_KEEP,
      recipients: env.BACKUP_ENCRYPT_TO?.trim().split(/\s+/) ?? [],
    },
    restBackend: { url: env.REST_BACKEND_URL ?? null, token: env.API_TOKEN, previousToken: env.API_TOKEN_PREVIOUS ?? null },
    samplePassword: env.SAMPLE_PASSWORD ?? null,
    session: { secret: env.SESSION_SECRET, secureCookie: !env.INSECURE_COOKIES },
    /** A public portal must have a key of its own (unsafe-settings.ts). */
    factorKey: env.FACTOR_KEY ?? env.SESSION_SECRET,
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: withRequiredTls(env.SMTP_URL), from: env.MAIL_FROM } : null,
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Base address of the collector; null: no tracing. */
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Upper bounds that the portal's settings may narrow (server/live-settings). */
    limits: {
      cooperativeName: env.COOPERATIVE_NAME,
      /** Rows per page of people who have not chosen a size. */
      pageSize: 25,
      sessionHours: env.SESSION_HOURS,
      restMinutes: env.SESSION_REST_MINUTES,
      uploadMaxMb: env.UPLOAD_MAX_MB,
    },
  };
}

/** Requires STARTTLS from mail servers on the internet: an attacker in between could have removed the offer. */
function withRequiredTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (url.protocol === 'smtp:' && reachOf(url.hostname) === 'public') url.searchParams.set('requireTLS', 'true');
  return url.href;
}
