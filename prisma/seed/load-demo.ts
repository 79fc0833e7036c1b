import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { documentIdOf } from '#server/documents/document-id.ts';
import { MAX_WRITES, type DocumentStore, type Write } from '#server/documents/document-store.ts';
import { importDocuments } from '#server/documents/embedded/import.ts';
import { assetUrl } from '#server/files/asset-name.ts';
import type { Services } from '#server/services.ts';
import { DEMO_PASSWORD, makeDemoData, pad, type DemoFile, type DemoPerson, type SeedDocument } from './demo-data.ts';
import { seedOf } from './demo-record.ts';
import type { DemoScan } from './digitized-documents.ts';
import { makeFileEvents, makeOpenings, openingOf } from './file-events.ts';
import { storePictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { makeScannedFiles } from './scanned-files.ts';
import { makeSampleFiles } from './sample-files.ts';
import { seedSettings } from './settings.ts';

const DEFAULT_EVENTS = 200_000;
/** For each event of the Maletín so many of digitized documents. */
const OPENINGS = 0.03;
const SAMPLE_SEED = 424_242;
const SCANS_SEED = 353_535;
const ACCOUNTS_AT_ONCE = 8;

interface StoredSample {
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
 * Fills empty stores with the demo: documents, accounts (all with the demo password) and 40 real files of the Maletín and 60
 * of digitized documents. The others share the bytes of those, so that every one of them opens. The caller rebuilds the read model after.
 */
export async function loadDemo(services: Services, options: { today: Date; events?: number }): Promise<{ documents: number }> {
  const { events = DEFAULT_EVENTS } = options;
  const demo = makeDemoData(options.today, services.config.publicMediaUrl);
  const [samples, scans] = await Promise.all([storeSamples(services), storeScans(services)]);
  const documents = [
    ...demo.documents,
    ...(await storePictures(services.files, services.config.publicMediaUrl, options.today)),
    ...demo.files.map((file, index) => fileDocument(file, sampleFor(samples, file, index), services.config.web.publicUrl)),
    ...demo.scans.flatMap((scan, index) => scanDocuments(scan, scanFor(scans, scan, index), services.config.web.publicUrl)),
    ...makeFileEvents({ people: demo.people, files: demo.files, count: events, today: options.today }),
    ...makeOpenings({ scans: demo.scans, count: Math.round(events * OPENINGS), today: options.today }),
  ];
  const [count] = await Promise.all([
    storeDocuments(services, documents),
    createAccounts(services, demo.people),
    seedSettings(services, options.today),
  ]);
  return { documents: count };
}

async function storeSamples({ files }: Services): Promise<StoredSample[]> {
  const samples = await makeSampleFiles(createRandom(SAMPLE_SEED));
  return Promise.all(
    samples.map(async ({ extension, contentType, content }, index) => {
      const key = `demo-${pad(index + 1, 2)}.${extension}`;
      await files.put(key, Readable.from(content), { contentType });
      return { extension, key, contentType, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

async function storeScans({ files }: Services): Promise<StoredScan[]> {
  const scans = await makeScannedFiles(createRandom(SCANS_SEED));
  return Promise.all(
    scans.map(async ({ extension, contentType, content, pages }, index) => {
      const key = `demo-digital-${pad(index + 1, 2)}.${extension}`;
      await files.put(key, Readable.from(content), { contentType });
      return { extension, key, contentType, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex'), pages };
    }),
  );
}

/** The first documents of a kind have files of their own, the others share them. */
function scanFor(scans: readonly StoredScan[], { extension }: DemoScan, index: number): StoredScan {
  const fitting = scans.filter((scan) => scan.extension === extension);
  const scan = fitting[index % fitting.length];
  if (!scan) throw new Error(`no scanned file for .${extension}`);
  return scan;
}

/** The document with its file, its audit, and the upload in the ledger under the id that the portal itself would give it. */
function scanDocuments(demoScan: DemoScan, scan: StoredScan, publicUrl: URL): SeedDocument[] {
  const { record } = demoScan;
  const id = record.path.slice('documentos/'.length);
  const { contentType, bytes, sha256, pages } = scan;
  const fileName = `escaneo-${id.slice(-4)}.${scan.extension}`;
  const file = { url: assetUrl(publicUrl, scan.key), fileName, contentType, bytes, sha256, pages, versions: [] };
  const [document, created, ...others] = seedOf({ ...record, fields: { ...record.fields, ...file } });
  if (!document || !created) throw new Error(`${record.path} has no beginning`);
  const event = openingOf('upload', demoScan, demoScan.clerk, record.createdAt);
  return [
    document,
    { ...created, data: { ...created.data, newData: { ...record.first, ...file } } },
    ...others,
    { path: `eventos_archivos/${documentIdOf(['upload', 'digitalization', id].join('\n'))}`, data: event, at: record.createdAt },
  ];
}

function sampleFor(samples: readonly StoredSample[], file: DemoFile, index: number): StoredSample {
  const fitting = samples.filter((sample) => sample.extension === file.extension);
  const sample = fitting[index % fitting.length];
  if (!sample) throw new Error(`no sample file for .${file.extension}`);
  return sample;
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
    isActive: true,
    createdAt: file.at,
    updatedAt: file.at,
  };
  return { path: `maletin_archivos/${file.id}`, data, at: file.at };
}

async function storeDocuments({ config, sql, documents }: Services, seed: readonly SeedDocument[]): Promise<number> {
  let count = 0;
  for (const database of ['main', 'digitalization'] as const) {
    const own = seed.filter((document) => (document.database ?? 'main') === database);
    if (config.firebase) count += await storeInFirestore(documents[database], own);
    else {
      const imported = own.map(({ path, data, at }) => ({ path, data, createdVersion: BigInt(at.getTime()) * 1_000n }));
      count += await importDocuments(sql, database, imported, { silent: true });
    }
  }
  return count;
}

async function storeInFirestore(store: DocumentStore, seed: readonly SeedDocument[]): Promise<number> {
  for (let start = 0; start < seed.length; start += MAX_WRITES) {
    await store.batch(seed.slice(start, start + MAX_WRITES).map(({ path, data }): Write => ({ kind: 'set', path, data })));
  }
  return seed.length;
}

async function createAccounts({ identity }: Services, people: readonly DemoPerson[]): Promise<void> {
  const waiting = [...people];
  const createNext = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      // Already there when an earlier attempt broke off.
      if (await identity.getAccount(person.id)) continue;
      await identity.createAccount({ uid: person.id, email: person.email, password: DEMO_PASSWORD });
    }
  };
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, createNext));
}
