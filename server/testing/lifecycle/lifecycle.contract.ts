import { expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import type { AnyProjection } from '../../read-model/projection.ts';
import { inWorkbooks } from '../../workbooks/sheet.ts';
import { csvCell, readCsv, readXlsx, xlsxCell, type Exported } from './read-export.ts';
import { expectRowToEqualDocument, type Stores, type TableRow } from './stored-and-row.ts';

/** Both versions as a conflict shows them, by stored field name; `differing` where the verb lists the differing fields itself. */
interface ShownConflict {
  stored: Fields;
  submitted: Fields;
  differing?: readonly string[];
  /** Version that the person's next save is based on. */
  version: string;
}

interface Editing {
  version: (path: string) => Promise<string>;
  /** Saves as one of two people, each with a session of their own. */
  save: (person: 0 | 1, call: { path: string; version: string; values: Fields }) => Promise<unknown>;
  conflict: (error: AppError) => ShownConflict;
  /** Values for `save`, which the document must then hold: every editable field, each different from `first`. */
  second: Fields;
}

interface Removing {
  deactivate: (path: string) => Promise<unknown>;
  restore: (path: string) => Promise<unknown>;
  /** Field that stores the state; `isActive` by default. */
  field?: string;
  /** Query of the list of deactivated records; `isActive=false` by default. */
  deactivated?: string;
  /** Query of the list of active records; '' by default. */
  active?: string;
}

/** One kind of record and its verbs. Without `editing` or `removing` the record cannot do that. */
export interface Entity {
  projection: AnyProjection;
  /** Columns that the projection computes from other fields. */
  computed?: readonly string[];
  /** Makes a record; the document must then hold exactly `first`, what `writes` adds and the generic fields. */
  create(change?: Fields): Promise<string>;
  first: Fields;
  /** What the server additionally writes into the document. */
  writes?(path: string): Fields;
  /** Field by which `searches` find the record and which identifies it in lists. */
  title: string;
  /** Stored value of that field for typed text; the same text by default. */
  titled?: (text: string) => string;
  /** `first[title]` as people type it: without accents, in capitals, with and without slashes, in another order. */
  searches: readonly string[];
  /** Paths in the list for this query. */
  find(params: URLSearchParams): Promise<readonly string[]>;
  editing?: Editing;
  removing?: Removing;
  exported(params: URLSearchParams): Promise<Exported>;
  /** Declared fields: a column labelled like one of them must hold the row's own value, unless `cells` gives another. */
  fields?: readonly { name: string; label: string }[];
  /** Expected cells of a row by column title, in the order of the columns: every column that `fields` does not cover. */
  cells(row: TableRow): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

/** Field values of a document without the generic fields. */
function ownFields(data: Fields): Fields {
  const { id: _id, isActive: _active, createdAt: _created, updatedAt: _updated, updatedBy: _saver, ...own } = data;
  return own;
}

const address = (query: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams([...new URLSearchParams(query), ...Object.entries({ pageSize: '100', ...more })]);

/**
 * Create, find, edit, concurrent edits, deactivate, restore, export: after each step the document is compared with what was asked for and
 * the row with the document, field by field.
 */
export function describeLifecycle(stores: Stores, entity: Entity): void {
  describeCreation(stores, entity);
  if (entity.editing) describeEditing(stores, entity, entity.editing);
  if (entity.removing) describeRemoving(stores, entity, entity.removing);
  describeExport(stores, entity);
}

const check = (stores: Stores, entity: Entity, path: string) => expectRowToEqualDocument(stores, entity.projection, path, entity.computed);
const expected = (entity: Entity, path: string, values: Fields = {}): Fields => ({ ...entity.first, ...entity.writes?.(path), ...values });

function describeCreation(stores: Stores, entity: Entity): void {
  it('stores exactly what was given, in the document and in its row', async () => {
    const path = await entity.create();
    const { document } = await check(stores, entity, path);
    expect(ownFields(document.data)).toEqual(expected(entity, path));
    expect(document.data).toMatchObject({ isActive: true, createdAt: expect.any(Date), updatedAt: expect.any(Date) });
  });

  it('is found without accents, capitals, slashes and backslashes', async () => {
    const path = await entity.create();
    for (const q of entity.searches) expect(await entity.find(address('', { q })), q).toContain(path);
    expect(await entity.find(address('', { q: 'noexisteenningunlado' }))).toEqual([]);
  });
}

function describeEditing(stores: Stores, entity: Entity, { version, save, conflict, second }: Editing): void {
  it('stores every edited field, and keeps the creation time', async () => {
    const path = await entity.create();
    const before = (await check(stores, entity, path)).document;
    await save(0, { path, version: await version(path), values: second });
    const { document } = await check(stores, entity, path);
    expect(ownFields(document.data)).toEqual(expected(entity, path, second));
    expect(document.version).toBeGreaterThan(before.version);
    expect(document.data['createdAt']).toEqual(before.data['createdAt']);
    expect(Object.keys(second).filter((name) => JSON.stringify(second[name]) === JSON.stringify(expected(entity, path)[name]))).toEqual([]);
  });

  it('stores one of two concurrent saves whole, and shows the other both versions by field', async () => {
    const path = await entity.create();
    const seen = await version(path);
    const audited = (await auditOf(stores, entity, path)).length;
    const editable = Object.keys(second);
    const asOpened = Object.fromEntries(editable.map((name) => [name, entity.first[name] ?? null]));
    const titled = (text: string) => ({ [entity.title]: entity.titled?.(text) ?? text });
    const wishes = [
      { ...asOpened, ...titled('Primera sesión') },
      { ...second, ...titled('Segunda sesión') },
    ] as const;
    const outcomes = await Promise.allSettled(wishes.map((values, person) => save(person as 0 | 1, { path, version: seen, values })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = outcomes[0]?.status === 'rejected' ? 0 : 1;
    const [won, lost] = [expected(entity, path, wishes[loser === 0 ? 1 : 0]), expected(entity, path, wishes[loser])];
    const shown = conflict(appError((outcomes[loser] as PromiseRejectedResult).reason));
    const differing = editable.filter((name) => JSON.stringify(won[name]) !== JSON.stringify(lost[name]));
    for (const name of editable) expect([name, shown.stored[name]]).toEqual([name, won[name]]);
    for (const name of differing) expect([name, shown.submitted[name]]).toEqual([name, lost[name]]);
    if (shown.differing) expect([...shown.differing].sort()).toEqual(differing.sort());
    expect(ownFields((await check(stores, entity, path)).document.data)).toEqual(won);
    expect(await auditOf(stores, entity, path)).toHaveLength(audited + 1);

    await save(loser, { path, version: shown.version, values: wishes[loser] });
    expect(ownFields((await check(stores, entity, path)).document.data)).toEqual(lost);
    expect(await auditOf(stores, entity, path)).toHaveLength(audited + 2);
  });
}

function describeRemoving(
  stores: Stores,
  entity: Entity,
  { deactivate, restore, field = 'isActive', deactivated = 'isActive=false', active = '' }: Removing,
): void {
  it('leaves the list when it is deactivated and comes back when it is restored, with nothing else changed', async () => {
    const path = await entity.create();
    const { document: before } = await check(stores, entity, path);
    const lists = async () => [
      (await entity.find(address(active))).includes(path),
      (await entity.find(address(deactivated))).includes(path),
    ];
    expect(await lists()).toEqual([true, false]);
    for (const [step, value] of [
      [deactivate, false],
      [restore, true],
    ] as const) {
      await step(path);
      const { document } = await check(stores, entity, path);
      const { updatedBy: _before, ...kept } = before.data;
      const { updatedBy: _after, ...data } = document.data;
      expect(data).toEqual({ ...kept, [field]: value, updatedAt: expect.any(Date) });
      expect(await lists()).toEqual([value, !value]);
    }
  });
}

function describeExport(stores: Stores, entity: Entity): void {
  it('is exported to XLSX and CSV with every cell as in its row', async () => {
    const paths = [
      await entity.create({ [entity.title]: 'Hoja de cálculo, "uno"' }),
      await entity.create({ [entity.title]: '=HOJA de cálculo dos' }),
    ] as const;
    await age(stores, entity, paths[0]);
    const params = address('q=hoja');
    const exported = await entity.exported(params);
    const { columns } = exported.sheet;
    const listed = (await entity.find(params)).filter((path) => path === paths[0] || path === paths[1]);
    expect(listed).toHaveLength(paths.length);
    const titles = columns.map(({ title }) => title);
    const declared = (entity.fields ?? []).filter(({ label }) => titles.includes(label));
    const wanted = await Promise.all(
      listed.map(async (path): Promise<Readonly<Record<string, unknown>>> => {
        const { row } = await check(stores, entity, path);
        const cells = await entity.cells(row);
        expect(titles.filter((title) => title in cells)).toEqual(Object.keys(cells));
        return { ...Object.fromEntries(declared.map(({ name, label }) => [label, row[name]])), ...cells };
      }),
    );
    for (const cells of wanted) expect(titles.filter((title) => !(title in cells))).toEqual([]);
    const [xlsx, csv] = [await readXlsx(exported), await readCsv(exported)];
    const shown = inWorkbooks(columns);
    expect(xlsx).toEqual(
      wanted.map((cells) => columns.map(({ title, kind }, place) => (shown.includes(place) ? xlsxCell(cells[title], kind) : null))),
    );
    // CSV text that a spreadsheet would take for a formula is prefixed with an apostrophe.
    expect(csv).toEqual(wanted.map((cells) => columns.map(({ title, kind }) => csvCell(cells[title], kind).replace(/^=/, "'="))));
  });
}

/** Backdates the creation and then changes a record that can be changed: its two times differ, and so must their cells. */
async function age({ documents }: Stores, { projection, removing }: Entity, path: string): Promise<void> {
  if (!removing) return;
  await documents[projection.database].update(path, { createdAt: new Date('2020-02-03T04:05:06.789Z') });
  await removing.deactivate(path);
  await removing.restore(path);
}

function appError(reason: unknown): AppError {
  if (!(reason instanceof AppError) || reason.code !== 'conflict') throw reason;
  return reason;
}

async function auditOf({ documents }: Stores, { projection }: Entity, path: string) {
  return documents[projection.database].query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
}
