import { TOKEN, startApiServer, testConfig, type ApiServer } from '../../../entrances/http/api/testing/api-server.ts';
import { createClicks, type Clicks } from '../clicks.ts';
import type { DocumentStore, Documents } from '../../../ports/documents/document-store.ts';
import { readStateNames } from '../../../domain/constants.ts';
import { MENU_IDS } from '../../../domain/menu.ts';
import type { Staff } from '../../../domain/permissions.ts';
import type { IdentityProvider } from '../../../ports/identity/identity-provider.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { MailMessage } from '../../../ports/mail/mail.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { createReports, type Reports } from '../../../reporting/create-reports.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import { createRestBackend } from '../../../ports/rest-backend/create-rest-backend.ts';
import { startFaultyBackend, type FaultyBackend } from '../../../ports/rest-backend/testing/faulty-backend.ts';
import { createRoles, type Roles } from '../../roles/index.ts';
import { loadStaff } from '../../../staff/load-staff.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createUsers, type Users } from '../index.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { someServices } from '../../../testing/some-services.ts';
import type { Services } from '../../../services.ts';

export const PASSWORD = 'Tambor-lluvia-2026!';

export interface UsersFixture {
  api: ApiServer;
  services: Services;
  /** Stands between the portal and its backend. */
  backend: FaultyBackend;
  sql: Sql;
  documents: Documents;
  identity: IdentityProvider;
  mails: MailMessage[];
  users: Users;
  roles: Roles;
  clicks: Clicks;
  reports: Reports;
  /** The first administrator, as stored. */
  admin: Staff;
  /** Stores a person with an account and `PASSWORD` through the portal's own verbs; returns them as staff. */
  hire(fields?: {
    role?: string;
    name?: string;
    email?: string;
    folders?: readonly string[];
    agency?: string;
    digitalization_permission_id?: string;
  }): Promise<Staff>;
  /** Projects documents, as the sync would. */
  projectNow(paths: readonly string[]): Promise<void>;
  /** What the portal would know of this person in a session now. */
  staffOf(id: string): Promise<Staff | null>;
}

/** User administration over a real backend, on the embedded stores unless `main` is given. */
export async function createUsersFixture(options: { main?: DocumentStore } = {}): Promise<UsersFixture> {
  const { sql } = await createTestDatabase();
  const { identity } = createTestIdentity(sql);
  const mails: MailMessage[] = [];
  const mail = { canSend: true, send: async (message: MailMessage) => void mails.push(message) };
  const api = await startApiServer({}, { sql, identity, ...(options.main ? { main: options.main } : {}) });
  const backend = await startFaultyBackend(api.url);
  const log = createLog({ level: 'silent', process: 'test' });
  const { documents } = api;
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const restBackend = createRestBackend({ url: backend.url, token: TOKEN, log, readModel, timeouts: { callMs: 60_000 } });
  const liveSettings = unchangedSettings();
  const rateLimitStore = createRateLimitStore({ config: testConfig(), sql, log });
  afterFile(async () => {
    restBackend.close();
    await rateLimitStore.close();
  });
  const services = someServices({
    config: testConfig(),
    documents,
    identity,
    liveSettings,
    log,
    mail,
    readModel,
    restBackend,
    rateLimitStore,
    sql,
  });
  const users = createUsers(services);
  await putReferences(documents, (paths) => readModel.projectNow('main', paths));

  const staffOf = (id: string) => loadStaff({ sql, liveSettings }, { uid: id, sessionId: `sesion-${id}` });
  const hire: UsersFixture['hire'] = async ({ folders = [], ...fields } = {}) => {
    const email = fields.email ?? `contratado.${(hired += 1)}@demo.coop`;
    const { id } = await users.createUser({
      actor: testAdministrator,
      values: { name: 'Ana Pérez', role: 'editor', ...fields, briefcase_permissions: folders, email },
      formToken: '',
    });
    await identity.setPassword(id, PASSWORD);
    const staff = await staffOf(id);
    if (!staff) throw new Error('the person hired has no access');
    return staff;
  };
  let hired = 0;
  await documents.main.create(`usuarios/${testAdministrator.id}`, {
    name: testAdministrator.name,
    email: testAdministrator.email,
    role: 'admin',
    state: true,
  });
  await readModel.projectNow('main', [`usuarios/${testAdministrator.id}`]);
  const admin = await staffOf(testAdministrator.id);
  if (!admin) throw new Error('no administrator');
  return {
    api,
    services,
    backend,
    sql,
    documents,
    identity,
    mails,
    users,
    roles: createRoles(services),
    clicks: createClicks(services),
    reports: createReports(services),
    admin,
    hire,
    projectNow: (paths) => readModel.projectNow('main', paths),
    staffOf,
  };
}

const testAdministrator: Staff = {
  id: 'lucia',
  name: 'Lucía Marroquín',
  email: 'lucia@demo.coop',
  role: 'admin',
  roleTitle: 'Administrador',
  agencyId: '',
  menus: new Set(MENU_IDS),
  folders: 'all',
  permissionSetId: '',
  permissionSet: null,
  pageSize: 25,
  stateNames: readStateNames({}),
  theme: 'system',
  sessionId: 's-lucia',
};

/** Records whose names differ from their ids. */
const NAMES: Readonly<Record<string, string>> = { 'puestos/auditor': 'Auditor/a' };

async function putReferences({ main, digitalization }: Documents, project: (paths: string[]) => Promise<void>): Promise<void> {
  const paths = [
    'agencias/central',
    'agencias/norte',
    'departamentos/creditos',
    'puestos/cajero',
    'puestos/auditor',
    'maletin_carpetas/actas',
    'maletin_carpetas/contratos',
  ];
  for (const path of paths) await main.create(path, { nombre: NAMES[path] ?? path.split('/')[1] ?? '', estado: true });
  await digitalization.create('permisos_documentos/cajas', { title: 'Cajas', permissions: {} });
  await project(paths);
}
