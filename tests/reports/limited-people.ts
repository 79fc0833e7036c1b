import { can, isInScope, readPermissions } from '#server/domain/document-permissions.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { isPackageVisible } from '#server/features/packages/package-access.ts';
import { testEditor } from '#server/testing/test-staff.ts';
import type { Doc, World } from './random-documents.ts';
import { idIn, text, type Recount } from './recounted.ts';

const SET = {
  id: 's',
  title: 'S',
  permissions: readPermissions({ c1: { t1: ['view'], t2: ['view', 'print'] }, c2: { t1: ['view'], t3: ['print'] } }),
};
const somebody = (change: Partial<Staff>) => testEditor({ id: 'ana', agencyId: 'a1', ...change });

/** People who may open every menu but do not see everything in it. */
export const LIMITED: Readonly<Record<string, Staff>> = {
  'who may view some types and open one folder': somebody({ permissionSet: { ...SET, agencyScope: 'all' }, folders: ['k1'] }),
  'who sees what is of their agency or theirs': somebody({ permissionSet: { ...SET, agencyScope: 'own' }, folders: ['k2', ''] }),
  'who has no agency': somebody({ id: 'luis', agencyId: '', permissionSet: { ...SET, agencyScope: 'own' } }),
  'who may view no document and open no folder': somebody({ id: 'nadie' }),
};

/** Reports of which some people see only a part. */
export function isNarrow(reportId: string): boolean {
  return /^(documents|document-openings|packages|storage)/.test(reportId);
}

/** The part of the world that the person may see in that report, by the written rules instead of SQL. */
export function seenBy(world: World, actor: Staff, reportId: string): World {
  const mayView = (doc: Doc) => {
    const place = { agencyId: text('agencyId')(doc), agencyFromDoc: text('agencyFromDoc')(doc), userId: idIn('userId')(doc) };
    return can(actor, 'view', text('categoryId')(doc), text('documentId')(doc)) && isInScope(actor, place);
  };
  const viewed = new Set(
    world
      .all('documentos')
      .filter(mayView)
      .map(({ id }) => id),
  );
  const side = reportId === 'packages-received' ? 'receiver' : 'sender';
  return world.narrowed({
    documentos: ({ id }) => viewed.has(id),
    eventos_archivos: (doc) => doc.data['area'] !== 'digitalization' || viewed.has(text('fileId')(doc)),
    maletin_archivos: (doc) => actor.folders === 'all' || actor.folders.includes(text('carpetaId')(doc)),
    PACKAGES: (doc) =>
      isPackageVisible(actor, side, { from: idIn('from')(doc), agencyId: text('agencyId')(doc), status: text('status')(doc) }),
  });
}

/** The same recount over fewer documents. */
export function narrow(recount: Recount, to: (world: World) => World): Recount {
  return {
    filters: recount.filters,
    count: (world, query) => recount.count(to(world), query),
    ...(recount.facts && { facts: (world, query) => recount.facts?.(to(world), query) ?? [] }),
  };
}
