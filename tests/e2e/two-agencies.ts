import type { Documents, Fields } from '#server/ports/documents/document-store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { DemoPortal } from './demo-portal.ts';

/** Demo accounts of agencia-01 and of agencia-02. */
export const SENDER = { account: 'editor', id: 'demo-editor', agencyId: 'agencia-01' } as const;
export const RECEIVER = { account: 'reportes', id: 'demo-reportes', agencyId: 'agencia-02' } as const;
/** Category and type of the documents that they send each other. */
export const TYPE = 'traslado';

const MENUS = ['home', 'digitalization-documents', 'packages-sent', 'packages-received'];

export interface TwoAgencies {
  documents: Documents;
  /** Stores a document as another program would, and projects it. */
  put(database: keyof Documents, path: string, data: Fields): Promise<void>;
  storedAt(path: string): Promise<Fields>;
  /** Actions that the audit records for a document. */
  actionsOf(path: string): Promise<unknown[]>;
}

/** Two people who digitize, at two agencies, with a permission set, and access to what is stored. */
export async function openTwoAgencies({ database: { sql }, documents }: Pick<DemoPortal, 'database' | 'documents'>): Promise<TwoAgencies> {
  const readModel = createReadModel({
    sql,
    documents,
    projections: PROJECTIONS,
    log: createLog({ level: 'silent', process: 'test' }),
  });
  const put: TwoAgencies['put'] = async (database, path, data) => {
    await documents[database].set(path, data);
    await readModel.projectNow(database, [path]);
  };
  await put('digitalization', `categorias/${TYPE}`, { nombre: 'Traslados' });
  await put('digitalization', `tipos_documento/${TYPE}`, { nombre: 'Expediente de traslado', categoryId: TYPE });
  const permissions = { [TYPE]: { [TYPE]: ['create', 'view', 'edit'] } };
  await put('digitalization', `permisos_documentos/${TYPE}`, { title: 'Traslados', permissions });
  for (const [role, person] of [
    ['editor', SENDER],
    ['user', RECEIVER],
  ] as const) {
    const path = `usuarios/${person.id}`;
    const known = (await documents.main.get(path))?.data;
    if (!known) throw new Error(`the demo has no ${path}`);
    await put('main', path, { ...known, agency: person.agencyId, digitalization_permission_id: TYPE });
    await put('main', `permisos_rol/${role}`, { menus: MENUS });
  }
  return {
    documents,
    put,
    storedAt: async (path) => (await documents.digitalization.get(path))?.data ?? {},
    async actionsOf(targetPath) {
      const where = [{ field: 'targetPath', op: '==', value: targetPath } as const];
      return (await documents.digitalization.query({ collection: 'auditoria', where })).map(({ data }) => data['action']);
    },
  };
}
