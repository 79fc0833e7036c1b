import { formatDate } from '#server/domain/dates.ts';
import { menuHref } from '#server/domain/menu.ts';
import type { MemberDocument } from '#server/features/digitalization/find-member-documents.ts';
import { Card } from '../../ui/Card.tsx';
import { recordHref } from '../../record-links.ts';

/** The digitized documents that name a member, as far as the person who looks may see them. */
export function MemberDocuments({ documents, hasMore }: { documents: readonly MemberDocument[]; hasMore: boolean }) {
  return (
    <Card title="Documentos digitalizados">
      {documents.length === 0 ? (
        <p className="text-muted">Ningún documento que usted pueda ver lo nombra.</p>
      ) : (
        <ul className="grid gap-1.5">
          {documents.map(({ id, documentName, typeName, stateName, hasFile, createdAt }) => (
            <li key={id} className="flex flex-wrap gap-x-3 wrap-anywhere">
              <a className="text-link" href={recordHref(menuHref('digitalization-documents'), id)} data-nav="">
                {documentName || id}
              </a>
              <span className="text-muted">
                {[typeName, stateName, ...(hasFile ? [] : ['sin archivo']), formatDate(createdAt)].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="mt-2 text-muted">Se muestran los {documents.length} más recientes.</p> : null}
    </Card>
  );
}
