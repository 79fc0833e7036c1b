/** The ten kinds of specification section 5, by the names that server/domain/files-vocabulary.ts gives them. */
const PICTURES = {
  image: 'file-icon file-image',
  music: 'file-icon file-music',
  video: 'file-icon file-video',
  excel: 'file-icon file-excel',
  word: 'file-icon file-word',
  powerpoint: 'file-icon file-powerpoint',
  csv: 'file-icon file-csv',
  zip: 'file-icon file-zip',
  pdf: 'file-icon file-pdf',
  unknown: 'file-icon file-unknown',
} as const;

export type FileIconKind = keyof typeof PICTURES;

/** Drawn by the style sheet. Give `label` ("PDF") when no text beside it says the kind; else it is decoration. */
export function FileIcon({ kind, label, large = false }: { kind: FileIconKind; label?: string; large?: boolean }) {
  const className = large ? `${PICTURES[kind]} file-icon-large` : PICTURES[kind];
  return label ? <span className={className} role="img" title={label} /> : <span className={className} aria-hidden />;
}
