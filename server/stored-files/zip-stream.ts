import { Zip, ZipPassThrough } from 'fflate';
import { fileExtension } from '../domain/files-vocabulary.ts';

/** The format without its extension for giants ends at 4 GB; that much is no download of a selection. */
export const ZIP_MAX_BYTES = 2 * 1024 ** 3;

export interface ZipEntry {
  name: string;
  /** Asked for when it is its turn. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** A ZIP file as it is made: of each entry no more than a piece is held. Scans are compressed already, so nothing is compressed. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else made.push(piece);
  });
  const taken = () => {
    if (failure) throw failure;
    return made.splice(0);
  };
  for (const { name, open } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of await open()) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** What Windows takes in no name, and the names that it keeps for devices whatever their extension. */
const NOT_ON_WINDOWS = /[<>:"/\\|?*]/gu;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/iu;

/** `a:b|c?.pdf` as `a-b-c-.pdf`, `con.pdf` as `con-.pdf`: everywhere the same names, so that all of an archive can be unpacked. */
function asOnWindows(name: string): string {
  return name.replace(NOT_ON_WINDOWS, '-').replace(DEVICE, '$&-');
}

/** The names, each once whatever their case, and such as every system takes: `acta.pdf`, `acta (2).pdf`. */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(asOnWindows).map((name) => {
    const extension = fileExtension(name);
    const ending = extension === '' ? '' : name.slice(-extension.length - 1);
    const stem = name.slice(0, name.length - ending.length);
    let unique = name;
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}
