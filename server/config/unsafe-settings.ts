import { realpathSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import path from 'node:path';

type RawEnvironment = Readonly<Record<string, string | undefined>>;
/** The text is a reason, followed by a semicolon and what to do. */
type Unsafe = readonly [name: string, text: string];

/** The portal's own folder. */
const ROOT = path.join(import.meta.dirname, '..', '..');
/** Folders that the portal itself serves publicly. */
const SERVED = ['public', 'build'].map((name) => path.join(ROOT, name));
/** Folders that web servers commonly serve publicly. */
const WEB_ROOT =
  /^\/(?:var\/www|srv\/(?:http|www)|usr\/share\/(?:nginx|caddy)|usr\/local\/apache2)(?:\/|$)|\/(?:public_html|htdocs|wwwroot)(?:\/|$)/;
const MOST_PROXIES = 3;
const PASSWORD_MIN = 12;
const FEW_CHARACTERS = 6;
/** Words of guides and samples; long enough not to occur by chance. */
const SAMPLE =
  /secret|token|passw|contrase|clave|change.?me|cambi[ae]|exampl|ejempl|sample|muestra|prueba|placeholder|default|qwerty|letmein|portal|coopera|postgres|redis|admin|123456|abcdef/gi;
const WORDS = /^\p{L}+(?:[-_. ]\p{L}+)+$/u;
const SECRETS = { SESSION_SECRET: 32, FACTOR_KEY: 32, API_TOKEN: 16, API_TOKEN_PREVIOUS: 16, METRICS_TOKEN: 16 } as const;
const STORES = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'REDIS_URL'] as const;
const EMULATORS = ['FIRESTORE_EMULATOR_HOST', 'FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST', 'STORAGE_EMULATOR_HOST'];

const familyOf = (host: string) => (isIP(host) === 6 ? 'ipv6' : 'ipv4');
const blocks = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const [net = '', bits] of subnets.map((subnet) => subnet.split('/'))) list.addSubnet(net, Number(bits), familyOf(net));
  return list;
};
const PRIVATE = blocks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', 'fc00::/7', 'fe80::/10');
const LOOPBACK = blocks('127.0.0.0/8', '::1/128');
/** Why unencrypted http over the internet is unsafe. */
const IN_CLEAR = {
  PUBLIC_MEDIA_URL: 'quien esté en el camino puede cambiar lo que ven los asociados',
  REST_BACKEND_URL: 'API_TOKEN cruzaría internet sin cifrar',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'lo que hace cada persona, y cuándo, cruzaría internet sin cifrar',
};
/** Suffixes that public host names never have. */
const PRIVATE_NAME = /\.(?:internal|local|localdomain|lan|intranet|home\.arpa|test)$/;

/**
 * Settings that the schema accepts but that are unsafe in production, each with its reason and what to do; never a value. Makes no network
 * requests: a host name is private by its form alone. On this machine only (address and listening host), nearly everything is allowed.
 */
export function findUnsafe(given: RawEnvironment): string[] {
  return [...unsafeSettings(given)].map(([name, text]) => `${name}: ${text}`);
}

function* unsafeSettings(given: RawEnvironment): Generator<Unsafe> {
  const address = urlOf(given['PUBLIC_URL']);
  // The reach is unknown without an address, which is already reported as missing.
  if (!address) return;
  const reach = reachOf(address.hostname);
  const isProduction = (given['NODE_ENV'] ?? 'production') === 'production';
  if (reach === 'public' && !isProduction)
    yield ['NODE_ENV', 'a esta dirección llega cualquiera, y development y test cuentan demasiado; ponga production'];
  if (reach !== 'public' && !isProduction) return;

  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    yield [
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'cualquiera en el camino puede hacerse pasar por Firebase, el servidor de correo o una base de datos; quítela: NODE_EXTRA_CA_CERTS nombra una autoridad propia',
    ];
  yield* unsafeAddresses(given, address, reach);
  yield* unsafeStores(given);
  yield* unsafeFolders(given);
  if (reach !== 'machine') {
    for (const name of EMULATORS)
      if (given[name])
        yield [
          name,
          'un emulador deja entrar a cualquiera y no guarda nada; quítela: los emuladores son para PUBLIC_URL=http://localhost:…',
        ];
    if (/--inspect/.test(given['NODE_OPTIONS'] ?? ''))
      yield ['NODE_OPTIONS', 'un depurador abre el proceso entero a quien llegue a su puerto; quite --inspect'];
  }
  if (reach === 'public' && given['FACTOR_KEY'] === undefined)
    yield [
      'FACTOR_KEY',
      'sin ella, quien conozca SESSION_SECRET abre también los segundos factores; hágala con openssl rand -hex 32; si ya hay personas con segundo factor, póngale el SESSION_SECRET de hoy y haga un SESSION_SECRET nuevo',
    ];
  if (reach !== 'machine' || reachOf(given['HOST'] ?? '0.0.0.0') !== 'machine') yield* unsafeSecrets(given);
}

function* unsafeAddresses(given: RawEnvironment, address: URL, reach: Reach): Generator<Unsafe> {
  const isHttps = address.protocol === 'https:';
  const proxies = Number(given['TRUST_PROXY'] ?? 0);
  if (!isHttps && reach === 'public')
    yield [
      'PUBLIC_URL',
      'las contraseñas y los documentos cruzarían internet sin cifrar; dé TLS al portal (deploy/Caddyfile lo hace) y escriba https://',
    ];
  if (given['INSECURE_COOKIES'] === 'true' && (isHttps || reach === 'public'))
    yield [
      'INSECURE_COOKIES',
      'la cookie de la sesión iría también sin cifrar, y cualquiera en el camino la toma; quítela: es para http en esta máquina o en una red privada',
    ];
  if (!isHttps && reach === 'private' && given['INSECURE_COOKIES'] !== 'true')
    yield [
      'INSECURE_COOKIES',
      'por http ningún navegador guarda una cookie que es para https, y nadie podría entrar; ponga true, o dé TLS al portal y escriba https:// en PUBLIC_URL',
    ];
  if (isHttps && proxies === 0)
    yield [
      'TRUST_PROXY',
      'el portal no habla TLS: delante de https hay un proxy, y para los límites todos serían una sola persona; ponga cuántos proxies hay, p. ej. 1',
    ];
  if (proxies > MOST_PROXIES)
    yield [
      'TRUST_PROXY',
      `con más de los que hay, cualquiera puede decir desde qué dirección viene; ponga cuántos proxies hay, ${MOST_PROXIES} a lo más`,
    ];
  if (!isHttps && proxies > 0 && reach !== 'machine' && (address.port || '80') === (given['PORT'] ?? '3000'))
    yield [
      'TRUST_PROXY',
      'PUBLIC_URL es el puerto del propio portal, donde cualquiera puede decir desde qué dirección viene; ponga 0, o el proxy en PUBLIC_URL',
    ];
  if (address.username || address.password)
    yield ['PUBLIC_URL', 'el nombre o la contraseña que lleva estarían en cada correo; escriba solo la dirección'];
  for (const [name, reason] of Object.entries(IN_CLEAR)) {
    const url = urlOf(given[name]);
    if (url?.protocol === 'http:' && reachOf(url.hostname) === 'public') yield [name, `${reason}; escriba https://`];
  }
}

function* unsafeStores(given: RawEnvironment): Generator<Unsafe> {
  for (const name of STORES) {
    const url = urlOf(given[name]);
    if (!url || reachOf(storeHost(url)) !== 'public' || isClosed(url)) continue;
    const mending = name === 'REDIS_URL' ? 'escriba rediss://' : 'agregue ?sslmode=verify-full';
    yield [name, `va sin cifrar, o sin comprobar a quién, por una red que no es privada; ${mending}, o ponga el nombre de una red privada`];
  }
}

function* unsafeFolders(given: RawEnvironment): Generator<Unsafe> {
  const files = path.resolve(given['FILES_DIR'] ?? '.data/files');
  for (const name of ['FILES_DIR', 'BACKUP_DIR']) {
    if (given[name] === undefined) continue;
    const danger = dangerOf(path.resolve(given[name]), name === 'BACKUP_DIR' ? files : null);
    if (danger === 'served')
      yield [name, 'está donde un servidor web entrega todo a cualquiera; ponga una carpeta propia, p. ej. /var/lib/portal/files'];
    if (danger === 'among-files')
      yield [name, 'lo que se lleve los archivos se llevará también su respaldo; ponga una carpeta de otro disco u otra máquina'];
  }
}

/**
 * Why nothing may be stored in a folder: a web server gives it to everybody, or it lies among the files that it is a backup of.
 * @param files null if it is for no backup
 */
export function dangerOf(given: string, files: string | null): 'served' | 'among-files' | null {
  const folder = realFolder(given);
  // Folders that contain a served one are refused too: the portal's own files would lie among documents.
  if (SERVED.some((served) => isWithin(folder, served) || isWithin(served, folder)) || WEB_ROOT.test(folder)) return 'served';
  return files !== null && isWithin(folder, realFolder(files)) ? 'among-files' : null;
}

function* unsafeSecrets(given: RawEnvironment): Generator<Unsafe> {
  const values = new Map<string, string>();
  for (const [name, shortest] of Object.entries(SECRETS)) {
    const value = given[name];
    if (value === undefined) continue;
    values.set(name, value);
    const reason = weakness(value, shortest);
    // Secrets that are too short are reported by the schema.
    if (reason && value.length >= shortest) yield [name, `${reason}; se hace con openssl rand -hex 32`];
  }
  for (const name of STORES) {
    const url = urlOf(given[name]);
    const isElsewhere = url && reachOf(storeHost(url)) !== 'machine';
    if (!isElsewhere) continue;
    const password = decodeURIComponent(url.password || url.searchParams.get('password') || '');
    if (password) values.set(name, password);
    // PostgreSQL also authenticates by certificate; Redis does not.
    const reason = password || name === 'REDIS_URL' ? weakness(password, PASSWORD_MIN) : null;
    if (reason) yield [name, `su contraseña: ${reason}; se hace con openssl rand -hex 24 y se cambia también en el almacén`];
  }
  for (const [name, value] of values) {
    const [first] = [...values].find(([, other]) => other === value) ?? [];
    if (first !== name) yield [name, `es igual a ${first}, y quien conozca una tiene las dos; cada una se hace con openssl rand -hex 32`];
  }
}

type Reach = 'machine' | 'private' | 'public';

/** Who can reach this host. */
export function reachOf(hostname: string): Reach {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) {
    if (LOOPBACK.check(host, familyOf(host))) return 'machine';
    return PRIVATE.check(host, familyOf(host)) ? 'private' : 'public';
  }
  // A path is a socket on this machine.
  if (host === '' || host === 'localhost' || host.endsWith('.localhost') || host.startsWith('/')) return 'machine';
  return !host.includes('.') || PRIVATE_NAME.test(host) ? 'private' : 'public';
}

function urlOf(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}

/** Like node-postgres: `?host=` takes precedence over the address. */
function storeHost(url: URL): string {
  return url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
}

function isClosed({ protocol, searchParams }: URL): boolean {
  if (protocol === 'rediss:') return true;
  const mode = searchParams.get('sslmode');
  if (mode === 'require') return !searchParams.has('uselibpqcompat');
  return mode === 'verify-ca' || mode === 'verify-full' || (mode === null && /^(?:true|1)$/.test(searchParams.get('ssl') ?? ''));
}

/** Resolves symbolic links, also of the part that exists of a folder that does not. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realFolder(parent), path.basename(folder));
  }
}

function isWithin(folder: string, other: string): boolean {
  const way = path.relative(other, folder);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}

/** Why the secret could be guessed; null when no reason is found. */
function weakness(text: string, shortest: number): string | null {
  if (text === '') return 'no hay ninguna';
  if (text.length < shortest) return `tiene menos de ${shortest} caracteres`;
  if (new Set(text).size < FEW_CHARACTERS || isRepeated(text)) return 'repite lo mismo';
  if (isSequence(text)) return 'sus caracteres van uno tras otro';
  const rest = text.replace(SAMPLE, '');
  return rest !== text && (rest.length < shortest || WORDS.test(text)) ? 'está hecha de palabras de ejemplos' : null;
}

/** Whether the text repeats a single piece. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) if (text.slice(period) === text.slice(0, -period)) return true;
  return false;
}

function isSequence(text: string): boolean {
  const steps = [...text].filter((_, at) => at > 0 && Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1);
  return steps.length > text.length / 2;
}
