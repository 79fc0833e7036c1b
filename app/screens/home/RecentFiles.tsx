import { formatDateTime } from '#server/domain/dates.ts';
import { fileKind, formatFileSize } from '#server/domain/files-vocabulary.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { FileIcon } from '#app/ui/FileIcon.tsx';
import type { RequestContext } from '../../context.ts';

const ALL_FILES = '/briefcase/list-briefcase';
const SHOWN = 5;

/** What this person put into the Maletín last, as texts. */
export async function findRecentFiles({ portal }: RequestContext, staff: Staff) {
  const params = new URLSearchParams({ userId: staff.id, pageSize: '10' });
  const { rows } = await portal.briefcase.findFiles({ actor: staff, params });
  return rows.slice(0, SHOWN).map(({ id, nombre, folderName, bytes, createdAt }) => ({
    id,
    nombre,
    kind: fileKind(nombre),
    folderName,
    size: formatFileSize(bytes),
    at: formatDateTime(createdAt),
  }));
}

/** The same to open again at once. */
export function RecentFiles({ files, userId }: { files: Awaited<ReturnType<typeof findRecentFiles>>; userId: string }) {
  return (
    <section className="surface mb-4 break-inside-avoid overflow-hidden" aria-labelledby="archivos-recientes">
      <div className="flex items-center border-b border-line px-4 py-2.5">
        <h2 id="archivos-recientes" className="text-sm">
          Sus archivos recientes
        </h2>
        {files.length > 0 ? (
          <a className="text-link ms-auto" href={`${ALL_FILES}?userId=${encodeURIComponent(userId)}`}>
            Ver todos
          </a>
        ) : null}
      </div>
      {files.length === 0 ? (
        <p className="px-4 py-5 text-muted">
          Todavía no ha subido archivos.{' '}
          <a className="text-link" href={ALL_FILES}>
            Abrir el Maletín
          </a>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <li key={file.id} className="relative flex items-center gap-2.5 px-4 py-2 hover:bg-base-200">
              <FileIcon kind={file.kind} />
              <span className="min-w-0 flex-1">
                <a
                  href={`/briefcase/files/${file.id}`}
                  title={file.nombre}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {file.nombre}
                </a>
                <span className="block truncate text-[0.8125rem] text-muted">{file.folderName}</span>
              </span>
              <span className="tabular flex-none text-end text-[0.8125rem] text-muted">
                <span className="block">{file.at}</span>
                <span className="block">{file.size}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
