import { readAuditState } from './audit-state.ts';
import { auditActionText } from '../../domain/audit-actions.ts';
import { DATABASE_TITLES } from './domain/databases.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DatabaseName, StoredDocument } from '../../ports/documents/document-store.ts';
import { allOf, fragment } from '../../platform/sql/sql-fragment.ts';
import { readId, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import { describeChanges, findReferences, type ChangedField } from '../../records/describe-changes.ts';
import { readSides } from '../../records/entry-sides.ts';
import type { Opened } from '../../records/declared-record.ts';
import { readNames, visibleTargetConditions, showTarget, type ShownTarget } from '../../records/targets.ts';
import { entryHref } from './audit-list.ts';
import { describeAlertedEntry } from './security-alerts.ts';

interface GetEntryCall extends Call {
  database: string;
  id: string;
}

/** An entry with both sides of the change; JSON for the browser. */
export interface AuditEntryView {
  id: string;
  /** ISO text; '' when the entry does not say it. */
  at: string;
  person: { name: string; href: string | null };
  action: string;
  target: ShownTarget;
  database: string;
  requestId: string;
  /** The channel of the act if that was no screen; otherwise ''. */
  channel: string;
  /** Whether a seal covers it; null while nothing is known of seals. */
  isSealed: boolean | null;
  /** False for a new record, and for an act that changes no record: they have only one side. */
  hasBefore: boolean;
  fields: ChangedField[];
}

/** Read from the document itself, which is what seals prove. Errors: `forbidden`, `not-found`. */
export async function getEntry({ documents, sql, registries }: Services, { actor, database, id }: GetEntryCall): Promise<AuditEntryView> {
  requireMenu(actor, 'audit');
  const document = isDatabaseName(database) && isDocumentId(id) ? await documents[database].get(`auditoria/${id}`) : null;
  if (!document || !isDatabaseName(database)) throw entryNotFound(database, id);
  const { data } = document;
  const path = readText(data, 'targetPath');
  const { records } = registries;
  const seen = visibleTargetConditions(records, actor, fragment`${path}::text`);
  if (seen.length > 0 && (await readForScreen(sql, (read) => read(fragment`SELECT WHERE ${allOf(seen)}`))).length === 0)
    throw entryNotFound(database, id, document.path);
  const { words, before, after } = readSides(records, document);
  const user = readId(data, 'user', PEOPLE.table);
  const names = await readForScreen(sql, (read) =>
    readNames(read, { actor, records }, [path], [...findReferences(words, [before, after]).values(), { source: PEOPLE, ids: [user] }]),
  );
  const shown = { actor, records, names };
  return {
    id: document.id,
    at: readTimestamp(data, 'at') ?? '',
    person: {
      name: readText(data, 'userName') || user,
      href: names.get(PEOPLE.table)?.has(user) ? showTarget(shown, `usuarios/${user}`, '').href : null,
    },
    action: auditActionText(readText(data, 'action')),
    target: showTarget(shown, path, ''),
    database: DATABASE_TITLES[database],
    requestId: readText(data, 'requestId'),
    channel: readText(data, 'channel'),
    isSealed: await readSealed({ sql }, database, document),
    hasBefore: before !== null,
    fields: describeChanges(words, before, after, names),
  };
}

/** Opens an entry of whichever database has it, as alerts refer to it: no two have the same id. Errors: `forbidden`, `not-found`. */
export async function openEntry(services: Services, { actor, id }: Call & { id: string }): Promise<Opened> {
  const { main, digitalization } = services.documents;
  const path = `${AUDIT_COLLECTION}/${id}`;
  const ofMain = isDocumentId(id) ? await main.get(path) : null;
  const database = ofMain ? 'main' : 'digitalization';
  const entry = await getEntry(services, { actor, database, id });
  const action = readText((ofMain ?? (await digitalization.get(path)))?.data ?? {}, 'action');
  const { person, target } = entry;
  const namedFacts = NAMED.flatMap((name) => entry.fields.filter((field) => field.name === name)).map(
    ({ label, after }) => `${label}: ${after}`,
  );
  const facts = [person.name, ...namedFacts].filter(Boolean).join(' · ');
  return { href: entryHref({ database, id }), name: `${describeAlertedEntry(action, target.name)} (${facts})` };
}

/** Fields that an alert names besides who and what. */
const NAMED = ['attempts', 'network', 'title', 'rows'];

async function readSealed({ sql }: Pick<Services, 'sql'>, database: DatabaseName, { createdVersion }: StoredDocument) {
  const state = (await readForScreen(sql, readAuditState)).find((one) => one.database === database);
  return state?.sealedUntil ? state.sealedUntil.getTime() >= Number(createdVersion / 1_000n) : null;
}

function isDatabaseName(name: string): name is DatabaseName {
  return Object.hasOwn(DATABASE_TITLES, name);
}

/** @param sought path of an entry that is hidden from the person */
function entryNotFound(database: string, id: string, sought?: string): AppError {
  return new AppError('not-found', `audit entry ${database} ${id.slice(0, 100)} not found`, {
    userMessage: 'Esta entrada de la auditoría no existe.',
    sought,
  });
}
