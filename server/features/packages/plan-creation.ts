import type { Fields } from '../../documents/document-store.ts';
import { documentIdOf } from '../../documents/document-id.ts';
import { documentKind, DOCUMENTS_COLLECTION } from '../../digitized/document-kind.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { stamped } from '../../records/updated-by.ts';
import { writeAudit } from '../../records/write-audit.ts';
import { requireHolder, type Acceptance, type Accepted, type Reader, type Writer } from './acceptance.ts';
import type { PackagesServices } from './create-packages.ts';
import { storedLines, type PackageLine } from './package-lines.ts';

/** One document for each paper that arrived, in the hands of its holder, and its id in the line. */
export async function planCreation(services: PackagesServices, reader: Reader, accepted: Accepted): Promise<Acceptance> {
  const { facts, data, lines, arrived } = accepted;
  const holder = await requireHolder(services, accepted, arrived);
  const ids = new Map(arrived.map(({ lineId }) => [lineId, documentIdOfLine(facts.id, lineId)]));
  const paths = [...ids.values()].map((id) => `${DOCUMENTS_COLLECTION}/${id}`);
  // Nobody else can make these ids: what is there already was made of the same line.
  const there = new Set((await reader.getMany(paths)).map((document) => document?.id));
  const detailOfPackage = storedLines(data).map((stored, index) => {
    const id = ids.get(lines[index]?.lineId ?? '');
    return id === undefined ? stored : { ...stored, lineId: lines[index]?.lineId ?? '', digitalizationId: id };
  });
  const made = arrived.flatMap((line) => {
    const id = ids.get(line.lineId) ?? '';
    return there.has(id) ? [] : [(tx: Writer) => createDocument(tx, id, documentOf(line, accepted, holder), accepted)];
  });
  return { changes: { detailOfPackage }, writes: made };
}

function documentIdOfLine(packageId: string, lineId: string): string {
  return documentIdOf(JSON.stringify([DOCUMENTS_COLLECTION, packageId, lineId]));
}

/** Who sent the paper made it: it goes back to them where it is returned. */
function documentOf({ document, categoryId, documentId }: PackageLine, { facts }: Accepted, holder: string): Fields {
  return {
    ...{ documentName: document, categoryId, documentId, userId: holder, userAssign: holder, status: 'ASSIGNED', url: '', campos: {} },
    ...{ agencyId: facts.agencyId, agencyFromDoc: facts.from_agency, fromPackaging: facts.id, inPackage: '', createdBy: facts.from },
  };
}

function createDocument(tx: Writer, id: string, fields: Fields, { acting }: Accepted): string {
  const path = `${DOCUMENTS_COLLECTION}/${id}`;
  tx.create(path, stamped(documentKind().read, { stored: null, changes: fields, actor: acting.actor }));
  writeAudit(tx, { ...acting, action: AUDIT_ACTIONS.digitizedFileCreated, targetPath: path, beforeData: null, newData: fields });
  return path;
}
