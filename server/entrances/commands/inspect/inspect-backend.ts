import type { Log } from '../../../platform/log/log.ts';
import { openConnection, readJson } from '../../../ports/rest-backend/connection.ts';
import { peopleIn, readPlainUser } from '../../../ports/rest-backend/read-plain-user.ts';
import { kindOf, type ValueKind } from './value-kinds.ts';
import type { BackedUpValue } from '../../../ports/documents/documents-backup.ts';

/** What a REST backend returns about people. */
export interface InspectedBackend {
  people: number;
  fields: Map<string, { name: string; found: number; kinds: Map<ValueKind, number>; feeds: Set<string> }>;
  /** Why nothing could be inspected; '' otherwise. */
  problem: string;
}

const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/** Reads and describes its people. Uses only GET, and no parameter: some backends refuse those that section 7 does not have. */
export async function inspectBackend({ url, token, log }: { url: string; token: string; log: Log }): Promise<InspectedBackend> {
  const connection = openConnection({ url, token, log });
  const inspected: InspectedBackend = { people: 0, fields: new Map(), problem: '' };
  try {
    const { timeouts } = connection;
    const address = connection.address('/users');
    const sent = await connection.get(address, { headers: { accept: 'application/json' }, timeoutMs: timeouts.backgroundMs });
    if (sent.status !== 200) {
      sent.discard();
      return { ...inspected, problem: `GET /users contestó ${sent.status}` };
    }
    const people = peopleIn(await readJson(sent, ANSWER_MAX_BYTES));
    if (!people) return { ...inspected, problem: 'GET /users no contestó una lista de personas' };
    for (const person of people) describePerson(inspected, person);
    return inspected;
  } catch (error) {
    return { ...inspected, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    connection.close();
  }
}

function describePerson(inspected: InspectedBackend, person: unknown): void {
  inspected.people += 1;
  if (typeof person !== 'object' || person === null) return;
  const read = fieldsOf(person);
  for (const [name, value] of Object.entries(person) as [string, BackedUpValue][]) {
    const field = inspected.fields.get(name) ?? { name, found: 0, kinds: new Map<ValueKind, number>(), feeds: new Set<string>() };
    inspected.fields.set(name, field);
    field.found += 1;
    const kind = kindOf(value);
    field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
    const without = fieldsOf(Object.fromEntries(Object.entries(person).filter(([other]) => other !== name)));
    for (const column of Object.keys(read)) if (read[column] !== without[column]) field.feeds.add(column);
  }
}

/** The fields as the portal reads them, each as text; empty for an unreadable person. */
function fieldsOf(person: unknown): Record<string, string> {
  try {
    const { id, fields } = readPlainUser(person);
    return { id, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])) };
  } catch {
    return {};
  }
}
