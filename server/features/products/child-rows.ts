import type { StoredDocument } from '../../documents/document-store.ts';

export const SERVICES_COLLECTION = 'productos_servicios';

/** Row ids of a service's sub-collection: `service/document`, so that equal ids under two services do not collide. */
export function childRows(collection: string): { rowId(path: string): string; pathOf(rowId: string): string } {
  return {
    rowId(path) {
      const [, parent = '', , id = ''] = path.split('/');
      return childRowId(parent, id);
    },
    pathOf(rowId) {
      const [parent = '', id = ''] = rowId.split('/');
      return `${SERVICES_COLLECTION}/${parent}/${collection}/${id || '-'}`;
    },
  };
}

function childRowId(parentId: string, id: string): string {
  return `${parentId}/${id}`;
}

/** Id of the service that a document of a sub-collection belongs to. */
export function parentIdOf(document: StoredDocument): string {
  return document.path.split('/')[1] ?? '';
}
