/** The ten kinds of docs/specification.md section 5, named as in server/domain/files-vocabulary.ts. */
export type FileIconKind = 'image' | 'music' | 'video' | 'excel' | 'word' | 'powerpoint' | 'csv' | 'zip' | 'pdf' | 'unknown';

/** Drawn by the style sheet. Give `label` ("PDF") when no text beside it names the kind; otherwise it is decoration. */
export function FileIcon({ kind, label, large = false }: { kind: FileIconKind; label?: string; large?: boolean }) {
  const className = `file-icon file-${kind}${large ? ' file-icon-large' : ''}`;
  return label ? <span className={className} role="img" title={label} /> : <span className={className} aria-hidden />;
}
