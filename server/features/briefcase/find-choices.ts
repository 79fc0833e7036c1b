import type { Staff } from '../../domain/permissions.ts';
import { findAgencyChoices, findPeopleChoices, sortByName, type Choice } from '../../read-model/pages/choices.ts';
import { requireBriefcase, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { maxBytesOf, normalizeExtensions } from './document-type-rules.ts';

export type { Choice };

export interface DocumentTypeChoice extends Choice {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
  /** Bytes; never more than the portal's own limit. */
  maxBytes: number;
}

/** What the list can be filtered by. */
export interface ListChoices {
  folders: Choice[];
  documentTypes: Choice[];
  agencies: Choice[];
  users: Choice[];
}

/** Where a file can be put: active folders that the person may open, active types. */
export interface UploadChoices {
  folders: Choice[];
  documentTypes: DocumentTypeChoice[];
}

const USERS_MAX = 500;

export async function findListChoices({ prisma }: Pick<BriefcaseServices, 'prisma'>, { actor }: BriefcaseCall): Promise<ListChoices> {
  requireBriefcase(actor);
  const [folders, documentTypes, agencies, users] = await Promise.all([
    findFolders(prisma, actor),
    prisma.briefcaseDocumentType.findMany({ where: { isActive: true, source_deleted: false }, select: { id: true, nombre: true } }),
    findAgencyChoices(prisma),
    findPeopleChoices(prisma, USERS_MAX),
  ]);
  return { folders, documentTypes: sortByName(documentTypes.map(({ id, nombre }) => ({ id, name: nombre }))), agencies, users };
}

export async function findUploadChoices(
  { prisma, liveSettings }: Pick<BriefcaseServices, 'prisma' | 'liveSettings'>,
  { actor }: BriefcaseCall,
): Promise<UploadChoices> {
  requireBriefcase(actor);
  const limit = liveSettings.current().uploadMaxBytes;
  const [folders, types] = await Promise.all([
    findFolders(prisma, actor, { estado: true }),
    prisma.briefcaseDocumentType.findMany({
      where: { isActive: true, source_deleted: false, estado: true },
      select: { id: true, nombre: true, extensiones: true, tamanoMaximoMb: true },
    }),
  ]);
  const documentTypes = types.map(({ id, nombre, extensiones, tamanoMaximoMb: megabytes }) => ({
    id,
    name: nombre,
    extensions: normalizeExtensions(extensiones),
    maxBytes: maxBytesOf(megabytes, limit),
  }));
  return { folders, documentTypes: sortByName(documentTypes) };
}

/** Folders that the person may open, in the order that the cooperative gave them. */
async function findFolders(prisma: BriefcaseServices['prisma'], actor: Staff, more: { estado?: boolean } = {}): Promise<Choice[]> {
  const rows = await prisma.briefcaseFolder.findMany({
    where: { isActive: true, source_deleted: false, ...more, ...(actor.folders === 'all' ? {} : { id: { in: [...actor.folders] } }) },
    select: { id: true, nombre: true },
    orderBy: [{ orden: 'asc' }, { nombre: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, nombre }) => ({ id, name: nombre }));
}
