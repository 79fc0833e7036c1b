import { describe, expect, it } from 'vitest';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { createSql } from '../../platform/sql/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readSideBySide, type Read } from './screen-query.ts';

const { sql, url } = await createTestDatabase();
await sql.query('CREATE TABLE marks (name text)');
const countMarks = async (read: Read) => (await read<{ marks: number }>(fragment`SELECT count(*)::int AS marks FROM marks`))[0]?.marks;
const backendOf = async (read: Read) => (await read<{ pid: number }>(fragment`SELECT pg_backend_pid() AS pid`))[0]?.pid;

describe('two reads for one screen', () => {
  it('are read at the same time, on two connections', async () => {
    let meet: (() => void) | undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const [one, other] = await readSideBySide(
      sql,
      async (read) => {
        const pid = await backendOf(read);
        // Would never resolve if the second read began only after the first.
        await met;
        return pid;
      },
      async (read) => {
        meet?.();
        return backendOf(read);
      },
    );
    expect(other).not.toBe(one);
  });

  it('share one snapshot, whatever is written meanwhile', async () => {
    let write: ((written: Promise<unknown>) => void) | undefined;
    const written = new Promise<unknown>((resolve) => (write = resolve));
    const counted = await readSideBySide(
      sql,
      async (read) => {
        const before = await countMarks(read);
        write?.(sql.query(`INSERT INTO marks VALUES ('between')`));
        await written;
        return [before, await countMarks(read)];
      },
      async (read) => {
        await written;
        return countMarks(read);
      },
    );
    expect(counted).toEqual([[0, 0], 0]);
    expect((await sql.query('SELECT name FROM marks')).rows).toHaveLength(1);
  });

  it('run one after the other when no second connection is free', async () => {
    const single = createSql({ url, max: 1, application: 'test', onError: () => undefined });
    const [one, other] = await readSideBySide(single, backendOf, backendOf);
    expect(other).toBe(one);
    await single.end();
  });

  it('have a statement timeout of ten seconds', async () => {
    const bound = async (read: Read) =>
      (await read<{ bound: string }>(fragment`SELECT current_setting('statement_timeout') AS bound`))[0]?.bound;
    expect(await readSideBySide(sql, bound, bound)).toEqual(['10s', '10s']);
  });

  it('both end before the failure of one is reported', async () => {
    const over: string[] = [];
    let begin: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const answer = readSideBySide(
      sql,
      async (read) => {
        await begun;
        await read(fragment`SELECT 1 / 0`);
      },
      async (read) => {
        begin?.();
        await read(fragment`SELECT pg_sleep(0.2)`);
        over.push('the other');
      },
    );
    await expect(answer).rejects.toThrow('division by zero');
    expect(over).toEqual(['the other']);
  });
});
