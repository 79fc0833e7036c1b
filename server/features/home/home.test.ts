import { beforeEach, describe, expect, it } from 'vitest';
import type { MenuId } from '../../domain/menu.ts';
import { canOpen } from '../../domain/permissions.ts';
import { createLog } from '../../platform/log/log.ts';
import { fragment, trusted } from '../../platform/sql/sql-fragment.ts';
import { createStaffDirectory } from '../../staff/create-staff-directory.ts';
import { listenToQueries } from '../../testing/count-queries.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { putStaffRow } from '../../testing/staff-rows.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { createHome } from './create-home.ts';
import { figureTile } from '../../lists/figures.ts';
import { tileRows, type Tile } from '../../lists/tile.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql } = await createTestDatabase();
const queries = listenToQueries(sql);
const counts = async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0, completed: 0 });

/** Says which tile was asked; its value is a number of its own. */
const tile = (id: string, menu: MenuId, value: number): Tile => ({
  id,
  title: `Título ${id}`,
  look: 'lines',
  empty: 'Nada.',
  prepare: ({ actor }) =>
    canOpen(actor, menu)
      ? {
          selects: [tileRows({ key: fragment`${id}::text`, value: fragment`${value}::int`, from: trusted(`(SELECT 1) AS asked_${id}`) })],
          show: (rows) => rows.map((row) => ({ key: row.key, label: id, figure: String(row.value), count: row.value, href: '/' })),
        }
      : null,
});
/** One that shows nothing of what it reads. */
const tileReading = (id: string, value: string, from: string): Tile => ({
  id,
  title: `Título ${id}`,
  look: 'lines',
  empty: 'Nada.',
  prepare: () => ({ selects: [tileRows({ key: trusted(`'k'`), value: trusted(value), from: trusted(from) })], show: () => [] }),
});
const TILES = [
  tile('one', 'quotes', 11),
  tile('two', 'promotions', 22),
  tile('three', 'quotes', 33),
  tile('four', 'settings-machinery', 44),
];
const homeOf = (tiles: readonly Tile[]) =>
  createHome(someServices({ sql, queues: { counts }, log: createLog({ level: 'silent', process: 'test' }), registries: { tiles } }));
const home = homeOf(TILES);
const directory = createStaffDirectory(someServices({ sql, liveSettings: unchangedSettings() }));

const ana = async () => {
  const staff = await directory.loadStaff({ uid: 'ana', sessionId: '' });
  if (!staff) throw new Error('ana is not there');
  return { ...staff, menus: new Set<MenuId>(['home', 'quotes', 'promotions', 'settings-machinery']) };
};
const act = async (name: string, tileId = '') => home.arrangeHome({ actor: await ana(), act: name, tile: tileId });
const order = async () => home.listTiles({ actor: await ana() }).map(({ id, isHidden }) => (isHidden ? `(${id})` : id));
const figures = async (actor: Awaited<ReturnType<typeof ana>>) =>
  (await home.readTiles({ actor })).map(({ id, lines }) => [id, lines.map(({ figure }) => figure).join()]);

beforeEach(async () => {
  await sql.query('TRUNCATE usuarios, identity.preferences');
  await putStaffRow(sql, { id: 'ana', role: 'editor' });
  queries();
});

describe('the tiles of Inicio', () => {
  it('are read with one query, whatever their number', async () => {
    const actor = await ana();
    queries();
    expect(await figures(actor)).toEqual([
      ['one', '11'],
      ['two', '22'],
      ['three', '33'],
      ['four', '44'],
    ]);
    expect(queries()).toHaveLength(1);
  });

  it('are marked late while a table is locked, except those without a query, and recover at the next read', async () => {
    const actor = await ana();
    const plain: Tile = {
      id: 'plain',
      title: 'Pantallas',
      look: 'screens',
      empty: 'Nada.',
      prepare: () => ({ selects: [], show: () => [{ key: 'k', label: 'l', figure: '1', count: 1, href: '/' }] }),
    };
    const waiting = tileReading('waiting', 'count(*)', 'agencias');
    const slow = homeOf([...TILES, plain, waiting]);
    const states = async () =>
      (await slow.readTiles({ actor, lateAfterMs: 200 })).map(({ id, isLate, lines }) => [id, isLate ?? lines.length]);
    const locker = await sql.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE agencias IN ACCESS EXCLUSIVE MODE');
      const all = ['one', 'two', 'three', 'four'].map((id) => [id, true]);
      expect(await states()).toEqual([...all, ['plain', 1], ['waiting', true]]);
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
    expect(await states()).toEqual([...['one', 'two', 'three', 'four', 'plain'].map((id) => [id, 1]), ['waiting', 0]]);
  });

  it('are shown without the one whose query fails, which is logged', async () => {
    const actor = await ana();
    const failing = tileReading('failing', 'floor(sum(x))::int', '(SELECT 1e300::float8 AS x) AS absurd');
    const lines: { msg: string }[] = [];
    const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
    const tiles = [failing, ...TILES];
    const shown = await createHome(someServices({ sql, queues: { counts }, log, registries: { tiles } })).readTiles({ actor });
    expect(shown.map(({ id, isLate, lines: [first] }) => [id, isLate ?? first?.figure])).toEqual([
      ['failing', true],
      ['one', '11'],
      ['two', '22'],
      ['three', '33'],
      ['four', '44'],
    ]);
    expect(lines).toMatchObject([{ msg: 'the figures of a tile of Inicio failed', tile: 'failing' }]);
  });

  it('are neither shown nor queried without the permission or when hidden', async () => {
    const actor = { ...(await ana()), menus: new Set<MenuId>(['home', 'quotes']) };
    queries();
    expect(await figures(actor)).toEqual([
      ['one', '11'],
      ['three', '33'],
    ]);
    expect(queries().join()).not.toMatch(/asked_two|asked_four/);
    await act('hide', 'three');
    expect(await figures({ ...(await ana()), menus: actor.menus })).toEqual([['one', '11']]);
    expect(queries().join()).not.toContain('asked_three');
    expect(await figures({ ...actor, menus: new Set<MenuId>(['home']) })).toEqual([]);
    expect(queries()).toEqual([]);
  });
});

describe('the arrangement of tiles', () => {
  it('is kept for the person, and for nobody else', async () => {
    await act('before:one', 'three');
    await act('hide', 'two');
    expect(await order()).toEqual(['three', 'one', '(two)', 'four']);
    expect(home.listTiles({ actor: testStaff({ id: 'beto' }) }).map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four']);
    await act('show', 'two');
    await act('after:four', 'three');
    expect(await order()).toEqual(['one', 'two', 'four', 'three']);
    await act('restore');
    expect(await order()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is stored without changing theme and rows per page, and is not changed by them', async () => {
    await directory.setPreferences('ana', { theme: 'dark', pageSize: '50' });
    await act('hide', 'two');
    expect(await directory.getPreferences('ana')).toEqual({ theme: 'dark', pageSize: 50, keys: 'on' });
    await directory.setPreferences('ana', { theme: 'light' });
    expect(await order()).toEqual(['one', '(two)', 'three', 'four']);
  });

  it('loses nothing when many windows change it at once', async () => {
    const acts = ['one', 'two', 'three', 'four'].map((id) => act('hide', id));
    await Promise.all([...acts, act('before:one', 'four'), act('before:one', 'four')]);
    expect(await order()).toEqual(['(four)', '(one)', '(two)', '(three)']);
  });

  it('ignores stored tiles that no longer exist, and drops them at the next change', async () => {
    await sql.query(
      `INSERT INTO identity.preferences (uid, home_order, home_hidden) VALUES ('ana', '{gone,three,NULL,"","<b>"}', '{gone,one,one}')`,
    );
    expect(await order()).toEqual(['(one)', 'two', 'three', 'four']);
    await act('hide', 'two');
    const { rows } = await sql.query<{ hidden: string[] }>(`SELECT home_hidden AS hidden FROM identity.preferences WHERE uid = 'ana'`);
    expect(rows[0]?.hidden).toEqual(['one', 'two']);
  });

  it('keeps the place of tiles that the person may not see', async () => {
    await act('before:one', 'four');
    const without = { ...(await ana()), menus: new Set<MenuId>(['home', 'quotes']) };
    await home.arrangeHome({ actor: without, act: 'before:one', tile: 'three' });
    expect(await order()).toEqual(['four', 'three', 'one', 'two']);
  });

  it.each([
    ['', ''],
    ['hide', 'gone'],
    ['hide', ''],
    ['before:gone', 'one'],
    ['before:one', 'one'],
    ['drop table', 'one'],
    ['hide', 'x'.repeat(100_000)],
    [`before:${'x'.repeat(100_000)}`, 'one'],
    ['hide', "one'; DROP TABLE usuarios --"],
  ])('rejects %s of %s with 400 and stores nothing', async (name, id) => {
    await expect(act(name, id)).rejects.toMatchObject({ code: 'invalid-input', status: 400 });
    expect((await sql.query('SELECT FROM identity.preferences')).rowCount).toBe(0);
  });

  it('rejects acts on or beside a tile that the person may not see', async () => {
    const without = { ...(await ana()), menus: new Set<MenuId>(['home', 'quotes']) };
    await expect(home.arrangeHome({ actor: without, act: 'hide', tile: 'four' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(home.arrangeHome({ actor: without, act: 'before:four', tile: 'one' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('a tile of figures', () => {
  const figure = (key: string, value: number) => ({
    key,
    queryFor: () => ({ label: key, href: `/${key}`, count: async () => value }),
  });
  const read = async (look: 'bars' | 'lines', values: readonly number[]) => {
    const tiles = [figureTile({ id: 'x', title: 'X', empty: 'Nada.', look, figures: values.map((value, at) => figure(`f${at}`, value)) })];
    const [shown] = await homeOf(tiles).readTiles({
      actor: testStaff(),
    });
    return shown?.lines.map(({ key, figure: text }) => `${key} ${text}`);
  };

  it('leaves out zeros, except among bars with other figures', async () => {
    expect(await read('lines', [0, 2, 0])).toEqual(['f1 2']);
    expect(await read('bars', [0, 2, 0])).toEqual(['f0 0', 'f1 2', 'f2 0']);
    expect(await read('bars', [0, 0])).toEqual([]);
  });

  it('caps and formats numbers as lists do', async () => {
    expect(await read('lines', [10_000, 10_001])).toEqual(['f0 10\u00a0000', 'f1 10\u00a0000+']);
  });
});
