import { Card } from '../../ui/Card.tsx';
import { documentHref } from '../documents/document-links.ts';
import { VerdictOf } from '../packages/PackageStateOf.tsx';
import type { ReceptionData } from './reception-data.ts';
import { shortDateTime } from '../lists/short-dates.tsx';

/** What was found of each line, once the package is resolved. */
export function CheckedLines({ received: { lines, extras } }: { received: ReceptionData['received'] }) {
  return (
    <div className="grid gap-4">
      <Card title="Contenido">
        <ul className="check-lines">
          {lines.map((line) => (
            <li key={line.lineId} className="check-line">
              <p className="min-w-0">
                <span className="font-semibold wrap-anywhere">
                  {line.opens ? (
                    <a href={documentHref(line.digitalizationId)}>{line.document || 'Sin nombre'}</a>
                  ) : (
                    line.document || 'Sin nombre'
                  )}
                </span>{' '}
                <span className="text-muted">{line.typeName}</span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <VerdictOf verdict={line.verdict} />
                {line.note === '' ? null : <span className="wrap-anywhere">{line.note}</span>}
                {line.checkedAt === null ? null : (
                  <span className="text-muted">
                    {line.checkerName}, {shortDateTime(line.checkedAt)}
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      {extras.length === 0 ? null : (
        <Card title="Papeles de más">
          <ul className="grid gap-1">
            {extras.map(({ document, note }, place) => (
              <li key={place} className="wrap-anywhere">
                {document || 'Sin nombre'}
                {note === '' ? null : <span className="text-muted"> {note}</span>}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
