import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from './log/log.ts';
import { removeLeftFolders } from './temporary-folders.ts';

const DEAD = 2_147_483_646;
const BEFORE_ANY_START = new Date('2026-01-01T00:00:00Z');
const log = createLog({ level: 'silent', process: 'test' });

it.each([
  ['removes', 'a killed process', 'carga', DEAD, BEFORE_ANY_START],
  ['removes', 'a killed process', 'paginas', DEAD, BEFORE_ANY_START],
  ['removes', 'a killed process', 'reporte', DEAD, BEFORE_ANY_START],
  ['removes', 'an earlier process with the number of this one', 'carga', process.pid, BEFORE_ANY_START],
  ['leaves', 'this process', 'carga', process.pid, new Date()],
  ['leaves', 'another process that runs', 'reporte', process.ppid, BEFORE_ANY_START],
  ['leaves', 'another program', 'otro', DEAD, BEFORE_ANY_START],
])('%s what belongs to %s (%s)', async (does, _whose, kind, pid, at) => {
  const folder = path.join(os.tmpdir(), `portal-${kind}-${pid}-prueba`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder);
  await writeFile(path.join(folder, 'file'), 'x');
  await utimes(folder, at, at);
  await removeLeftFolders(log);
  expect(existsSync(folder)).toBe(does === 'leaves');
});
