import type { StoredDocument } from '../../documents/document-store.ts';
import { readDocument } from '../../digitized/document-kind.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { packageCode } from '../../domain/package-code.ts';
import { pick } from '../../records/save-change.ts';
import { writeAudit } from '../../records/write-audit.ts';
import { requireHolder, type Acceptance, type Accepted, type Reader, type Writer } from './acceptance.ts';
import { readDocumentsOf, releaseFromPackage } from './carried-documents.ts';
import type { PackagesServices } from './create-packages.ts';

/** The documents that arrived change hands; those that did not are free of the package. Errors also `conflict`. */
export async function planReassignment(services: PackagesServices, reader: Reader, accepted: Accepted): Promise<Acceptance> {
  const { facts, lines, arrived, acting } = accepted;
  const documents = await readDocumentsOf(reader, lines);
  const arriving = new Set(arrived.map(({ digitalizationId }) => digitalizationId));
  requireThere(accepted, documents);
  const handed = documents.filter(({ id }) => arriving.has(id));
  const holder = await requireHolder(
    services,
    accepted,
    handed.map(({ data }) => readDocument(data)),
  );
  const left = documents.filter(({ id, data }) => !arriving.has(id) && readDocument(data).inPackage === facts.id);
  return {
    changes: {},
    writes: [
      ...handed.map((document) => (tx: Writer) => handOver(tx, document, accepted, holder)),
      ...left.map((document) => (tx: Writer) => releaseFromPackage(tx, document, acting)),
    ],
  };
}

/** Other programs may have deleted a document on the way, or put it into another package. */
function requireThere({ facts, arrived }: Accepted, documents: readonly StoredDocument[]): void {
  const known = new Map(documents.map((document) => [document.id, readDocument(document.data).inPackage]));
  for (const { document, digitalizationId } of arrived) {
    const name = document || digitalizationId;
    const inPackage = known.get(digitalizationId);
    if (inPackage === undefined) throw notThere(facts.id, `El documento «${name}» ya no existe: márquelo como «No corresponde».`);
    if (inPackage !== '' && inPackage !== facts.id)
      throw notThere(facts.id, `El documento «${name}» va en el paquete ${packageCode(inPackage)}: márquelo como «No corresponde».`);
  }
}

function notThere(id: string, userMessage: string): AppError {
  return new AppError('conflict', `a document of package ${id} is not there any more`, { userMessage, details: { reason: 'document' } });
}

function handOver(tx: Writer, { path, data, version }: StoredDocument, { facts, acting }: Accepted, holder: string): string {
  const changes = {
    ...{ userId: holder, userAssign: holder, status: 'ASSIGNED', inPackage: '' },
    ...{ agencyId: facts.agencyId, agencyFromDoc: facts.from_agency, fromPackaging: facts.id },
  };
  tx.update(path, changes, { ifVersion: version });
  const sides = { beforeData: pick(data, Object.keys(changes)), newData: changes };
  writeAudit(tx, { ...acting, action: AUDIT_ACTIONS.digitizedFileAssigned, targetPath: path, ...sides });
  return path;
}
