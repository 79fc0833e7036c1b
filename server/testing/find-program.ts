import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The first of the programs that the PATH (or /usr/bin) has; null: none. Looked for and not run: some take a second to say their version. */
export function findProgram(...names: string[]): string | null {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}

/** The system's Chromium; CHROMIUM_PATH names another one. */
export const findChromium = () => process.env['CHROMIUM_PATH'] ?? findProgram('chromium', 'chromium-browser', 'google-chrome');

/** The same browser without its windows: a page costs a third of the processor time. What belongs to windows, the PDF viewer among it, is missing. */
export const findChromiumWithoutWindows = () => process.env['CHROMIUM_PATH'] ?? findProgram('chromium-headless-shell');

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
