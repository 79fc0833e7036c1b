import { readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { residentMb } from '#server/platform/processes/process-usage.ts';

const MB = 1024 * 1024;

export interface Tally {
  /** @param kind row of the table @param address the request's address without its query */
  note(kind: string, address: string, tries: number, silentMs: number): void;
  /** Prints the table at the end of a file: addresses × tries, the longest block of the event loop, disk and memory before and after. */
  print(): void;
}

/** @param filesDir the portal's files folder: together with the process's temporary files it is the disk that an attack can fill */
export function startTally(title: string, { pid, filesDir }: { pid: number; filesDir: string }): Tally {
  const now = () => ({ memory: Math.round(residentMb(pid)), disk: Math.round(diskMb(pid, filesDir)) });
  const before = now();
  const rows = new Map<string, { addresses: Set<string>; tries: number; silentMs: number }>();
  return {
    note(kind, address, tries, silentMs) {
      const row = rows.get(kind) ?? { addresses: new Set(), tries: 0, silentMs: 0 };
      row.addresses.add(address.split('?')[0] ?? '');
      row.tries += tries;
      row.silentMs = Math.max(row.silentMs, silentMs);
      rows.set(kind, row);
    },
    print() {
      const width = Math.max(...[...rows.keys()].map((kind) => kind.length));
      const lines = [...rows].map(
        ([kind, { addresses, tries, silentMs }]) =>
          `  ${kind.padEnd(width)}  ${String(addresses.size).padStart(4)} × ${String(tries).padStart(5)}  ${String(Math.round(silentMs)).padStart(4)} ms`,
      );
      const after = now();
      process.stdout.write(
        [
          `${title}: addresses × tries, longest silence`,
          ...lines,
          `  memory ${before.memory} -> ${after.memory} MB, disk ${before.disk} -> ${after.disk} MB`,
          '',
        ].join('\n'),
      );
    },
  };
}

function diskMb(pid: number, filesDir: string): number {
  const temporary = readdirSync(os.tmpdir()).filter((name) => name.startsWith('portal-') && name.includes(`-${pid}-`));
  return [filesDir, ...temporary.map((name) => path.join(os.tmpdir(), name))].reduce((sum, place) => sum + bytesUnder(place), 0) / MB;
}

export function bytesUnder(directory: string): number {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + (statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
