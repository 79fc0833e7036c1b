import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { documentIdOf } from '#server/platform/document-id.ts';
import { MAX_WRITES, type DatabaseName, type Write } from '#server/ports/documents/document-store.ts';
import { importDocuments, type ImportedDocument } from '#server/ports/documents/embedded/import.ts';
import { assetUrl } from '#server/ports/files/asset-name.ts';
import { createAccount } from '#server/ports/identity/embedded/accounts.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/ports/identity/embedded/password-hasher.ts';
import { inTransaction } from '#server/platform/sql/sql.ts';
import type { Services } from '#server/services.ts';
import { DEMO_PASSWORD, makeDemoData, pad, type DemoFile, type DemoPerson, type SeedDocument } from './demo-data.ts';
import { toSeedDocuments } from './demo-record.ts';
import type { DemoScan } from './digitized-documents.ts';
import { makeFileEvents, makeOpenings, openingOf, uploadOf } from './file-events.ts';
import { storePictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { openRaster } from './papers/raster.ts';
import { makeScannedFiles, type ScannedFile } from './scanned-files.ts';
import { makeSampleFiles, type SampleFile } from './sample-files.ts';
import { seedSettings } from './settings.ts';
import { renewIfEmpty } from './without-indexes.ts';

/** Events of digitized documents per event of the Maletín. */
const OPENINGS = 0.03;
const SAMPLE_SEED = 424_242;
const SCANS_SEED = 353_535;
const GRAIN_SEED = 616_161;
const VERSIONS_SEED = 252_525;
const ACCOUNTS_AT_ONCE = 8;
/** One file of this kind was replaced twice, with so long in between. */
const REVISED = { stem: 'Tarifario', extension: 'pdf' } as const;
const REVISED_AFTER_MS = 20 * 24 * 60 * 60 * 1_000;

interface Account {
  uid: string;
  email: string;
  password: string;
}

interface StoredSample {
  /** The kind of file: the beginning of its name, or the type of the document. */
  kind: string;
  extension: string;
  key: string;
  contentType: string;
  bytes: number;
  sha256: string;
}

interface StoredScan extends StoredSample {
  pages: number;
}

/**
 * Fills empty stores with the demo: documents, accounts (all with the demo password) and a real file of each kind of the Maletín and of
 * each type of digitized documents. All files of a kind share its bytes, so that every one opens and looks like its name. The caller
 * rebuilds the read model afterwards.
 * @param options.events number of events of the Maletín
 */
export async function loadDemo(services: Services, options: { today: Date; events: number }): Promise<{ documents: number }> {
  const { config, files } = services;
  const { today, events } = options;
  const demo = makeDemoData(today, config.publicMediaUrl);
  // Before the files: drawing them blocks this process, and new connections wait no more than five seconds for it.
  await createAccounts(services, demo.people);
  await seedSettings(services, today);
  const storingFiles = Promise.all([storeFiles(services), storePictures(files, config.publicMediaUrl, today)]);
  storingFiles.catch(() => undefined);
  async function store(into: StoreOf): Promise<number> {
    let count = await into('main', makeFileEvents({ people: demo.people, files: demo.files, count: events, today }));
    count += await into('main', makeOpenings({ scans: demo.scans, count: Math.round(events * OPENINGS), today }));
    // Drawn while the events were stored.
    const [{ samples, scans, earlier }, pictures] = await storingFiles;
    const long = new Date(today.getTime() - 3 * REVISED_AFTER_MS);
    const revised = demo.files.find(({ kind, at }) => kind.stem === REVISED.stem && at < long);
    const documents = [
      ...demo.documents,
      ...pictures,
      ...demo.files.flatMap((file) => {
        const document = fileDocument(file, fileOf(samples, file.kind.stem, file.kind.extension), config.web.publicUrl);
        return file === revised
          ? withVersions(document, file, { earlier, people: demo.people, publicUrl: config.web.publicUrl })
          : [document];
      }),
      ...demo.scans.flatMap((scan) => scanDocuments(scan, fileOf(scans, scan.type.name, scan.extension), config.web.publicUrl)),
    ];
    for (const database of ['main', 'digitalization'] as const)
      count += await into(
        database,
        documents.filter((document) => (document.database ?? 'main') === database),
      );
    return count;
  }
  return { documents: await (config.firebase ? store(intoFirestore(services)) : intoPostgres(services, store)) };
}

async function storeFiles({ files }: Services): Promise<{ samples: StoredSample[]; scans: StoredScan[]; earlier: StoredSample[] }> {
  const raster = await openRaster(createRandom(GRAIN_SEED));
  const store = async ({ kind, extension, contentType, content }: SampleFile | ScannedFile, place: string): Promise<StoredSample> => {
    const key = `${place}.${extension}`;
    await files.put(key, Readable.from(content), { contentType });
    return { kind, extension, key, contentType, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  };
  try {
    const samples = await makeSampleFiles(createRandom(SAMPLE_SEED), raster);
    const scans = await makeScannedFiles(createRandom(SCANS_SEED), raster);
    const earlier = await makeSampleFiles(createRandom(VERSIONS_SEED), raster, [REVISED, REVISED]);
    return {
      earlier: await Promise.all(earlier.map((sample, index) => store(sample, `demo-anterior-${pad(index + 1, 2)}`))),
      samples: await Promise.all(samples.map((sample, index) => store(sample, `demo-${pad(index + 1, 2)}`))),
      scans: await Promise.all(
        scans.map(async (scan, index) => ({ ...(await store(scan, `demo-digital-${pad(index + 1, 2)}`)), pages: scan.pages })),
      ),
    };
  } finally {
    raster.close();
  }
}

function fileOf<Stored extends StoredSample>(stored: readonly Stored[], kind: string, extension: string): Stored {
  const file = stored.find((one) => one.kind === kind && one.extension === extension);
  if (!file) throw new Error(`no file of «${kind}» as .${extension}`);
  return file;
}

/** The document with its file, its audit, and the upload in the ledger, under the id that the portal itself would give it. */
function scanDocuments(demoScan: DemoScan, scan: StoredScan, publicUrl: URL): SeedDocument[] {
  const { record } = demoScan;
  const id = record.path.slice('documentos/'.length);
  const { contentType, bytes, sha256, pages } = scan;
  const fileName = `escaneo-${id.slice(-4)}.${scan.extension}`;
  const file = { url: assetUrl(publicUrl, scan.key), fileName, contentType, bytes, sha256, pages, versions: [] };
  const [document, created, ...others] = toSeedDocuments({ ...record, fields: { ...record.fields, ...file } });
  if (!document || !created) throw new Error(`${record.path} has no beginning`);
  const event = openingOf('upload', demoScan, demoScan.clerk, record.createdAt);
  return [
    document,
    { ...created, data: { ...created.data, newData: { ...record.first, ...file } } },
    ...others,
    { path: `eventos_archivos/${documentIdOf(['upload', 'digitalization', id].join('\n'))}`, data: event, at: record.createdAt },
  ];
}

function fileDocument(file: DemoFile, sample: StoredSample, publicUrl: URL): SeedDocument {
  const data = {
    nombre: file.nombre,
    carpetaId: file.folderId,
    tipoDocumentoId: file.typeId,
    agenciaId: file.owner.agency,
    url: assetUrl(publicUrl, sample.key),
    contentType: sample.contentType,
    bytes: sample.bytes,
    sha256: sample.sha256,
    userId: file.owner.id,
    fileName: file.nombre,
    versions: [],
    isActive: true,
    createdAt: file.at,
    updatedAt: file.at,
  };
  return { path: `maletin_archivos/${file.id}`, data, at: file.at };
}

/** The document with two earlier versions, and the uploads of the later ones in the ledger under the ids that the portal gives them. */
function withVersions(
  { path, data, at }: SeedDocument,
  file: DemoFile,
  { earlier, people, publicUrl }: { earlier: readonly StoredSample[]; people: readonly DemoPerson[]; publicUrl: URL },
): SeedDocument[] {
  const editor = people.find(({ role }) => role === 'editor') ?? file.owner;
  const uploads = [file.owner, editor, file.owner].map((person, index) => ({
    person,
    at: new Date(file.at.getTime() + index * REVISED_AFTER_MS),
    fileName: index === 0 ? file.nombre : `Tarifario revisión ${index}.pdf`,
  }));
  const versions = earlier.map(({ key, contentType, bytes, sha256 }, index) => {
    const { person, at: storedAt, fileName } = uploads[index] ?? { person: editor, at, fileName: '' };
    return { url: assetUrl(publicUrl, key), fileName, contentType, bytes, sha256, pages: null, userId: person.id, at: storedAt };
  });
  const events = uploads.slice(1).map(({ person, at: storedAt }, index) => ({
    path: `eventos_archivos/${documentIdOf(['upload', 'briefcase', file.id, String(index + 1)].join('\n'))}`,
    data: uploadOf(file, person, storedAt),
    at: storedAt,
  }));
  const last = uploads.at(-1);
  const present = last && { fileName: last.fileName, uploadedBy: last.person.id, uploadedAt: last.at, updatedAt: last.at };
  return [{ path, data: { ...data, ...present, versions }, at }, ...events];
}

/** Stores documents of one database. @returns how many */
type StoreOf = (database: DatabaseName, seed: Iterable<SeedDocument>) => Promise<number>;

/** In one transaction. */
async function intoPostgres({ sql }: Services, store: (into: StoreOf) => Promise<number>): Promise<number> {
  return inTransaction(sql, async (client) => {
    await renewIfEmpty(client, 'documents.documents');
    return store((database, seed) => importDocuments(client, database, imported(seed), { silent: true }));
  });
}

function* imported(seed: Iterable<SeedDocument>): Generator<ImportedDocument> {
  for (const { path, data, at } of seed) yield { path, data, createdVersion: BigInt(at.getTime()) * 1_000n };
}

function intoFirestore({ documents }: Services): StoreOf {
  return async (database, seed) => {
    const writes = [...seed].map(({ path, data }): Write => ({ kind: 'set', path, data }));
    for (let start = 0; start < writes.length; start += MAX_WRITES)
      await documents[database].batch(writes.slice(start, start + MAX_WRITES));
    return writes.length;
  };
}

async function createAccounts(services: Services, people: readonly DemoPerson[]): Promise<void> {
  const { identity, config, sql } = services;
  const hasher = hashingOnce(createPasswordHasher());
  const create = (account: Account) =>
    config.firebase ? identity.createAccount(account) : createAccount({ sql, hasher, judgePassword: () => Promise.resolve([]) }, account);
  const waiting = [...people];
  const createNext = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      // Already there when an earlier attempt was interrupted.
      if (await identity.getAccount(person.id)) continue;
      await create({ uid: person.id, email: person.email, password: DEMO_PASSWORD });
    }
  };
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, createNext));
}

/** All accounts of the demo have the password from the README: one hash serves them all, because 120 would take seconds. */
function hashingOnce(hasher: PasswordHasher): PasswordHasher {
  const hashes = new Map<string, Promise<string>>();
  const hash = (password: string) => {
    const known = hashes.get(password) ?? hasher.hash(password);
    hashes.set(password, known);
    return known;
  };
  return { ...hasher, hash };
}
