import { DOCUMENT_ACTS, mayAct, refusalOf, type DocumentAct } from '../../domain/document-states.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { readExtraFields } from '../../domain/extra-fields.ts';
import { packageCode } from '../../domain/package-code.ts';
import { may, type Staff } from '../../domain/permissions.ts';
import { genericColumns, readNumber } from '../../read-model/field-readers.ts';
import { storedVersion } from '../../records/content-version.ts';
import { openFor } from '../../records/declared-record.ts';
import { findPages } from '../../records/targets.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { readEarlierFiles, findFileVersions } from '../../stored-files/earlier-files.ts';
import { mayChangeFile, requireRight, requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId, type DocumentFacts } from '../../digitized/document-kind.ts';
import { readDocumentValues } from '../../digitized/document.ts';
import { findNames } from '../../digitized/names.ts';
import { readType } from '../../digitized/find-types.ts';
import { describeCampos, describeRules } from './campos.ts';
import { DOCUMENT_FILES } from './documents-area.ts';

/**
 * One document; JSON for the browser. The hash of the content stays on the server: it would reveal who else has the same file. Read from
 * the document store, so that what somebody has just done shows at once. Errors: `forbidden`, `invalid-input`, `not-found`.
 *
 * @param call `edits`: for the form, which an inactive document has as well, so that what was typed is not lost
 */
export async function getDocument(services: Services, { actor, id, edits = false }: Call & { id: string; edits?: boolean }) {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const document = edits ? requireRight(actor, 'edit', stored) : requireVisible(actor, stored);
  const type = await readType(store, document.documentId);
  const fields = readExtraFields(type?.data['campos']);
  const values = readDocumentValues(stored.data);
  const { createdAt, updatedAt } = genericColumns(stored);
  const { agencyId, fromPackaging, inPackage, isActive, returnReason, status, ubicacion, userId } = document;
  const states = actor.stateNames.documents;
  const fileNumber = readEarlierFiles(stored.data).length + 1;
  const addsFiles = may(actor, 'digitalization-documents', 'change') && mayChangeFile(actor, document);
  const files = await findFileVersions(services, DOCUMENT_FILES, stored.data);
  return {
    id,
    stateName: nameOfState(status, states),
    agencyId,
    fromPackaging,
    inPackage,
    isActive,
    returnReason,
    status,
    ubicacion,
    userId,
    createdAt,
    updatedAt,
    ...(await readNames(services, document)),
    /** Addresses of their pages; null where the actor may not open one. */
    pages: await findPages(services, actor, {
      agency: ['agencias', agencyId],
      category: ['categorias', document.categoryId],
      creator: ['usuarios', document.createdBy],
      holder: ['usuarios', userId],
      origin: ['agencias', document.agencyFromDoc],
      type: ['tipos_documento', document.documentId],
    }),
    /** Years for which its type keeps documents. */
    retentionYears: type && readNumber(type.data, 'retencionAnios'),
    /** Codes of the packages that hold it now and that last brought it, '' for none; and their pages, where the person may open those. */
    packages: {
      now: inPackage && packageCode(inPackage),
      nowHref: await packageHref(services, actor, inPackage),
      last: fromPackaging && packageCode(fromPackaging),
      lastHref: await packageHref(services, actor, fromPackaging),
    },
    /** What the form holds, its version, and what the type asks for. */
    values,
    version: storedVersion(readDocumentValues, stored.data),
    fields,
    campos: await describeCampos(services, { actor, fields, values }),
    /** How they are to be written, by the code of their rule. */
    rules: await describeRules(services, fields),
    /** null if there is only the paper. */
    file: fileOf(document),
    /** Its number in addresses: how many files the document has had, this one included. */
    fileNumber,
    earlierFiles: files.filter(({ number }) => number < fileNumber),
    /** Whether the actor may give it its first file, or another one, in its present state. */
    canChangeFile: addsFiles && refusalOf('edit', document, states) === null,
    /** Whether the actor's permissions include that, whatever its state. */
    addsFiles,
    /** What this actor may do with it as it is now; the verbs check it again. */
    can: allowedActs(actor, document),
  };
}

async function packageHref(services: Services, actor: Staff, id: string): Promise<string | null> {
  return id === '' ? null : ((await openFor(services, actor, `PACKAGES/${id}`))?.href ?? null);
}

function fileOf({ url, fileName, contentType, bytes, pages }: DocumentFacts) {
  return url === '' ? null : { fileName, contentType, bytes, pages };
}

function allowedActs(actor: Staff, document: DocumentFacts): Record<DocumentAct, boolean> {
  const acts = DOCUMENT_ACTS.map((act) => {
    const repeats = (act === 'restore' && document.isActive) || (act === 'deactivate' && !document.isActive);
    const right = act === 'restore' || act === 'deactivate' ? 'delete' : 'change';
    const isOpen = !repeats && refusalOf(act, document, actor.stateNames.documents) === null;
    return [act, isOpen && may(actor, 'digitalization-documents', right) && mayAct(actor, act, document)] as const;
  });
  return Object.fromEntries(acts) as Record<DocumentAct, boolean>;
}

/** A record that is gone shows its id. */
async function readNames(services: Services, document: DocumentFacts) {
  const { categoryId, documentId, agencyId, agencyFromDoc, userId, createdBy } = document;
  const names = await findNames(services, {
    categorias: [categoryId],
    tipos_documento: [documentId],
    agencias: [agencyId, agencyFromDoc],
    usuarios: [userId, createdBy],
  });
  return {
    categoryName: names.of('categorias', categoryId),
    typeName: names.of('tipos_documento', documentId),
    agencyName: names.of('agencias', agencyId),
    originName: names.of('agencias', agencyFromDoc),
    holderName: names.of('usuarios', userId),
    creatorName: names.of('usuarios', createdBy),
  };
}
