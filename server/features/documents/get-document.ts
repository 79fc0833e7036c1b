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
import { readEarlierFiles, tellFiles } from '../../stored-files/earlier-files.ts';
import { mayChangeFile, requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId, type DocumentFacts } from '../../digitized/document-kind.ts';
import { readDocumentValues } from '../../digitized/document.ts';
import { findNames } from '../../digitized/names.ts';
import { readType } from '../../digitized/find-types.ts';
import { tellCampos, tellRules } from './campos.ts';
import { DOCUMENT_FILES } from './documents-area.ts';

/**
 * One document; JSON for the browser. What the bytes are like stays on the server: their fingerprint would tell who has them. From the
 * document store: what somebody has just done must be seen by the next who looks. Errors: `forbidden`, `invalid-input`, `not-found`.
 */
export async function getDocument(services: Services, { actor, id }: Call & { id: string }) {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const document = requireVisible(actor, stored);
  const type = await readType(store, document.documentId);
  const fields = readExtraFields(type?.data['campos']);
  const values = readDocumentValues(stored.data);
  const { createdAt, updatedAt } = genericColumns(stored);
  const { agencyId, fromPackaging, inPackage, isActive, returnReason, status, ubicacion, userId } = document;
  const states = actor.stateNames.documents;
  const fileNumber = readEarlierFiles(stored.data).length + 1;
  const files = await tellFiles(services, DOCUMENT_FILES, stored.data);
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
    /** Where these open, for this actor. */
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
    /** The packages that have it, and that brought it last, by their codes, '' for none; and their pages, where the person may open those. */
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
    campos: await tellCampos(services, { actor, fields, values }),
    /** How they are written, by the code of their rule. */
    rules: await tellRules(services, fields),
    /** null where only the paper is there. */
    file: fileOf(document),
    /** Its place in addresses: how many files it had, this one included. */
    fileNumber,
    earlierFiles: files.filter(({ number }) => number < fileNumber),
    /** Whether this actor may give it a file, or another one, as it is now. */
    canChangeFile:
      may(actor, 'digitalization-documents', 'change') && mayChangeFile(actor, document) && refusalOf('edit', document, states) === null,
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
