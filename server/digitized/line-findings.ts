import { readVerdict, type Verdict } from '../domain/package-states.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { DocumentStore } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import { readEntries, readId, readText } from '../read-model/field-readers.ts';

/** What the receiver of a package noted of a document in it. */
export interface LineFinding {
  verdict: Exclude<Verdict, ''>;
  note: string;
}

/** The findings on a document, by package; only accepted packages have any, because a rejection leaves everything as it was. */
export async function readLineFindings(
  store: Pick<DocumentStore, 'getMany'>,
  documentId: string,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, LineFinding>> {
  const ids = [...new Set(packageIds)].filter(isDocumentId);
  const packages = ids.length === 0 ? [] : await store.getMany(ids.map((id) => `PACKAGES/${id}`));
  return new Map(
    packages.flatMap((found) => {
      if (!found || readText(found.data, 'status') !== 'ACCEPTED') return [];
      const lines = (readEntries(found.data, 'detailOfPackage') ?? []).filter(isPlainMap);
      const line = lines.find((one) => readId(one, 'digitalizationId') === documentId);
      const verdict = line ? readVerdict(readText(line, 'verdict')) : '';
      return !line || verdict === '' ? [] : [[found.id, { verdict, note: readText(line, 'note').trim() }] as const];
    }),
  );
}
