import { documentIdOf, newDocumentId } from '../platform/document-id.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { EVENT_LABELS, FILE_EVENT_KINDS, type FileEventKind } from '../domain/file-events.ts';
import type { Staff } from '../domain/permissions.ts';
import { InFlight } from '../platform/limits/in-flight.ts';
import { RecentMap } from '../platform/recent-map.ts';
import { readText } from '../read-model/field-readers.ts';
import { readEarlierFiles } from './earlier-files.ts';
import { requireFile, type FileArea, type StoredFile } from './file-area.ts';
import type { Call, Services } from '../services.ts';
import type { FileDocument } from './store-file.ts';

/** The ledger of every area: append-only, in the main database. */
const EVENTS_COLLECTION = 'eventos_archivos';

/** More than a page of a story, since uploads that the audit also records are left out. */
export const EVENTS_MAX = 50;
/** A later range of the same download does not count again for this long. */
const CONTINUATION_MINUTES = 60;
const HOUR_MS = 3_600_000;
/** Number of recently written views that a process remembers. */
const REMEMBERED_VIEWS = 5_000;

export interface ShownEvent {
  id: string;
  /** Its mark in a story (`StoryItem`). */
  mark: string;
  kind: FileEventKind;
  label: string;
  userName: string;
  /** ISO text. */
  at: string;
  /** Number among the document's files; null for events older than the field. */
  version: number | null;
}

/** Names are stored as they are at the time, because files are renamed and people leave. */
export interface FileEvent {
  kind: FileEventKind;
  area: Pick<FileArea, 'id'>;
  file: Pick<StoredFile, 'id' | 'name' | 'folderId' | 'facts' | 'version'>;
  actor: Pick<Staff, 'id' | 'name' | 'agencyId'>;
  at: Date;
}

function eventFields({ kind, area, file, actor, at }: FileEvent): Fields {
  return {
    kind,
    fileId: file.id,
    fileName: file.name,
    area: area.id,
    folderId: file.folderId,
    version: file.version,
    userId: actor.id,
    userName: actor.name,
    agencyId: actor.agencyId,
    at,
    ...file.facts,
  };
}

/** Writes the event of a print or download. Throws if that fails: then no byte may be sent. */
export async function recordOpening(
  services: Services,
  { kind, area, file, actor }: Omit<FileEvent, 'at' | 'kind'> & { kind: 'print' | 'download' },
): Promise<void> {
  const path = `${EVENTS_COLLECTION}/${newDocumentId()}`;
  await services.documents.main.create(path, eventFields({ kind, area, file, actor, at: new Date() }));
  await services.readModel.projectNow('main', [path]);
}

/** Writes a download event for each file, all or none. Throws if that fails: then no byte may be sent. */
export async function recordDownloads(services: Services, area: FileArea, actor: Staff, files: readonly StoredFile[]): Promise<void> {
  const at = new Date();
  const writes = files.map((file) => ({
    kind: 'create' as const,
    path: `${EVENTS_COLLECTION}/${newDocumentId()}`,
    data: eventFields({ kind: 'download', area, file, actor, at }),
  }));
  await services.documents.main.batch(writes);
  await services.readModel.projectNow(
    'main',
    writes.map(({ path }) => path),
  );
}

/** Writes the upload event of a stored document. Never throws: the file is stored, and addMissingUploads adds missing events. */
export async function recordUpload(services: Services, area: FileArea, actor: Staff, { id, data }: FileDocument): Promise<void> {
  const event = { kind: 'upload', area, file: ledgerFile(area, id, data), actor, at: new Date() } as const;
  await writeUpload(services, event, readEarlierFiles(data).length).catch((error: unknown) => {
    services.log.warn({ err: error, area: area.id, fileId: id }, 'upload not in the ledger yet');
  });
}

/**
 * The event's id is derived from the file, so that writing it again changes nothing. @returns false when it existed
 * @param earlier number of files that the document had before
 */
export function writeUpload(services: Services, event: FileEvent, earlier: number): Promise<boolean> {
  return writeOnce(services, ['upload', event.area.id, event.file.id, ...(earlier > 0 ? [String(earlier)] : [])], event);
}

/** A document as its events describe it, with its present file unless `version` says another. */
export function ledgerFile(area: FileArea, id: string, data: Fields, version = readEarlierFiles(data).length + 1): FileEvent['file'] {
  const { fields, eventFields = {} } = area;
  const facts = Object.entries(eventFields).map(([name, field]) => [name, readText(data, field)] as const);
  const folderId = fields.folderId === null ? '' : readText(data, fields.folderId);
  return { id, name: readText(data, fields.name), folderId, facts: Object.fromEntries(facts), version };
}

/** Writes an event unless it exists, also under concurrency. @param name what identifies the event */
async function writeOnce(services: Services, name: readonly string[], event: FileEvent): Promise<boolean> {
  const path = `${EVENTS_COLLECTION}/${documentIdOf(name.join('\n'))}`;
  const written = await services.documents.main.create(path, eventFields(event)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return false;
      throw error;
    },
  );
  await services.readModel.projectNow('main', [path]);
  return written;
}

/** Records a person's statement to have read the file, once per file of the document. */
export async function recordConfirmation(services: Services, view: View): Promise<void> {
  const { area, file, actor } = view;
  await writeOnce(services, ['confirm', area.id, file.id, actor.id, String(file.version)], { ...view, kind: 'confirm', at: new Date() });
}

/** Seconds until the next look at the same file counts as another view. */
export function secondsLeftOfHour(at: Date = new Date()): number {
  return Math.ceil((HOUR_MS - (at.getTime() % HOUR_MS)) / 1_000);
}

type View = Omit<FileEvent, 'at' | 'kind'>;

export interface ViewLedger {
  /**
   * Records that a person sees a file: once per file version and clock hour, however many pages, texts, ranges, requests and processes.
   * Throws if that fails: then no byte may be sent.
   */
  recordView(services: Services, view: View): Promise<void>;
}

/** The event's id is derived from area, file, version, person and hour; a process writes each only once. */
export function createViewLedger(): ViewLedger {
  const written = new RecentMap<true>(REMEMBERED_VIEWS);
  const writing = new InFlight<void>();
  return {
    async recordView(services, view) {
      const at = new Date();
      const { area, file, actor } = view;
      const hour = String(Math.floor(at.getTime() / HOUR_MS));
      const name = ['view', area.id, file.id, actor.id, hour, ...(file.version > 1 ? [String(file.version)] : [])];
      const key = name.join('\n');
      if (written.get(key)) return;
      await writing.once(key, async () => {
        await writeOnce(services, name, { ...view, kind: 'view', at });
        written.set(key, true);
      });
    },
  };
}

/** Whether the person has downloaded this very version of the file within the last hour. */
export async function wasDownloadedLately(
  { sql }: Pick<Services, 'sql'>,
  area: FileArea,
  { file, actor }: Pick<FileEvent, 'actor' | 'file'>,
): Promise<boolean> {
  const found = await sql.query(
    `SELECT 1 FROM eventos_archivos WHERE area = $3 AND kind = 'download' AND "fileId" = $1 AND "userId" = $2 AND version = $4 AND NOT source_deleted
     AND at > now() - make_interval(mins => ${CONTINUATION_MINUTES}) LIMIT 1`,
    [file.id, actor.id, area.id, file.version],
  );
  return found.rows.length > 0;
}

/** Uploads, views, prints and downloads of a file, newest first: the last 50 before a mark. Errors: `forbidden`, `not-found`. */
export async function findFileEvents(
  services: Pick<Services, 'sql'>,
  area: FileArea,
  { before = '', kinds = FILE_EVENT_KINDS, ...call }: Call & { id: string; before?: string; kinds?: readonly FileEventKind[] },
): Promise<ShownEvent[]> {
  await requireFile(services, area, { ...call, action: 'view' });
  const found = await services.sql.query<{ id: string; kind: FileEventKind; userName: string; at: string; version: number | null }>(
    `SELECT id, kind, "userName", at, version FROM (
       SELECT id, kind, "userName", version, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') COLLATE "C" AS at FROM eventos_archivos
       WHERE area = $3 AND kind = ANY($2) AND "fileId" = $1 AND NOT source_deleted) AS t
     WHERE $4 = '' OR at || ' ' || id < $4 ORDER BY at DESC, id DESC LIMIT ${EVENTS_MAX}`,
    [call.id, kinds, area.id, before],
  );
  return found.rows.map((event) => ({ ...event, mark: `${event.at} ${event.id}`, label: EVENT_LABELS[event.kind] }));
}
