import { formatFileSize } from './file-size.ts';

/** The ten kinds of file that have an icon of their own (docs/specification.md section 5), with the Spanish word read out beside it. */
const KINDS = {
  image: { label: 'Imagen', extensions: 'jpg jpeg png gif webp avif bmp tif tiff heic heif ico svg' },
  music: { label: 'Audio', extensions: 'mp3 wav ogg oga opus m4a aac flac wma amr' },
  video: { label: 'Video', extensions: 'mp4 m4v mov avi mkv webm wmv mpg mpeg 3gp ogv' },
  excel: { label: 'Excel', extensions: 'xls xlsx xlsm xlsb xlt xltx ods' },
  word: { label: 'Word', extensions: 'doc docx docm dot dotx odt rtf' },
  powerpoint: { label: 'PowerPoint', extensions: 'ppt pptx pptm pps ppsx pot potx odp' },
  csv: { label: 'CSV', extensions: 'csv tsv' },
  zip: { label: 'Comprimido', extensions: 'zip rar 7z tar gz tgz bz2 xz' },
  pdf: { label: 'PDF', extensions: 'pdf' },
  unknown: { label: 'Otro archivo', extensions: '' },
} as const;

export type FileKind = keyof typeof KINDS;

const KIND_BY_EXTENSION: ReadonlyMap<string, FileKind> = new Map(
  (Object.keys(KINDS) as FileKind[]).flatMap((kind) => KINDS[kind].extensions.split(' ').map((extension) => [extension, kind] as const)),
);

/** The last part of a path, whichever slash its system uses. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Extension in lower case without the dot; '' when the name has none (`.gitignore` and `acta` have none). */
export function fileExtension(name: string): string {
  const base = baseName(name);
  const dot = base.lastIndexOf('.');
  const extension = dot <= 0 ? '' : base.slice(dot + 1);
  return extension.trim().toLowerCase();
}

/** No file system takes longer names. */
const MAX_RAW_NAME = 1000;
/** More characters than any extension has. */
const RAW_END = 100;

/**
 * Bounds a name before any processing: one that is far too long is cut in its middle, because normalising takes quadratic time
 * on a hostile name. Its beginning and extension stay.
 */
export function boundFileName(name: string): string {
  return name.length <= MAX_RAW_NAME ? name : name.slice(0, MAX_RAW_NAME - RAW_END) + name.slice(-RAW_END);
}

const JOINER = '\u200d';
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const PICTURE = /^\p{Extended_Pictographic}/u;
/** An emoji that a joiner may follow, with its variation selector or skin tone. */
const PICTURE_END = /\p{Extended_Pictographic}(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})?$/u;
/** What a variation selector (U+FE0F) may follow: emoji, and the digits of keycaps. */
const LOOK_END = /[\p{Extended_Pictographic}0-9#*]$/u;
/** At least the length of any emoji before a joiner, in UTF-16 units. */
const BEFORE_JOINER = 4;

/**
 * A name without control and invisible characters, above all those that change the reading direction. Joiners inside
 * emoji (family, profession, flag) stay: without them one emoji would fall apart into several.
 */
export function withoutInvisible(name: string): string {
  return name.replace(INVISIBLE, (letter: string, at: number) => (holdsPictures(name, letter, at) ? letter : ''));
}

function holdsPictures(name: string, letter: string, at: number): boolean {
  const before = name.slice(Math.max(0, at - BEFORE_JOINER), at);
  if (letter === JOINER) return PICTURE_END.test(before) && PICTURE.test(name.slice(at + 1, at + 3));
  return (letter === '\ufe0f' || letter === '\ufe0e') && LOOK_END.test(before);
}

/** The icon of a file, by the extension of its name. */
export function fileKind(name: string): FileKind {
  return KIND_BY_EXTENSION.get(fileExtension(name)) ?? 'unknown';
}

export function fileKindLabel(kind: FileKind): string {
  return KINDS[kind].label;
}

/** What lists show of a file as icon and size, as text, so that search finds it. */
export function fileTexts(name: string, bytes: number | bigint): string[] {
  return [fileExtension(name), fileKindLabel(fileKind(name)), formatFileSize(bytes)];
}

/** A content's SHA-256 as it is stored, in hexadecimal. */
export const SHA256 = /^[0-9a-f]{64}$/;
