import type { StoredDocument } from '../../documents/document-store.ts';
import { DOCUMENT_ACTS, mayAct, refusalOf, type DocumentAct } from '../../domain/document-states.ts';
import { nameOfState } from '../../domain/state-names.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { packageCode } from '../../domain/package-code.ts';
import type { Staff } from '../../domain/permissions.ts';
import { fragment, toQuery } from '../../platform/sql-fragment.ts';
import { genericColumns } from '../../read-model/field-readers.ts';
import { storedVersion } from '../../records/content-version.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { readEarlierFiles } from '../../stored-files/earlier-files.ts';
import { mayChangeFile, requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId, type DocumentFacts } from '../../digitized/document-kind.ts';
import { CAMPO_PREFIX, readDocumentValues, type DocumentValues } from '../../digitized/document-values.ts';
import { findNames } from '../../digitized/names.ts';
import { readType } from '../../digitized/read-type.ts';

/** The file of a document; null where only the paper is there. */
interface DocumentFile {
  fileName: string;
  contentType: string;
  bytes: number;
  pages: number | null;
}

/** A file that the document had before. */
export interface EarlierDocumentFile extends DocumentFile {
  /** From 1 for the oldest: its place in addresses. */
  number: number;
  /** Who stored it. */
  userName: string;
  /** ISO text; '' when nobody knows. */
  at: string;
}

/** A value that a document holds beside its own fields. */
interface ShownCampo {
  clave: string;
  label: string;
  /** Kind of the field; '' for one that its type does not ask for any more. */
  tipo: string;
  text: string;
  /** Page of the member that it names. */
  member: { id: string; name: string } | null;
}

interface Names {
  typeName: string;
  categoryName: string;
  agencyName: string;
  originName: string;
  holderName: string;
  creatorName: string;
  /** Years for which its type keeps documents. */
  retentionYears: number | null;
}

/** One document; JSON for the browser. What the bytes are like stays on the server: their fingerprint would tell who has them. */
export interface DocumentRecord
  extends
    Names,
    Pick<DocumentFacts, 'agencyId' | 'fromPackaging' | 'inPackage' | 'isActive' | 'returnReason' | 'status' | 'ubicacion' | 'userId'> {
  id: string;
  stateName: string;
  /** What the form holds. */
  values: DocumentValues;
  /** Codes of the packages that have it, and that brought it last; '' for none. */
  packages: { now: string; last: string };
  /** Goes back with the form. */
  version: string;
  /** What its type asks for. */
  fields: readonly ExtraField[];
  campos: ShownCampo[];
  file: DocumentFile | null;
  /** Its place in addresses: how many files it had, this one included. */
  fileNumber: number;
  /** Newest first. */
  earlierFiles: EarlierDocumentFile[];
  /** Whether this actor may give it a file, or another one, as it is now. */
  canChangeFile: boolean;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
  /** What this actor may do with it as it is now; the verbs check it again. */
  can: Record<DocumentAct, boolean>;
}

/** From the document store: what somebody has just done must be seen by the next who looks. Errors: `forbidden`, `invalid-input`, `not-found`. */
export async function getDocument(services: Services, { actor, id }: Call & { id: string }): Promise<DocumentRecord> {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const document = requireVisible(actor, stored);
  const type = await readType(store, document.documentId);
  const fields = readExtraFields(type?.data['campos']);
  const values = readDocumentValues(stored.data);
  const { agencyId, fromPackaging, inPackage, isActive, returnReason, status, ubicacion, userId } = document;
  return {
    id,
    stateName: nameOfState(status, actor.stateNames.documents),
    agencyId,
    fromPackaging,
    inPackage,
    isActive,
    returnReason,
    status,
    ubicacion,
    userId,
    values,
    fields,
    ...(await readNames(services, document)),
    packages: { now: inPackage && packageCode(inPackage), last: fromPackaging && packageCode(fromPackaging) },
    version: storedVersion(readDocumentValues, stored.data),
    campos: await readCampoTexts(services, fields, values),
    file: fileOf(document),
    fileNumber: readEarlierFiles(stored.data).length + 1,
    earlierFiles: await readEarlierOf(services, stored),
    canChangeFile: mayChangeFile(actor, document) && refusalOf('edit', document, actor.stateNames.documents) === null,
    ...timesOf(stored),
    can: allowedActs(actor, document),
  };
}

function fileOf({ url, fileName, contentType, bytes, pages }: DocumentFacts): DocumentFile | null {
  return url === '' ? null : { fileName, contentType, bytes: Number(bytes), pages };
}

/** Only those whose bytes somebody could still open. */
async function readEarlierOf(services: Services, { data }: StoredDocument): Promise<EarlierDocumentFile[]> {
  const files = readEarlierFiles(data);
  if (files.length === 0) return [];
  const names = await findNames(services, { usuarios: files.map(({ userId }) => userId) });
  return files
    .map(({ fileName, contentType, bytes, pages, userId, at, url }, index) => ({
      number: index + 1,
      fileName,
      contentType,
      bytes,
      pages,
      at,
      url,
      userName: names.of('usuarios', userId),
    }))
    .flatMap(({ url, ...file }) => (url === '' ? [] : [file]))
    .reverse();
}

function timesOf(stored: StoredDocument): Pick<DocumentRecord, 'createdAt' | 'updatedAt'> {
  const { createdAt, updatedAt } = genericColumns(stored);
  return { createdAt, updatedAt };
}

function allowedActs(actor: Staff, document: DocumentFacts): Record<DocumentAct, boolean> {
  const acts = DOCUMENT_ACTS.map((act) => {
    const repeats = (act === 'restore' && document.isActive) || (act === 'deactivate' && !document.isActive);
    return [act, !repeats && refusalOf(act, document, actor.stateNames.documents) === null && mayAct(actor, act, document)] as const;
  });
  return Object.fromEntries(acts) as Record<DocumentAct, boolean>;
}

/** A record that is gone shows its id. */
async function readNames({ sql }: Services, document: DocumentFacts): Promise<Names> {
  const { categoryId, documentId, agencyId, agencyFromDoc, userId, createdBy } = document;
  const { rows } = await sql.query<Names>(
    toQuery(fragment`SELECT
      coalesce((SELECT nullif(nombre, '') FROM categorias WHERE id = ${categoryId}), ${categoryId}) AS "categoryName",
      coalesce((SELECT nullif(nombre, '') FROM tipos_documento WHERE id = ${documentId}), ${documentId}) AS "typeName",
      (SELECT "retencionAnios" FROM tipos_documento WHERE id = ${documentId}) AS "retentionYears",
      coalesce((SELECT nullif(nombre, '') FROM agencias WHERE id = ${agencyId}), ${agencyId}) AS "agencyName",
      coalesce((SELECT nullif(nombre, '') FROM agencias WHERE id = ${agencyFromDoc}), ${agencyFromDoc}) AS "originName",
      coalesce((SELECT coalesce(nullif(name, ''), nullif(email, '')) FROM usuarios WHERE id = ${userId}), ${userId}) AS "holderName",
      coalesce((SELECT coalesce(nullif(name, ''), nullif(email, '')) FROM usuarios WHERE id = ${createdBy}), ${createdBy}) AS "creatorName"`),
  );
  const [names] = rows;
  if (!names) throw new Error('names of a document gave no row');
  return names;
}

/** The fields of the type in its order, then what the document holds besides. */
async function readCampoTexts({ sql }: Services, fields: readonly ExtraField[], values: DocumentValues): Promise<ShownCampo[]> {
  const texts = new Map(
    Object.entries(values).flatMap(([name, text]) =>
      name.startsWith(CAMPO_PREFIX) ? [[name.slice(CAMPO_PREFIX.length), text ?? ''] as const] : [],
    ),
  );
  const known = fields.map(({ clave, etiqueta, tipo }) => ({ clave, label: etiqueta, tipo, text: texts.get(clave) ?? '' }));
  const asked = new Set(fields.map(({ clave }) => clave));
  const others = [...texts].filter(([clave]) => !asked.has(clave)).map(([clave, text]) => ({ clave, label: clave, tipo: '', text }));
  const members = await readMembers(sql, known);
  return [...known, ...others].map((campo) => ({ ...campo, member: members.get(campo.clave) ?? null }));
}

async function readMembers(
  sql: Services['sql'],
  campos: readonly { clave: string; tipo: string; text: string }[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const asked = campos.filter(({ tipo, text }) => tipo === 'asociado' && text !== '');
  if (asked.length === 0) return new Map();
  const { rows } = await sql.query<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(nombre, ''), nullif(codigo, ''), id) AS name FROM clientes WHERE id = ANY($1) AND NOT source_deleted`,
    [asked.map(({ text }) => text)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    asked.flatMap(({ clave, text }) => {
      const member = found.get(text);
      return member ? [[clave, member] as const] : [];
    }),
  );
}
