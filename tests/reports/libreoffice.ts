import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Headless LibreOffice with a profile of its own, removed afterwards, so that other instances on the machine do not interfere. */
export interface LibreOffice {
  directory: string;
  /** Converts all files in one start, into `folder` of the directory. */
  convert(files: readonly string[], to: 'csv' | 'fods' | 'pdf', folder: string): Promise<void>;
  remove(): Promise<void>;
}

/** Every sheet into a file of its own (`name-Sheet.csv`), UTF-8, numbers as stored rather than as formatted. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
const LIMIT_MS = 180_000;

export async function openLibreOffice(): Promise<LibreOffice> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-libreoffice-'));
  const profile = path.join(directory, 'profile');
  return {
    directory,
    async convert(files, to, folder) {
      const target = path.join(directory, folder);
      await run([
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        '--headless',
        '--norestore',
        '--nolockcheck',
        '--convert-to',
        to === 'csv' ? CSV : to,
        '--outdir',
        target,
        ...files,
      ]);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** The program is a script that starts other processes: they form a process group, which is killed on a timeout. */
function run(args: readonly string[]): Promise<void> {
  const child = spawn('soffice', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (text: Buffer) => (errorOutput += text.toString()));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LIMIT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`LibreOffice ended with ${code}: ${errorOutput}`));
    });
  });
}
