import { groupThousands, GROUP_SPACE } from './text.ts';

/** The ten kinds of file that have an icon of their own (specification section 5), with the Spanish word read out beside it. */
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

/** Extension in lower case without the dot; '' when the name has none (`.gitignore` and `acta` have none). */
export function fileExtension(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  const extension = dot <= 0 ? '' : base.slice(dot + 1);
  return extension.trim().toLowerCase();
}

/** No file system takes longer names. */
const MAX_RAW_NAME = 1000;
/** Enough for every extension. */
const RAW_END = 100;

/**
 * A name before anything is done to it: what is too long to be one is cut in its middle, since normalising costs time that
 * grows with the square of a hostile name. Its beginning and its extension stay.
 */
export function boundFileName(name: string): string {
  return name.length <= MAX_RAW_NAME ? name : name.slice(0, MAX_RAW_NAME - RAW_END) + name.slice(-RAW_END);
}

/** Which icon a file shows, by the extension of its name. */
export function fileKind(name: string): FileKind {
  return KIND_BY_EXTENSION.get(fileExtension(name)) ?? 'unknown';
}

export function fileKindLabel(kind: FileKind): string {
  return KINDS[kind].label;
}

const KIB = 1024;
const MIB = KIB * KIB;
const MB_THRESHOLD = 0.01;

/** `1.25 MB`, or `8.40 KB` under 0.01 MB (specification section 9). 1 MB is 1024 × 1024 bytes. */
export function formatFileSize(bytes: number | bigint): string {
  const count = Number(bytes);
  if (!Number.isFinite(count) || count <= 0) return '0.00 KB';
  const [size, unit] = count / MIB < MB_THRESHOLD ? [count / KIB, 'KB'] : [count / MIB, 'MB'];
  const [whole = '0', fraction = '00'] = size.toFixed(2).split('.');
  return `${groupThousands(whole, GROUP_SPACE)}.${fraction} ${unit}`;
}
