import { formatFileSize } from '#server/domain/file-size.ts';
import { fileKind, fileKindLabel } from '#server/domain/files-vocabulary.ts';
import { countOf } from '#server/domain/text.ts';
import { shortDateTime } from '../../ui/short-dates.tsx';

interface FileFacts {
  fileName: string;
  bytes: number;
  /** null for files without pages, or when they were not counted. */
  pages: number | null;
}

interface FileVersionsProps {
  versions: readonly (FileFacts & { number: number; at: string; userName: string })[];
  /** Number of the version in the viewer, if it is an earlier one. */
  shown: number | undefined;
  hrefOf: (number: number) => string;
}

/** Earlier files of a document, each with a link that shows it in place of the current one. */
export function FileVersions({ versions, shown, hrefOf }: FileVersionsProps) {
  return (
    <ol className="grid gap-1.5">
      {versions.map((version) => (
        <li key={version.number} className="wrap-anywhere">
          <a className="text-link" href={hrefOf(version.number)} data-nav="" aria-current={version.number === shown ? 'page' : undefined}>
            {fileText(version)}
          </a>
          <br />
          <span className="text-muted">
            {shortDateTime(version.at) ?? 'Sin fecha'}, {version.userName || 'sin nombre'}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A file's facts in one line. */
export function fileText({ fileName, bytes, pages }: FileFacts): string {
  const facts = [
    fileKindLabel(fileKind(fileName)),
    formatFileSize(bytes),
    ...(pages === null ? [] : [countOf(pages, 'página', 'páginas')]),
  ];
  return `${fileName} (${facts.join(', ')})`;
}
