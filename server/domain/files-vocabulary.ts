import { groupThousands, GROUP_SPACE } from './text.ts';

/** The ten kinds of file that have an icon of their own (specification section 5). */
const FILE_KINDS = ['image', 'music', 'video', 'excel', 'word', 'powerpoint', 'csv', 'zip', 'pdf', 'unknown'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

const EXTENSIONS: Readonly<Record<Exclude<FileKind, 'unknown'>, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'ico', 'svg'],
  music: ['mp3', 'wav', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'flac', 'wma', 'amr'],
  video: ['mp4', 'm4v', 'mov', 'avi', 'mkv', 'webm', 'wmv', 'mpg', 'mpeg', '3gp', 'ogv'],
  excel: ['xls', 'xlsx', 'xlsm', 'xlsb', 'xlt', 'xltx', 'ods'],
  word: ['doc', 'docx', 'docm', 'dot', 'dotx', 'odt', 'rtf'],
  powerpoint: ['ppt', 'pptx', 'pptm', 'pps', 'ppsx', 'pot', 'potx', 'odp'],
  csv: ['csv', 'tsv'],
  zip: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
  pdf: ['pdf'],
};

const KIND_BY_EXTENSION: ReadonlyMap<string, FileKind> = new Map(
  FILE_KINDS.flatMap((kind) => (kind === 'unknown' ? [] : EXTENSIONS[kind].map((extension) => [extension, kind] as const))),
);

const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  image: 'Imagen',
  music: 'Audio',
  video: 'Video',
  excel: 'Excel',
  word: 'Word',
  powerpoint: 'PowerPoint',
  csv: 'CSV',
  zip: 'Comprimido',
  pdf: 'PDF',
  unknown: 'Otro archivo',
};

/** Extension in lower case without the dot; '' when the name has none (`.gitignore` and `acta` have none). */
export function fileExtension(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot <= 0
    ? ''
    : base
        .slice(dot + 1)
        .trim()
        .toLowerCase();
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

/** Spanish word for a kind, read out beside the icon. */
export function fileKindLabel(kind: FileKind): string {
  return KIND_LABELS[kind];
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
