import type { FileEventKind } from '#server/domain/file-events.ts';
import type { DemoScan } from './digitized-documents.ts';
import { officeTime, pad, type DemoFile, type DemoPerson, type SeedDocument } from './demo-data.ts';
import { createRandom, inRandomOrder } from './random.ts';

const SEED = 7_041_776;
const ORDER_SEED = 1_930_552;
const OPENINGS_SEED = 8_112_903;

/**
 * The ledger of twelve months: one upload per file, and views, downloads and prints by people who may open the folder.
 * Some people and some files are much busier than others, as in life.
 */
export function* makeFileEvents(options: {
  people: readonly DemoPerson[];
  files: readonly DemoFile[];
  count: number;
  today: Date;
}): Generator<SeedDocument> {
  const { people, files, count, today } = options;
  const random = createRandom(SEED);
  let sequence = 0;
  const event = (kind: string, file: DemoFile, person: DemoPerson, at: Date): SeedDocument => {
    sequence += 1;
    return { path: `eventos_archivos/evento-${pad(sequence, 6)}`, data: { ...uploadOf(file, person, at), kind }, at };
  };

  for (const file of files) yield event('upload', file, file.owner, file.at);

  const readers = readersByFolder(inRandomOrder(people, createRandom(ORDER_SEED)));
  while (sequence < count) {
    const file = files[Math.floor(files.length * random.next() ** 2.2)];
    const candidates = file ? readers.get(file.folderId) : undefined;
    if (!file || !candidates) continue;
    const person = candidates[Math.floor(candidates.length * random.next() ** 1.8)];
    const at = officeTime(random, today);
    // Nobody opens a file before it exists.
    if (!person || at < file.at) continue;
    yield event(
      random.weighted([
        ['view', 48],
        ['download', 42],
        ['print', 10],
      ] as const),
      file,
      person,
      at,
    );
  }
}

/** What the ledger keeps of an upload to the Maletín. */
export function uploadOf(file: DemoFile, person: DemoPerson, at: Date): SeedDocument['data'] {
  return {
    kind: 'upload',
    fileId: file.id,
    fileName: file.nombre,
    area: 'briefcase',
    folderId: file.folderId,
    userId: person.id,
    userName: person.name,
    agencyId: person.agency,
    at,
    ...storedAt(at),
  };
}

/** Who opened digitized documents afterwards: the clerks who digitize, some documents much more often than others. */
export function* makeOpenings(options: { scans: readonly DemoScan[]; count: number; today: Date }): Generator<SeedDocument> {
  const { scans, count, today } = options;
  const random = createRandom(OPENINGS_SEED);
  const clerks = [...new Map(scans.map(({ clerk }) => [clerk.id, clerk])).values()];
  let sequence = 0;
  while (sequence < count) {
    const scan = scans[Math.floor(scans.length * random.next() ** 1.6)];
    const clerk = clerks[Math.floor(clerks.length * random.next() ** 1.4)];
    const at = officeTime(random, today);
    if (!scan || !clerk) return;
    // Nobody opens a document before it exists.
    if (at < scan.record.createdAt) continue;
    sequence += 1;
    const kind = random.weighted([
      ['view', 70],
      ['print', 18],
      ['download', 12],
    ] as const);
    const data = openingOf(kind, scan, clerk, at);
    yield { path: `eventos_archivos/consulta-${pad(sequence, 6)}`, data, at };
  }
}

/** What somebody did with the file of a digitized document, as the ledger keeps it. */
export function openingOf(kind: FileEventKind, { record, name, type }: DemoScan, person: DemoPerson, at: Date): SeedDocument['data'] {
  return {
    kind,
    area: 'digitalization',
    fileId: record.path.slice('documentos/'.length),
    fileName: name,
    folderId: '',
    categoryId: type.categoryId,
    documentTypeId: type.id,
    userId: person.id,
    userName: person.name,
    agencyId: person.agency,
    at,
    ...storedAt(at),
  };
}

/** Fields that every document has; an event is never changed. */
const storedAt = (at: Date) => ({ isActive: true, createdAt: at, updatedAt: at });

/** Who comes first reads most, which should not be whoever was made first. */
function readersByFolder(people: readonly DemoPerson[]): Map<string, DemoPerson[]> {
  const readers = new Map<string, DemoPerson[]>();
  for (const person of people) {
    for (const folder of person.folders) readers.set(folder, [...(readers.get(folder) ?? []), person]);
  }
  return readers;
}
