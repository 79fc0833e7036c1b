import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoEnvironment } from '../entrances/commands/demo/demo-environment.ts';
import { ConfigError, findMisspelt, findProblems, loadConfig, VARIABLE_NAMES } from './config.ts';

const GOOD = {
  PUBLIC_URL: 'https://portal.example.coop',
  COOPERATIVE_NAME: 'Cooperativa Ejemplo',
  DATABASE_URL: 'postgres://portal:top-secret@db:5432/portal',
  API_TOKEN: 'a-token-of-enough-length',
  FACTOR_KEY: 'y'.repeat(32),
  SESSION_SECRET: 'x'.repeat(32),
};
const FIREBASE = {
  FIREBASE_MAIN_CREDENTIALS: JSON.stringify({ project_id: 'main', client_email: 'a@b', private_key: 'k' }),
  FIREBASE_DIGITALIZATION_CREDENTIALS: JSON.stringify({ project_id: 'digitalization', client_email: 'a@b', private_key: 'k' }),
  FIREBASE_WEB_API_KEY: 'key',
};

/** Read by Node and by the tracing library themselves. */
const OF_LIBRARIES = ['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];
const COMPOSE_ONLY = ['POSTGRES_PASSWORD', 'POSTGRES_APP_PASSWORD', 'REDIS_PASSWORD', 'VERSION', 'COMMIT'];

/** Set by libraries, Node, npm, Docker, Kubernetes, systemd, shells, CI and Google's emulators. */
const OF_OTHERS = `
  FIRESTORE_EMULATOR_HOST FIREBASE_AUTH_EMULATOR_HOST FIREBASE_STORAGE_EMULATOR_HOST STORAGE_EMULATOR_HOST FIREBASE_DATABASE_EMULATOR_HOST
  FIREBASE_EMULATOR_HUB FIREBASE_CONFIG FIREBASE_TOKEN FIREBASE_PROJECT_ID GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT GCLOUD_PROJECT
  PUBSUB_EMULATOR_HOST FUNCTIONS_EMULATOR CLOUD_RUN_JOB FIRESTORE_PREFER_REST GOOGLE_CLOUD_QUOTA_PROJECT GRPC_DEFAULT_SSL_ROOTS_FILE_PATH
  OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT
  OTEL_EXPORTER_OTLP_COMPRESSION OTEL_EXPORTER_OTLP_CERTIFICATE OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_METRICS_ENDPOINT
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG OTEL_TRACES_EXPORTER
  OTEL_METRICS_EXPORTER OTEL_LOGS_EXPORTER OTEL_LOG_LEVEL OTEL_PROPAGATORS OTEL_SDK_DISABLED OTEL_BSP_MAX_QUEUE_SIZE
  NODE_OPTIONS NODE_PATH NODE_VERSION NODE_HOME NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_NO_WARNINGS NODE_CHANNEL_FD
  NODE_V8_COVERAGE NODE_COMPILE_CACHE NODE_PENDING_DEPRECATION NODE_REPL_HISTORY NODE_USE_SYSTEM_CA YARN_VERSION UV_THREADPOOL_SIZE NVM_DIR
  npm_config_cache npm_config_user_agent npm_config_loglevel npm_config_node_gyp npm_config_noproxy npm_execpath npm_node_execpath
  npm_lifecycle_event npm_lifecycle_script npm_package_json npm_package_name npm_package_version npm_command INIT_CWD NPM_CONFIG_LOGLEVEL
  POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_APP_PASSWORD POSTGRES_HOST POSTGRES_PORT POSTGRES_INITDB_ARGS POSTGRES_HOST_AUTH_METHOD
  PGHOST PGUSER PGDATABASE PGPASSWORD PGPASSFILE PGSSLMODE PGSSLROOTCERT PG_CONFIG PG_COLOR REDIS_PASSWORD REDIS_HOST REDIS_PORT REDIS_VERSION
  SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_PASS MAIL_HOST MAIL_PORT MAIL_USER MAIL_TO MAIL_CHECK
  DATA_DIR DEMO_SIZE PORTAL_TOOLS_DIR PORTAL_BUNDLE STARTS_WHEN_TOLD REQUIRE_SERVICES TEST_SEED TEST_LONG TEST_SOME TEST_PART VITEST_POOL_ID
  COMPOSE_FILE COMPOSE_PROJECT_NAME COMPOSE_PROFILES DOCKER_HOST DOCKER_BUILDKIT DOCKER_CONFIG CONTAINER_ID PUBLIC_HOST CADDY_VERSION
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR WEB_PORT WEB_SERVICE_HOST POD_NAMESPACE
  INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE NOTIFY_SOCKET WATCHDOG_USEC LISTEN_FDS LISTEN_PID
  STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY CACHE_DIRECTORY CREDENTIALS_DIRECTORY CONFIGURATION_DIRECTORY
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NO_COLOR
  FORCE_COLOR XDG_SESSION_ID XDG_SESSION_TYPE XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_CONFIG_HOME SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS
  SSH_AUTH_SOCK SSH_CONNECTION SSH_CLIENT SUDO_COMMAND SUDO_USER LC_ALL LC_CTYPE TERM_PROGRAM TERM_PROGRAM_VERSION GPG_AGENT_INFO LESS_OPEN
  GITHUB_TOKEN GITHUB_API_URL GITHUB_SERVER_URL GITHUB_WORKSPACE RUNNER_TEMP CI_COMMIT_SHA CI_JOB_TOKEN GITLAB_CI
`;

function rootFile(name: string): string {
  return readFileSync(path.join(import.meta.dirname, '..', '..', name), 'utf8');
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...new Set([...rootFile(file).matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

function problemsOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const AGE_KEYS = [
  'age1nxrgvg2dz2jejzkd73nk3x3xp0myphwaczep48tc3r6cctcqruksec2d4e',
  'age1tc2hhsjma8we9d6k4re5y9w0ck6rezfsrcvtyhjep6w2qpqmrsjsctwm5v',
];

describe('configuration', () => {
  it('runs on Postgres alone by default', () => {
    const config = loadConfig(GOOD);
    expect(config.queue).toEqual({ kind: 'postgres', url: GOOD.DATABASE_URL });
    expect(config.firebase).toBeNull();
    expect(config.session.secureCookie).toBe(true);
    expect(config.files.kind).toBe('disk');
  });

  it('lists every problem at once', () => {
    const problems = problemsOf({ PORT: 'abc', API_TOKEN: 'short', DATABASE_URL: 'mysql://x' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'COOPERATIVE_NAME',
      'DATABASE_URL',
      'API_TOKEN',
      'SESSION_SECRET',
    ]);
    expect(problems).toContain('PUBLIC_URL: falta; escriba una dirección, p. ej. https://portal.example.coop');
  });

  it('says for each missing or wrong variable what to write', () => {
    const { SESSION_SECRET: _, ...rest } = GOOD;
    expect(
      problemsOf({
        ...rest,
        PORT: '70000',
        DATABASE_POOL: 'ten',
        DATABASE_URL: 'localhost',
        LOG_LEVEL: 'loud',
        API_TOKEN: 'short',
        SMTP_URL: 'mail',
      }),
    ).toEqual([
      'LOG_LEVEL: debe ser fatal, error, warn, info, debug, trace o silent',
      'PORT: debe ser 65535 o menos',
      expect.stringMatching(/^DATABASE_URL: escriba una dirección, p\. ej\. postgres:/),
      'DATABASE_POOL: debe ser un número',
      'API_TOKEN: escriba 16 caracteres o más; se hacen con openssl rand -hex 32',
      'SESSION_SECRET: falta; escriba 32 caracteres o más; se hacen con openssl rand -hex 32',
      expect.stringMatching(/^SMTP_URL: escriba una dirección, p\. ej\. smtp:/),
    ]);
  });

  it('never repeats a secret', () => {
    const error = new ConfigError(
      problemsOf({ ...GOOD, API_TOKEN: 'shh-canary', SESSION_SECRET: 'tiny-canary', DATABASE_URL: 'http://u:pw-canary@h' }),
    );
    expect(error.problems).toHaveLength(3);
    expect(error.message).not.toContain('canary');
  });

  it('treats an empty variable as missing', () => {
    expect(loadConfig({ ...GOOD, REDIS_URL: '', FILES_BUCKET: '' }).queue.kind).toBe('postgres');
    expect(problemsOf({ ...GOOD, COOPERATIVE_NAME: '' })).toEqual([
      'COOPERATIVE_NAME: falta; escriba su nombre, entre comillas si tiene espacios',
    ]);
  });

  it('requires all variables of Firebase or none', () => {
    expect(loadConfig({ ...GOOD, ...FIREBASE }).firebase?.digitalization.projectId).toBe('digitalization');
    expect(problemsOf({ ...GOOD, FIREBASE_WEB_API_KEY: 'key' })).toHaveLength(2);
    expect(problemsOf({ ...GOOD, ...FIREBASE, FIREBASE_MAIN_CREDENTIALS: 'not json' })).toEqual([
      'FIREBASE_MAIN_CREDENTIALS: debe ser el JSON de una cuenta de servicio, con project_id (y client_email, private_key)',
    ]);
  });

  it('accepts map tiles only from https or the portal itself, and has none by default', () => {
    const tilesOf = (MAP_TILES_URL: string) => loadConfig({ ...GOOD, MAP_TILES_URL, MAP_TILES_CREDIT: '© Ejemplo' }).streets;
    const [own, other] = ['/tiles/{z}/{x}/{y}.png', 'https://tiles.example.coop/{z}/{x}/{y}.png'];
    expect([tilesOf(own), tilesOf(other)]).toEqual([own, other].map((url) => ({ url, credit: '© Ejemplo' })));
    expect(loadConfig(GOOD).streets).toBeNull();
    for (const wrong of [
      'http://tiles.example.coop/{z}/{x}/{y}.png',
      'javascript:{z}{x}{y}',
      'https://tiles.example.coop/{z}/{x}.png',
      '//evil.example/{z}/{x}/{y}',
    ])
      expect(problemsOf({ ...GOOD, MAP_TILES_URL: wrong }), wrong).toHaveLength(1);
  });

  it('accepts buckets of other programs only by name and with an account', () => {
    const FILE_BUCKETS = 'gs://coop.appspot.com/, coop.firebasestorage.app';
    expect(loadConfig(GOOD).fileBuckets.names).toEqual([]);
    expect(loadConfig({ ...GOOD, ...FIREBASE, FILE_BUCKETS }).fileBuckets.names).toEqual(['coop.appspot.com', 'coop.firebasestorage.app']);
    expect(problemsOf({ ...GOOD, FILE_BUCKETS })).toEqual(['FILE_BUCKETS: necesita FIREBASE_MAIN_CREDENTIALS para tener acceso']);
    expect(problemsOf({ ...GOOD, ...FIREBASE, FILE_BUCKETS: 'coop.appspot.com/fotos' })[0]).toContain('deben ser nombres de buckets');
  });

  it('reads the password hash parameters as the Firebase console shows them, and how long backups are kept', () => {
    const shown = `hash_config {
      algorithm: SCRYPT,
      base64_signer_key: c2lnbmVy==,
      base64_salt_separator: Bw==,
      rounds: 8,
      mem_cost: 14,
    }`;
    const expected = { signerKey: 'c2lnbmVy==', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };
    expect(loadConfig({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: shown }).firebase?.passwordHash).toEqual(expected);
    const json = '{"algorithm":"SCRYPT","base64_signer_key":"c2lnbmVy==","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}';
    expect(loadConfig({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: json }).firebase?.passwordHash).toEqual(expected);
    expect(problemsOf({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: 'algorithm: BCRYPT' })[0]).toContain(
      'FIREBASE_PASSWORD_HASH: debe ser',
    );
    expect(loadConfig({ ...GOOD, BACKUP_DIR: '/respaldos', BACKUP_ENCRYPT_TO: ` ${AGE_KEYS.join('  ')}` }).backup).toEqual({
      folder: '/respaldos',
      keep: { days: 7, weeks: 4, months: 12 },
      recipients: AGE_KEYS,
    });
    expect(problemsOf({ ...GOOD, BACKUP_KEEP: '0,4,12', BACKUP_ENCRYPT_TO: 'ana' }).map((problem) => problem.split(':')[0])).toEqual([
      'BACKUP_KEEP',
      'BACKUP_ENCRYPT_TO',
    ]);
    const [key = ''] = AGE_KEYS;
    for (const mistyped of [key.slice(0, -1), `${key.slice(0, -1)}q`, key.replace('nx', 'xn'), `${key} ${key}x`])
      expect(problemsOf({ ...GOOD, BACKUP_ENCRYPT_TO: mistyped })[0]).toContain('BACKUP_ENCRYPT_TO: deben ser claves públicas de age');
  });

  it('requires TLS for mail over the internet', () => {
    const urlOf = (SMTP_URL: string) => loadConfig({ ...GOOD, SMTP_URL, MAIL_FROM: 'portal@example.coop' }).mail?.smtpUrl;
    expect(urlOf('smtp://ana:a%40b@mail.example.coop:587')).toBe('smtp://ana:a%40b@mail.example.coop:587?requireTLS=true');
    for (const url of ['smtps://mail.example.coop', 'smtp://mail:25', 'smtp://127.0.0.1:2525']) expect(urlOf(url)).toBe(url);
  });

  it('is documented in .env.example, every variable and no other', () => {
    expect(namesIn('.env.example', /^([A-Z_]+)=/gm)).toEqual([...VARIABLE_NAMES, ...COMPOSE_ONLY].sort());
  });

  it('is passed to the containers by docker-compose.yml, whose own variables are documented too', () => {
    // The demo's password is for the demo.
    const fixedThere = ['HOST', 'PORT', 'WORKER_PORT', 'DATABASE_OWNER_URL', 'SAMPLE_PASSWORD'];
    const given = VARIABLE_NAMES.filter((name) => !fixedThere.includes(name));
    expect(namesIn('docker-compose.yml', /^ {4}([A-Z_]+): /gm)).toEqual([...given, ...OF_LIBRARIES].sort());
    expect([...VARIABLE_NAMES, ...COMPOSE_ONLY, ...OF_LIBRARIES]).toEqual(
      expect.arrayContaining(namesIn('docker-compose.yml', /\$\{([A-Z_]+)/g)),
    );
  });

  it('migrates the database in docker-compose.yml before web and worker start', () => {
    const services = rootFile('docker-compose.yml').split(/\n {2}(?=[a-z]+:\n)/);
    for (const name of ['web', 'worker']) {
      expect(services.find((service) => service.startsWith(`${name}:`))).toContain(
        'migrate: { condition: service_completed_successfully }',
      );
    }
    expect(services.find((service) => service.startsWith('migrate:'))).toMatch(/"build\/server\/migrate\.mjs"\][^]*DATABASE_OWNER_URL/);
  });
});

describe('misspelt variables', () => {
  it.each([
    ['BACKUP_ENCRYPT', 'BACKUP_ENCRYPT_TO'],
    ['UPLOAD_MAX', 'UPLOAD_MAX_MB'],
    ['API_TOKEN_FILE', 'API_TOKEN'],
    ['FIREBASE_WEB', 'FIREBASE_WEB_API_KEY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['SESSION_SERCET', 'SESSION_SECRET'],
    ['INSECURE_COOKIE', 'INSECURE_COOKIES'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['MAP_TILE_URL', 'MAP_TILES_URL'],
    ['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('are found: %s instead of %s', (name, meant) => {
    expect(findMisspelt({ ...GOOD, [name]: 'x' })).toEqual([{ name, meant }]);
    // As compose passes what is not set.
    expect(findMisspelt({ ...GOOD, [name]: '' })).toEqual([]);
  });

  it('are never variables of the portal or of what runs it', () => {
    const files = [
      '.env.example',
      'docker-compose.yml',
      'Dockerfile',
      'deploy/Caddyfile',
      'deploy/systemd/portal.env.example',
      '.ci/smoke',
    ];
    const others = [...files.flatMap((file) => namesIn(file, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)), ...OF_OTHERS.trim().split(/\s+/)];
    expect(others.length).toBeGreaterThan(150);
    expect(findMisspelt(Object.fromEntries([...VARIABLE_NAMES, ...others].map((name) => [name, 'x'])))).toEqual([]);
  });
});

/** As `openssl rand -hex` makes them. */
const HEX = {
  session: '9f2b8d47c1e05a63b7d4f08e92c61a5d3e7b40f9815c26ad70e3b49f86d1c25a',
  token: '4c81e7b2903fda56c8e0174b9d63fa25708eb1c3d94f62a7',
  factors: 'd18f3a6094be72c5e13d07fa5b9c2684e7503cb19da46f82c05e7b39a1d4f680',
  previous: 'e50d9a37f4c1826bb3d7e40f95a2c861d03f7eb94a58c216',
  metrics: 'a7b30c95d2e84f1667c9d05be138f2a4904be7d1c3586fa0',
  database: '61d8f3a90b7ce452f08d19b6c3e75a2494bf06e1d7835ca2',
  owner: 'c29e4b70f5a8d1366ed2b90754fc13a8e07b6d92c5841fb3',
  redis: '3b7fd05e92c8a4167de1f490b5c3826a0fe9d74b21a86c53',
};
/** A portal on the internet, as the guides have it set. */
const SAFE: Record<string, string> = {
  PUBLIC_URL: 'https://portal.example.coop',
  COOPERATIVE_NAME: 'Cooperativa Ejemplo',
  TRUST_PROXY: '1',
  SESSION_SECRET: HEX.session,
  FACTOR_KEY: HEX.factors,
  API_TOKEN: HEX.token,
  DATABASE_URL: `postgres://portal_app:${HEX.database}@postgres:5432/portal`,
  REDIS_URL: `redis://:${HEX.redis}@redis:6379`,
};
const PRIVATE = { PUBLIC_URL: 'http://10.20.0.5', INSECURE_COOKIES: 'true', TRUST_PROXY: '0' };
const HERE = { ...PRIVATE, PUBLIC_URL: 'http://localhost:3000', HOST: '127.0.0.1' };

describe('unsafe settings', () => {
  const folder = (name: string) => path.join(import.meta.dirname, '..', '..', name);

  it.each<[what: string, given: Record<string, string>, names: string]>([
    ['cookies in clear beside https', { INSECURE_COOKIES: 'true' }, 'INSECURE_COOKIES'],
    ['http on a public name', { PUBLIC_URL: 'http://portal.example.coop', TRUST_PROXY: '0' }, 'PUBLIC_URL'],
    ['https without a proxy', { TRUST_PROXY: '' }, 'TRUST_PROXY'],
    ['a proxy that may be anybody', { TRUST_PROXY: '10' }, 'TRUST_PROXY'],
    ['a secret of one letter', { SESSION_SECRET: 'x'.repeat(64) }, 'SESSION_SECRET'],
    ['a secret of a sample', { SESSION_SECRET: 'change-me-to-a-long-secret-please' }, 'SESSION_SECRET'],
    ['one secret for two things', { API_TOKEN: HEX.session }, 'API_TOKEN'],
    ['Redis in clear over the internet', { REDIS_URL: `redis://:${HEX.redis}@redis.example.com:6379` }, 'REDIS_URL'],
    ['PostgreSQL in clear over the internet', { DATABASE_URL: `postgres://app:${HEX.database}@db.example.com/portal` }, 'DATABASE_URL'],
    ['files where everybody reads', { FILES_DIR: folder('public/files') }, 'FILES_DIR'],
    ['an emulator of accounts', { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }, 'FIREBASE_AUTH_EMULATOR_HOST'],
    // Twenty more, and some.
    ['an emulator of documents', { FIRESTORE_EMULATOR_HOST: 'localhost:8080' }, 'FIRESTORE_EMULATOR_HOST'],
    ['an emulator on a private network', { ...PRIVATE, FIRESTORE_EMULATOR_HOST: 'localhost:8080' }, 'FIRESTORE_EMULATOR_HOST'],
    ['an emulator of the bucket', { STORAGE_EMULATOR_HOST: 'http://localhost:9199' }, 'STORAGE_EMULATOR_HOST'],
    ['development before everybody', { NODE_ENV: 'development' }, 'NODE_ENV'],
    ['no proof of who answers', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
    ['cookies that no browser keeps over http', { ...PRIVATE, INSECURE_COOKIES: '' }, 'INSECURE_COOKIES'],
    ['an open debugger', { NODE_OPTIONS: '--inspect=0.0.0.0' }, 'NODE_OPTIONS'],
    ['all proxies, in a word', { TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    ['a proxy at its own port', { ...PRIVATE, PUBLIC_URL: 'http://10.20.0.5:3000', TRUST_PROXY: '1' }, 'TRUST_PROXY'],
    ['a password in the address', { PUBLIC_URL: 'https://ana:clave@portal.example.coop' }, 'PUBLIC_URL'],
    ['http on a public number', { PUBLIC_URL: 'http://203.0.113.7', TRUST_PROXY: '0' }, 'PUBLIC_URL'],
    ['http on a public IPv6', { PUBLIC_URL: 'http://[2001:db8::7]', TRUST_PROXY: '0' }, 'PUBLIC_URL'],
    ['pictures of members in clear', { PUBLIC_MEDIA_URL: 'http://media.example.coop' }, 'PUBLIC_MEDIA_URL'],
    ['the backend in clear', { REST_BACKEND_URL: 'http://api.example.coop' }, 'REST_BACKEND_URL'],
    ['traces in clear', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.coop:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['a short secret', { SESSION_SECRET: HEX.session.slice(0, 31) }, 'SESSION_SECRET'],
    ['one piece over and over', { SESSION_SECRET: 'k7Qz9mW2xR4vT8pL'.repeat(3) }, 'SESSION_SECRET'],
    ['a row of the alphabet', { SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }, 'SESSION_SECRET'],
    ['no key of second factors', { FACTOR_KEY: '' }, 'FACTOR_KEY'],
    ['no key of second factors on a public number', { PUBLIC_URL: 'https://203.0.113.7', FACTOR_KEY: '' }, 'FACTOR_KEY'],
    ['second factors under the secret of sessions', { FACTOR_KEY: HEX.session }, 'FACTOR_KEY'],
    ['a short key of second factors', { FACTOR_KEY: HEX.factors.slice(0, 31) }, 'FACTOR_KEY'],
    ['a key of second factors that repeats itself', { FACTOR_KEY: HEX.factors.slice(0, 16).repeat(4) }, 'FACTOR_KEY'],
    ['a key of second factors of a sample', { FACTOR_KEY: 'a-factor-key-that-is-an-example-of-a-clave' }, 'FACTOR_KEY'],
    ['a weak key of second factors on a private network', { ...PRIVATE, FACTOR_KEY: 'y'.repeat(64) }, 'FACTOR_KEY'],
    ['a token of a guide', { API_TOKEN: 'token-de-ejemplo-1' }, 'API_TOKEN'],
    ['a token that was not changed', { API_TOKEN_PREVIOUS: HEX.token }, 'API_TOKEN_PREVIOUS'],
    ['a weak token of the figures', { METRICS_TOKEN: 'prometheus-token' }, 'METRICS_TOKEN'],
    ['a token for its secret', { METRICS_TOKEN: HEX.session }, 'METRICS_TOKEN'],
    ['a database whose password is its name', { DATABASE_URL: 'postgres://portal:portal@postgres/portal' }, 'DATABASE_URL'],
    ['an owner with the same password', { DATABASE_OWNER_URL: `postgres://portal:${HEX.database}@postgres/portal` }, 'DATABASE_OWNER_URL'],
    ['an owner in clear', { DATABASE_OWNER_URL: `postgres://portal:${HEX.owner}@198.51.100.4/portal` }, 'DATABASE_OWNER_URL'],
    ['a database that nobody proves', { DATABASE_URL: `postgres://a:${HEX.database}@db.example.com/p?sslmode=no-verify` }, 'DATABASE_URL'],
    ['a host in the question', { DATABASE_URL: `postgres://a:${HEX.database}@localhost/p?host=db.example.com` }, 'DATABASE_URL'],
    ['Redis without a password', { REDIS_URL: 'redis://redis:6379' }, 'REDIS_URL'],
    ['Redis with a short one', { REDIS_URL: 'redis://:k7Qz2@redis:6379' }, 'REDIS_URL'],
    ['files among the screens', { FILES_DIR: folder('build') }, 'FILES_DIR'],
    ['the whole portal as files', { FILES_DIR: folder('.') }, 'FILES_DIR'],
    ['files of a web server', { FILES_DIR: '/var/www/html/files' }, 'FILES_DIR'],
    ['backups where everybody reads', { BACKUP_DIR: '/home/coop/public_html/respaldo' }, 'BACKUP_DIR'],
    ['backups beside what they save', { FILES_DIR: '/srv/portal/files', BACKUP_DIR: '/srv/portal/files/respaldo' }, 'BACKUP_DIR'],
    ['a sample on this machine, open to others', { ...HERE, HOST: '0.0.0.0', API_TOKEN: 'changeme-changeme' }, 'API_TOKEN'],
  ])('are refused: %s', (_, given, name) => {
    const problems = findProblems({ ...SAFE, ...given });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([name]);
    // Why, and what to do; never what was given.
    expect(problems[0]).toMatch(/: debe ser/.test(problems[0] ?? '') ? /^\w+: .{20,}$/ : /^\w+: .{10,}; .{8,}$/);
    for (const value of Object.values(given)) if (value.length > 12) expect(problems[0]).not.toContain(value);
  });

  it('suggest NODE_EXTRA_CA_CERTS when verification of TLS is switched off', () => {
    expect(findProblems({ ...SAFE, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
    expect(findProblems({ ...SAFE, NODE_EXTRA_CA_CERTS: '/etc/portal/ca.pem' })).toEqual([]);
  });

  it('are reported all at once, together with missing variables', () => {
    const { COOPERATIVE_NAME: _, ...rest } = SAFE;
    const names = findProblems({ ...rest, INSECURE_COOKIES: 'true', TRUST_PROXY: '0', API_TOKEN: 'x'.repeat(16) });
    expect(names.map((problem) => problem.split(':')[0])).toEqual(['COOPERATIVE_NAME', 'INSECURE_COOKIES', 'TRUST_PROXY', 'API_TOKEN']);
  });

  it.each<[what: string, given: Record<string, string>]>([
    ['the guides', {}],
    ['all secrets', { API_TOKEN_PREVIOUS: HEX.previous, METRICS_TOKEN: HEX.metrics, BACKUP_DIR: '/respaldo/portal' }],
    ['http on a private network', PRIVATE],
    ['a private network without a key of second factors', { ...PRIVATE, FACTOR_KEY: '' }],
    ['TLS before a private network', { PUBLIC_URL: 'https://portal.coop.internal', TRUST_PROXY: '2' }],
    ['a proxy of a private name in clear', { ...PRIVATE, PUBLIC_URL: 'http://portal', TRUST_PROXY: '1' }],
    [
      'PostgreSQL and Redis with TLS',
      {
        DATABASE_URL: `postgres://a:${HEX.database}@db.example.com/p?sslmode=verify-full`,
        REDIS_URL: `rediss://:${HEX.redis}@redis.example.com`,
      },
    ],
    ['a socket of this machine', { DATABASE_URL: 'postgres://portal@%2Fvar%2Frun%2Fpostgresql/portal' }],
    ['a database here, as samples have it', { DATABASE_URL: 'postgres://portal:secret@localhost:5432/portal' }],
    ['emulators here', { ...HERE, FIRESTORE_EMULATOR_HOST: 'localhost:8080', FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }],
    ['development here', { ...HERE, NODE_ENV: 'development', SESSION_SECRET: 'x'.repeat(32) }],
    ['tests here', { ...HERE, SESSION_SECRET: 'test-session-secret-of-enough-length' }],
    [
      'the demo',
      demoEnvironment({
        databaseUrl: 'postgres://portal@localhost/portal',
        dataDirectory: '/tmp/demo',
        port: 3000,
        workerPort: 3001,
        secrets: { API_TOKEN: HEX.token, FACTOR_KEY: HEX.factors, SESSION_SECRET: HEX.session },
      }),
    ],
  ])('are not found in %s', (_, given) => {
    expect(findProblems({ ...SAFE, ...given })).toEqual([]);
  });
});
