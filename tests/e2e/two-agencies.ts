import type { Documents, Fields } from '#server/ports/documents/document-store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { DemoPortal } from './demo-portal.ts';

/** Of one demo account at agencia-01, and of another at agencia-02. */
export const SENDER = { account: 'editor', id: 'demo-editor', agencyId: 'agencia-01' } as const;
export const RECEIVER = { account: 'reportes', id: 'demo-reportes', agencyId: 'agencia-02' } as const;
/** Category and type of what they send each other. */
export const TYPE = 'traslado';

const MENUS = ['home', 'digitalization-documents', 'packages-sent', 'packages-received'];

export interface TwoAgencies {
  documents: Documents;
  /** Stores a document as another program would, and brings it into the read model. */
  put(database: keyof Documents, path: string, data: Fields): Promise<void>;
  storedAt(path: string): Promise<Fields>;
  /** What the audit says was done with a document. */
  actionsOf(path: string): Promise<unknown[]>;
}

/** Two people who digitize, at two agencies, with a permission set, and a way to look at what is stored. */
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
