import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * Path of the first of the programs on the PATH (or in /usr/bin), null if none. It is not run to find out: some take a second to print
 * their version.
 */
export function findProgram(...names: string[]): string | null {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}

/** The system's Chromium; CHROMIUM_PATH overrides it. */
export const findChromium = () => process.env['CHROMIUM_PATH'] ?? findProgram('chromium', 'chromium-browser', 'google-chrome');

/** Chromium's headless shell: a page costs a third of the CPU time. What belongs to windows, such as the PDF viewer, is missing. */
export const findChromiumWithoutWindows = () => process.env['CHROMIUM_PATH'] ?? findProgram('chromium-headless-shell');

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
