import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '#server/entrances/commands/inspect/inspect.ts';
import { knownCollections } from '#server/mapping.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { mapDocuments } from '#server/ports/documents/mapped/mapped-documents.ts';
import { parseMapping, type Mapping, type MappingFile } from '#server/ports/documents/mapped/mapping.ts';
import { REGISTRIES } from '#server/registries.ts';
import { COMMAND_ENVIRONMENT, runCommandHere } from '#server/testing/run-command-here.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { PROGRAM as CORE_SYSTEM } from './programs/core-system.ts';
import { PROGRAM as FIREBASE_APP } from './programs/firebase-app.ts';
import { PROGRAM as OLD_PORTAL } from './programs/old-portal.ts';
import type { ForeignProgram } from './programs/program.ts';

const KNOWN = knownCollections(REGISTRIES);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-draft-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function draftOf(program: ForeignProgram): Promise<string> {
  const database = await createTestDatabase();
  for (const name of ['main', 'digitalization'] as const) {
    const store = createEmbeddedDocumentStore({ sql: database.sql, database: name });
    const own = program.documents.filter((one) => one.database === name);
    await store.importDocuments(
      own.map(({ path: at, data }) => ({ path: at, data: data as Fields })),
      { silent: true },
    );
    await store.close();
  }
  const file = path.join(await mkdtemp(path.join(directory, 'draft-')), 'mapping.json');
  const { code } = await runCommandHere(inspect, ['--mapping', file], {
    ...COMMAND_ENVIRONMENT,
    DATABASE_URL: database.url,
  });
  expect(code).toBe(0);
  return readFile(file, 'utf8');
}

/** The portal's fields that the program stores under a name or with values of its own. */
const fieldsOf = ({ fields = {}, values = {}, ...generic }: MappingFile[string]) => [
  ...new Set([
    ...Object.keys(fields),
    ...Object.keys(values),
    ...(['isActive', 'createdAt', 'updatedAt'] as const).filter((name) => (generic[name] ?? null) !== null),
  ]),
];

/** Fields that the draft maps differently from the program's own mapping, by `collection.field`. */
function wrongIn(program: ForeignProgram, draft: Mapping): { all: number; wrong: string[] } {
  const { mapping: truth, problems } = parseMapping(JSON.stringify(program.truth), KNOWN);
  expect(problems).toEqual([]);
  const compared = truth.flatMap((right) => {
    const guess = draft.find(({ key }) => key === right.key);
    const name = right.key.includes('/') ? right.collection : right.collection.split('/').at(-1);
    const stored = program.documents
      .filter(({ path: at }) =>
        right.key.includes('/') ? at.split('/').at(-2) === name && at.split('/').length > 2 : isIn(at, right.collection),
      )
      .map(({ data }) => data as Fields);
    expect(stored.length, right.key).toBeGreaterThan(0);
    return fieldsOf(program.truth[right.key] ?? {}).map((field) => ({
      field: `${right.key}.${field}`,
      isRight:
        guess?.collection === right.collection &&
        stored.every((data) => isDeepStrictEqual(mapDocuments(guess).toPortal(data)[field], mapDocuments(right).toPortal(data)[field])),
    }));
  });
  return { all: compared.length, wrong: compared.filter(({ isRight }) => !isRight).map(({ field }) => field) };
}

const isIn = (at: string, collection: string) => at.slice(0, at.lastIndexOf('/')) === collection;

describe('a drafted mapping', () => {
  it.each([
    ['core system', CORE_SYSTEM],
    ['firebase app', FIREBASE_APP],
    ['old portal', OLD_PORTAL],
  ])('of the %s is valid without edits, and reads more than four fifths of its fields correctly', async (_name, program) => {
    const text = await draftOf(program);
    const { mapping, problems } = parseMapping(text, KNOWN);
    expect(problems).toEqual([]);
    const { all, wrong } = wrongIn(program, mapping);
    expect(1 - wrong.length / all, wrong.join(', ')).toBeGreaterThan(0.8);
  });
});
