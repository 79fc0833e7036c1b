import { Secret, TOTP } from 'otpauth';
import type { Staff } from '../../../domain/permissions.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import type { IdentityProvider } from '../../../ports/identity/identity-provider.ts';
import { createKnownDevices, withDeviceCleanup } from '../../../ports/identity/known-devices.ts';
import type { MailMessage } from '../../../ports/mail/mail.ts';
import { loadVisit } from '../../../staff/load-staff.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { testJudge } from '../../../testing/embedded-identity.ts';
import { someServices } from '../../../testing/some-services.ts';
import { createStoresFixture } from '../../../testing/stores-fixture.ts';
import { createLocalPeople } from '../../people/local/local-people.ts';
import { createFactors, createSignIn } from '../index.ts';
import { auditRefusals } from '../refusals.ts';
import { createSoftwarePasskey } from './software-passkey.ts';

export const ORIGIN = 'https://portal.demo.coop';
export const PASSWORD = 'Tambor-lluvia-2026!';
export const NOTHING = { word: '', passkey: '', origin: ORIGIN, ip: '10.0.0.1', device: null, sessionToken: '' };
const STEP_MS = 30_000;

export type SecondFactorFixture = Awaited<ReturnType<typeof createSecondFactorFixture>>;

/** People with second factors, their accounts in whatever `openAccounts` opens. */
export async function createSecondFactorFixture(openAccounts: (sql: Sql) => IdentityProvider) {
  const { services: stores, put } = await createStoresFixture();
  const { sql, documents } = stores;
  const devices = createKnownDevices({ sql, secret: 'una clave' });
  const identity = withDeviceCleanup(openAccounts(sql), devices);
  const log = createLog({ level: 'silent', process: 'test' });
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  afterFile(() => rateLimitStore.close());
  const mails: MailMessage[] = [];
  const mail = { canSend: true, send: async (message: MailMessage) => void mails.push(message) };
  const services = someServices({
    ...stores,
    config: {
      factorKey: 'a-factor-key-that-is-long-enough',
      web: { port: 0, host: '127.0.0.1', publicUrl: new URL(ORIGIN), trustProxy: 0 },
    },
    devices,
    identity,
    judgePassword: testJudge,
    log,
    mail,
    rateLimitStore,
    restBackend: createLocalPeople({ ...stores, identity }),
  });
  const factors = createFactors(services);
  const signIn = createSignIn(services);

  let people = 0;
  async function hire(role = 'user') {
    const id = `persona${(people += 1)}`;
    const email = `${id}@demo.coop`;
    await put('main', `usuarios/${id}`, { name: `Persona ${people}`, email, role, state: true });
    await identity.createAccount({ uid: id, email, password: PASSWORD });
    return { id, email, ...(await enter({ email })) };
  }

  /** Signs in with the password. */
  async function enter({
    email,
    trusted = null,
    ownsDevice = false,
    device: shown = null,
  }: {
    email: string;
    trusted?: string | null;
    ownsDevice?: boolean;
    device?: string | null;
  }) {
    const { sessionToken, redirectTo, device } = await signIn.signIn({
      email,
      password: PASSWORD,
      redirectTo: '/avisos',
      trusted,
      ownsDevice,
      device: shown,
      ip: '10.0.0.1',
      userAgent: 'Prueba/1.0',
    });
    return { sessionToken, redirectTo, device, ...(await visitOf(sessionToken)) };
  }

  async function visitOf(sessionToken: string) {
    const session = await identity.verifySession(sessionToken);
    const visit = session && (await loadVisit(services, session));
    if (!visit) throw new Error('no session');
    return { staff: visit.staff, needs: visit.needs };
  }

  async function addCode(actor: Staff) {
    const { sealed, secret } = await factors.beginFactor({ actor, sealed: '' });
    const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
    const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
    // The code of the step before, so that the current one can still be used.
    const codes = await factors.addFactor({ ...NOTHING, actor, name: 'Teléfono', sealed, code: at(-1) });
    return { at, codes: codes ?? [], secret: secret.replaceAll(' ', '') };
  }

  async function addPasskey(actor: Staff) {
    const passkey = createSoftwarePasskey(ORIGIN);
    const { passkey: ask } = await factors.beginFactor({ actor, sealed: '' });
    const codes = await factors.addFactor({ ...NOTHING, actor, name: 'Portátil', sealed: '', code: '', passkey: passkey.create(ask) });
    return { passkey, codes };
  }

  const confirm = (
    { staff, sessionToken }: { staff: Staff; sessionToken: string },
    given: { word?: string; passkey?: string; trusts?: boolean; trusted?: string; device?: string },
  ) =>
    factors.confirmFactor({
      ...NOTHING,
      pending: { staff, needs: 'factor' },
      sessionToken,
      ip: '10.0.0.1',
      userAgent: 'Prueba/1.0',
      redirectTo: '/avisos',
      trusts: false,
      trusted: null,
      ...given,
    });

  const audited = async (id: string) => {
    const entries = await documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `usuarios/${id}` }],
    });
    return entries.map(({ data }) => data);
  };

  /** Refusals as the job reports them once the quarter of an hour is over: acts and how often. */
  async function refusals(id: string) {
    await sql.query(`UPDATE identity.refusals SET began = began - interval '15 minutes'`);
    await auditRefusals(services);
    const told = (await audited(id)).map(({ action, newData }) => [action, (newData as { attempts?: number } | null)?.attempts]);
    return told.filter(([, attempts]) => attempts !== undefined).sort();
  }

  return {
    addCode,
    addPasskey,
    audited,
    confirm,
    devices,
    documents,
    enter,
    factors,
    hire,
    identity,
    mail,
    mails,
    put,
    refusals,
    services,
    signIn,
    sql,
    visitOf,
  };
}
