import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import type { MenuId } from '#server/domain/menu.ts';
import { DEFAULT_MENUS, DEFAULT_ROLES } from '#server/domain/roles.ts';
import { makeAppContents } from './app-contents.ts';
import { makeFiles } from './briefcase-files.ts';
import { makeCustomers } from './customers.ts';
import { lostPictureUrl, pictureUrl } from './pictures.ts';
import { makeDigitalization } from './digitalization.ts';
import type { DemoScan } from './digitized-documents.ts';
import { DEMO_SETS } from './permission-sets.ts';
import { makeProducts } from './products.ts';
import { makeRequiredReadings } from './required-readings.ts';
import { makeReportSchedules } from './report-schedules.ts';
import { makeQuotes } from './quotes.ts';
import { createRandom, type Random } from './random.ts';
import { makeSignIns } from './sign-ins.ts';
import { makeUserActivity } from './user-activity.ts';
import { DEPARTMENTS, DOCUMENT_TYPES, FIRST_NAMES, FOLDERS, POSITION_IDS, SURNAMES, TOWNS, type FileKind } from './vocabulary.ts';

/** One document as the demo has it; `at` is its creation. */
export interface SeedDocument {
  /** `main` by default. */
  database?: DatabaseName;
  path: string;
  data: Fields;
  at: Date;
}

export interface DemoPerson {
  id: string;
  name: string;
  email: string;
  role: string;
  agency: string;
  folders: readonly string[];
  /** What they may do with digitized documents; '' for nothing. */
  permissionSetId: string;
}

export interface DemoFile {
  id: string;
  nombre: string;
  kind: FileKind;
  folderId: string;
  typeId: string;
  owner: DemoPerson;
  at: Date;
}

export interface DemoData {
  documents: SeedDocument[];
  people: DemoPerson[];
  files: DemoFile[];
  /** Digitized documents whose files are stored when the demo is loaded. */
  scans: DemoScan[];
}

const USER_COUNT = 120;
const DAY_MS = 86_400_000;
const SEED = 20_261_119;
const CONTENTS_SEED = 12_121;

export const DEMO_PASSWORD = 'Demo-2026!';
export const DEMO_ACCOUNTS = [
  { id: 'demo-admin', email: 'admin@demo.coop', name: 'Lucía Marroquín Estrada', role: 'admin' },
  { id: 'demo-editor', email: 'editor@demo.coop', name: 'Diego Ajanel Rodas', role: 'editor' },
  { id: 'demo-reportes', email: 'reportes@demo.coop', name: 'Sofía Cojulún Reyes', role: 'user' },
] as const;

/** People who digitize and send documents, each at an agency of their own except the last two. */
const DIGITIZER_ROLE = { id: 'digitalizador', title: 'Digitalizador' } as const;
const DIGITIZER_MENUS: readonly MenuId[] = ['home', 'digitalization-documents', 'packages-sent', 'packages-received'];
const DIGITIZERS = (
  [
    ['demo-digitaliza', 'digitaliza@demo.coop', 'Marta Choc Ixcoy', 'agencia-01', DEMO_SETS.agencyDesk],
    ['demo-recibe', 'recibe@demo.coop', 'Otto Barrientos Sic', 'agencia-02', DEMO_SETS.reception],
    ['persona-119', 'elena.tzoc@demo.coop', 'Elena Tzoc Marín', 'agencia-02', DEMO_SETS.agencyDesk],
    ['persona-120', 'julio.xicara@demo.coop', 'Julio Xicará Paz', 'agencia-03', DEMO_SETS.digitizing],
  ] as const
).map(([id, email, name, agency, permissionSetId]): DemoPerson => ({
  id,
  email,
  name,
  agency,
  permissionSetId,
  role: DIGITIZER_ROLE.id,
  folders: [],
}));
/** The other one has just begun and holds nothing yet. */
const CLERKS = DIGITIZERS.filter(({ id }) => id !== 'demo-recibe');
/** People who digitize for all agencies hand documents out and keep none. */
const HOLDING_CLERKS = CLERKS.filter(({ permissionSetId }) => permissionSetId === DEMO_SETS.agencyDesk);

/**
 * Agencies, departments, folders, document types, people, roles and files of the demo.
 * @param today the demo's last day; everything happened in the twelve months before it
 * @param publicUrl under which its pictures are found
 */
export function makeDemoData(today: Date, publicUrl = new URL('http://localhost:3000')): DemoData {
  const random = createRandom(SEED);
  const founded = new Date(today.getTime() - 400 * DAY_MS);
  const agencies = makeAgencies(random, founded, publicUrl);
  const folders = FOLDERS.map(([nombre, descripcion], index) =>
    document(`maletin_carpetas/carpeta-${pad(index + 1, 2)}`, { nombre, descripcion, orden: index + 1, estado: true }, founded, index),
  );
  const types = DOCUMENT_TYPES.map(([nombre, extensiones, tamanoMaximoMb], index) =>
    document(
      `maletin_tipos_documento/tipo-${pad(index + 1, 2)}`,
      { nombre, extensiones: [...extensiones], tamanoMaximoMb, estado: true },
      founded,
      index,
    ),
  );
  const departments = DEPARTMENTS.map(([nombre, descripcion], index) =>
    document(`departamentos/departamento-${pad(index + 1, 2)}`, { nombre, descripcion, estado: true }, founded, index),
  );
  const roles = [
    ...DEFAULT_ROLES.map((role) => ({ ...role, menus: DEFAULT_MENUS[role.id] })),
    { ...DIGITIZER_ROLE, menus: DIGITIZER_MENUS },
  ].flatMap(({ id, title, menus }, index) => [
    document(`roles/${id}`, { id, title, value: id }, founded, index),
    document(`permisos_rol/${id}`, { menus: [...menus] }, founded, index),
  ]);
  // One for all editors, another for two agencies and a department.
  const folderRules = [
    { folder: 'carpeta-01', roles: ['editor'], agencias: [], departamentos: [] },
    { folder: 'carpeta-05', roles: [], agencias: ['agencia-03', 'agencia-07'], departamentos: ['departamento-05'] },
  ].map(({ folder, ...rule }, index) => document(`maletin_accesos/${folder}`, rule, founded, index));
  const people = makePeople(random, idsOf(agencies), idsOf(folders));
  const activity = makeUserActivity({ people, today });
  const signIns = makeSignIns({ people, activity });
  const users = withCountedClicks(
    people.map((person, index) => userDocument(person, index, departments, random, founded)),
    activity,
  );
  // Nobody joins or asks for a loan at a cash machine.
  const branches = idsOf(agencies.filter((agency) => agency.data['tipo'] === 'agencia'));
  const customers = makeCustomers({ today, agencyIds: branches });
  const quotes = makeQuotes({ today, agencyIds: branches, people, customers });
  const contents = makeAppContents({
    random: createRandom(CONTENTS_SEED),
    today,
    publicUrl,
    agencyIds: idsOf(agencies.filter(({ data }) => data['tipo'] === 'agencia')),
  });
  const products = makeProducts({ today, publicUrl });
  const [administrator, editor] = people;
  if (!administrator || !editor) throw new Error('nobody administers the demo');
  const { documents: digitalization, scans } = makeDigitalization({
    founded,
    today,
    by: administrator,
    clerks: CLERKS,
    holders: [...HOLDING_CLERKS, administrator, editor],
  });
  const files = makeFiles(random, { people, today, folderIds: idsOf(folders), typeIds: idsOf(types) });
  return {
    documents: [
      ...agencies,
      ...departments,
      ...folders,
      ...folderRules,
      ...types,
      ...roles,
      ...users,
      ...activity,
      ...signIns,
      ...contents,
      ...customers,
      ...quotes,
      ...products,
      ...digitalization,
      ...makeRequiredReadings({ people, files, today }),
      ...makeReportSchedules({ administrator, editor, recipients: people.slice(2, 3) }, today),
    ],
    people,
    files,
    scans,
  };
}

function makeAgencies(random: Random, founded: Date, publicUrl: URL): SeedDocument[] {
  return TOWNS.map(([town, region, latitude, longitude], index) => {
    const tipo = index < 28 ? 'agencia' : index < 35 ? 'cajero' : 'agente';
    const label = { agencia: 'Agencia', cajero: 'Cajero', agente: 'Agente' }[tipo];
    const jitter = () => (random.next() - 0.5) / 100;
    const fields = {
      nombre: `${label} ${town}`,
      direccion: `${random.between(1, 12)}a. calle ${random.between(1, 20)}-${random.between(10, 95)}, zona ${random.between(1, 5)}, ${town}, ${region}`,
      horarios: tipo === 'cajero' ? 'Todos los días, 24 horas' : 'Lunes a viernes 8:00 a 17:00\nSábado 8:00 a 12:00',
      latitud: Number((latitude + jitter()).toFixed(6)),
      longitud: Number((longitude + jitter()).toFixed(6)),
      estado: true,
      operaciones: tipo === 'agencia' ? 'Depósitos, retiros, créditos, remesas' : 'Depósitos y retiros',
      tipo,
      telefono: `${random.pick(['2', '7'])}${random.between(200, 999)}-${random.between(1000, 9999)}`,
      fotos: tipo === 'agencia' ? [0, 1, 2].slice(0, 1 + (index % 3)).map((photo) => pictureUrl(publicUrl, 'fachada', index + photo)) : [],
      ...(index === LOST_PICTURE_AT && { fotos: [lostPictureUrl(publicUrl)] }),
    };
    return document(`agencias/agencia-${pad(index + 1, 2)}`, { ...fields, ...AGENCY_SLIPS[index] }, founded, index);
  });
}

const LOST_PICTURE_AT = 26;

/** Forgotten or mistyped values, by the place in the list: the health of contents finds them. */
const AGENCY_SLIPS: Readonly<Record<number, Fields>> = {
  36: { horarios: 'Horario normal' },
  37: { telefono: '' },
  38: { latitud: 13.84512, longitud: -88.31207 },
  39: { latitud: null, longitud: null },
};

function makePeople(random: Random, agencyIds: readonly string[], folderIds: readonly string[]): DemoPerson[] {
  const people: DemoPerson[] = DEMO_ACCOUNTS.map((account) => ({
    ...account,
    agency: agencyIds[0] ?? '',
    folders: account.role === 'editor' ? folderIds.slice(0, 15) : [],
    permissionSetId: account.role === 'editor' ? DEMO_SETS.credits : '',
  }));
  const taken = new Set(people.map((person) => person.email));
  while (people.length < USER_COUNT - DIGITIZERS.length) {
    const [first, surname, second] = [random.pick(FIRST_NAMES), random.pick(SURNAMES), random.pick(SURNAMES)];
    const email = `${plain(first)}.${plain(surname)}@demo.coop`;
    if (taken.has(email)) continue;
    taken.add(email);
    const own = folderIds.filter(() => random.next() < 0.3);
    const role = random.weighted([
      ['editor', 7],
      ['user', 3],
    ] as const);
    people.push({
      id: `persona-${pad(people.length + 1, 3)}`,
      name: `${first} ${surname} ${second}`,
      email,
      role,
      agency: random.pick(agencyIds),
      folders: own.length > 0 ? own : folderIds.slice(0, 3),
      permissionSetId: role === 'editor' ? permissionSetOf(people.length) : '',
    });
  }
  return [...people, ...DIGITIZERS];
}

function userDocument(
  person: DemoPerson,
  index: number,
  departments: readonly SeedDocument[],
  random: Random,
  founded: Date,
): SeedDocument {
  const department = random.pick(departments);
  const fields = {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    phone: `${random.pick(['3', '4', '5'])}${random.between(100, 999)}-${random.between(1000, 9999)}`,
    agency: person.agency,
    state: true,
    briefcase_permissions: { folders: [...person.folders] },
    clicks: random.between(0, 4_000),
    digitalization_permission_id: person.permissionSetId,
    department: { id: lastSegment(department.path), name: department.data['nombre'] ?? '', state: true },
    position: random.pick(POSITION_IDS),
  };
  return document(`usuarios/${person.id}`, fields, founded, index);
}

/** A third of the people who work with documents have one of two sets. */
function permissionSetOf(index: number): string {
  if (index % 3 !== 1) return '';
  return index % 2 === 1 ? DEMO_SETS.credits : DEMO_SETS.lookup;
}

/** A person's clicks are never fewer than the sum of their days. */
function withCountedClicks(users: readonly SeedDocument[], activity: readonly SeedDocument[]): SeedDocument[] {
  const counted = new Map<unknown, number>();
  for (const { data } of activity) counted.set(data['userId'], (counted.get(data['userId']) ?? 0) + Number(data['clicks']));
  return users.map((user) => ({
    ...user,
    data: { ...user.data, clicks: Number(user.data['clicks']) + (counted.get(user.data['id']) ?? 0) },
  }));
}

/** A moment in the last twelve months during office hours in Guatemala (UTC-6), seldom on a weekend. */
export function officeTime(random: Random, today: Date): Date {
  for (;;) {
    const day = new Date(today.getTime() - random.between(0, 364) * DAY_MS);
    const weekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
    if (weekend && random.next() < 0.8) continue;
    const seconds = random.between(8 * 3_600, 17 * 3_600 - 1) + 6 * 3_600;
    const at = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()) + seconds * 1_000 + random.between(0, 999));
    if (at.getTime() <= today.getTime()) return at;
  }
}

/** Creation times differ by a second, so that the newest-first order of lists is the same everywhere. */
function document(path: string, data: Fields, founded: Date, index: number): SeedDocument {
  const at = new Date(founded.getTime() + index * 1_000);
  return { path, data: { ...data, isActive: true, createdAt: at, updatedAt: at }, at };
}

const idsOf = (documents: readonly SeedDocument[]) => documents.map((entry) => lastSegment(entry.path));
const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
export const pad = (value: number, width: number) => String(value).padStart(width, '0');
