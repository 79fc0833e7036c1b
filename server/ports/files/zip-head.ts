/** What the local headers in the head of a ZIP archive reveal, without unpacking anything. */
export interface ZipHead {
  /** Name of the first entry; '' for an empty archive. */
  readonly first: string;
  /** Top folders of Office documents among the entries: `word/`, `xl/`, `ppt/`. */
  readonly folders: ReadonlySet<string>;
  readonly hasMacros: boolean;
  /** It has the entries of every Office package. */
  readonly hasPackageMarks: boolean;
  /** It is a JAR or an Android program. */
  readonly isProgram: boolean;
}

const ENTRY = Buffer.from('PK\x03\x04', 'latin1');
const EMPTY = Buffer.from('PK\x05\x06', 'latin1');
const NAME_LENGTH_AT = 26;
/** Offset of the first entry's name. */
export const FIRST_NAME_AT = 30;
/** Longer names are truncated: no significant name is that long. */
const MAX_NAME_BYTES = 512;
const OFFICE_FOLDERS = ['word/', 'xl/', 'ppt/'];
const PACKAGE_MARKS: ReadonlySet<string> = new Set(['[Content_Types].xml', '_rels/.rels']);
const PROGRAM_MARKS: ReadonlySet<string> = new Set(['META-INF/MANIFEST.MF', 'AndroidManifest.xml', 'classes.dex']);

/**
 * null when the head is not a ZIP. Every header counts, not only those reached by following sizes: a size can lie, and an entry that it
 * skips is still unpacked. Headers of a genuine archive never overlap, so there are at most as many as fit side by side; time and memory
 * are linear in the head.
 */
export function readZipHead(head: Buffer): ZipHead | null {
  if (startsWith(head, EMPTY)) return { first: '', folders: new Set(), hasMacros: false, hasPackageMarks: false, isProgram: false };
  if (!startsWith(head, ENTRY) || head.length < FIRST_NAME_AT) return null;
  const folders = new Set<string>();
  let [hasMacros, hasPackageMarks, isProgram] = [false, false, false];
  let entriesLeft = Math.ceil(head.length / FIRST_NAME_AT);
  for (let at = 0; at >= 0 && at + FIRST_NAME_AT <= head.length; at = head.indexOf(ENTRY, at + ENTRY.length)) {
    if (entriesLeft === 0) return null;
    entriesLeft -= 1;
    const name = nameAt(head, at);
    const folder = OFFICE_FOLDERS.find((candidate) => name.startsWith(candidate));
    if (folder !== undefined) folders.add(folder);
    hasMacros ||= name.endsWith('vbaProject.bin');
    hasPackageMarks ||= PACKAGE_MARKS.has(name) || name.startsWith('docProps/');
    isProgram ||= PROGRAM_MARKS.has(name);
  }
  return { first: nameAt(head, 0), folders, hasMacros, hasPackageMarks, isProgram };
}

/** Whether the bytes begin like a ZIP. */
export function isZip(head: Buffer): boolean {
  return startsWith(head, ENTRY) || startsWith(head, EMPTY);
}

function nameAt(head: Buffer, header: number): string {
  const length = Math.min(head.readUInt16LE(header + NAME_LENGTH_AT), MAX_NAME_BYTES);
  return head.toString('utf8', header + FIRST_NAME_AT, header + FIRST_NAME_AT + length);
}

function startsWith(head: Buffer, mark: Buffer): boolean {
  return head.subarray(0, mark.length).equals(mark);
}
