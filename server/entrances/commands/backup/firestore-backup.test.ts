import { deleteApp } from 'firebase-admin/app';
import { FieldValue, GeoPoint, Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { describe, expect, it, vi } from 'vitest';
import { AUDIT_ACTIONS } from '../../../domain/audit-actions.ts';
import { listBackups } from '../../../backup/write-backup.ts';
import { sealAudit } from '../../../features/audit/seal-entries.ts';
import { verifyAudit } from '../../../features/audit/verify-audit.ts';
import { connectFirestore, createFirestoreDocumentStore } from '../../../ports/documents/firestore/firestore.ts';
import { storeAudit } from '../../../records/write-audit.ts';
import { afterFile } from '../../../testing/after-file.ts';
import { createTestIdentity } from '../../../testing/embedded-identity.ts';
import { firebaseEnvironment } from '../../../testing/firebase-environment.ts';
import { runCommandHere } from '../../../testing/run-command-here.ts';
import { hasService } from '../../../testing/services.ts';
import { useSharedAccounts } from '../../../testing/shared-accounts.ts';
import { useSharedFirestore } from '../../../testing/shared-firestore.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { emptyPlace, temporaryFolder } from './testing/places.ts';

const ANA = { email: 'ana@prueba.coop', password: 'Clave-de-prueba-2026' };

/** Two projects, an Auth emulator's project and a read model of their own. */
async function firebasePlace(name: string) {
  const firestore = await useSharedFirestore(name);
  const accounts = await useSharedAccounts(firestore.projects.main);
  const { environment } = await emptyPlace(firebaseEnvironment({ firestore: firestore.host, accounts: accounts.host }, firestore.projects));
  const connect = (database: 'main' | 'digitalization') => {
    const { app, firestore: store } = connectFirestore({
      project: { projectId: firestore.projects[database], clientEmail: undefined, privateKey: undefined },
      emulatorHost: firestore.host,
    });
    afterFile(() => store.terminate().then(() => deleteApp(app)));
    return store;
  };
  // firebase-admin's accounts read it from the process.
  const call = (command: typeof backup, ...args: string[]) => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accounts.host);
    return runCommandHere(command, args, environment).finally(() => vi.unstubAllEnvs());
  };
  const store = createFirestoreDocumentStore({
    project: { projectId: firestore.projects.main, clientEmail: undefined, privateKey: undefined },
    emulatorHost: firestore.host,
    database: 'main',
  });
  afterFile(() => store.close());
  const toolkit = `http://${accounts.host}/identitytoolkit.googleapis.com/v1`;
  const askAccounts = async (act: 'sendOobCode' | 'signInWithPassword' | 'signUp', body: object = ANA) => {
    const { status } = await fetch(`${toolkit}/accounts:${act}?key=demo-key`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return status;
  };
  const listAccounts = async () => {
    const all = await fetch(`${toolkit}/projects/${firestore.projects.main}/accounts:batchGet`, {
      headers: { Authorization: 'Bearer owner' },
    });
    const { users } = (await all.json()) as { users: { localId: string; email?: string; disabled?: boolean }[] };
    return users.map(({ localId: uid, email, disabled = false }) => ({ uid, email, disabled })).sort((a, b) => a.uid.localeCompare(b.uid));
  };
  return { call, askAccounts, listAccounts, store, main: connect('main'), digitalization: connect('digitalization') };
}

describe.skipIf(!hasService('Firestore emulator') || !hasService('Firebase Auth emulator'))('a backup of Firebase', () => {
  it('restores Firestore-only types, unknown collections and both databases as of one moment', async () => {
    const from = await firebasePlace('respaldo');
    const folder = await temporaryFolder();
    const odd: DocumentData = {
      texto: 'Señal «ñ»',
      fecha: new Timestamp(1_700_000_000, 123_456_000),
      dia: Timestamp.fromDate(new Date('2026-03-01T00:00:00Z')),
      lugar: new GeoPoint(14.6, -90.5),
      agencia: from.main.doc('agencias/central'),
      bytes: Buffer.from([0, 255, 7]),
      nada: null,
      mapa: { $raro: 1, lista: [1, { dentro: [true] }] },
      vector: FieldValue.vector([1, 2.5]),
      infinito: Infinity,
    };
    await from.main.doc('agencias/central').set({ nombre: 'Agencia Central' });
    await from.main.doc('programa_viejo/uno').set(odd);
    await from.main.doc('programa_viejo/uno/notas/n1').set({ nota: 'debajo' });
    await from.digitalization.doc('PACKAGES/p1').set({ name: 'Paquete' });
    // Entries of another time than the restore will give them; the last one is not sealed yet.
    const before = new Date(Date.now() - 7_200_000);
    for (const id of ['e1', 'e2']) await from.store.create(`auditoria/${id}`, { action: 'X', user: 'ana', createdAt: before, at: before });
    await sealAudit(from.store, { minimumAgeMs: 0 });
    const entry = { targetPath: 'agencias/central', beforeData: null, newData: {}, action: AUDIT_ACTIONS.recordUpdated };
    await storeAudit(from.store, { id: 'e3', actor: { id: 'ana', name: 'Ana' }, ...entry });
    expect(await from.askAccounts('signUp')).toBe(200);
    const saved = await from.call(backup, '--to', folder);
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('9 documentos, 1 cuenta') as string });
    // Of after the moment.
    await from.main.doc('programa_viejo/dos').set({ tarde: true });

    const into = await firebasePlace('devuelto');
    const { output, code } = await into.call(restore, '--from', folder);
    expect(output).toContain('9 documentos, 1 cuenta');
    expect(output).toContain('Las listas dicen lo mismo que los documentos.');
    expect(output).toContain('La auditoría está íntegra.');
    expect(output).not.toContain('sin contraseña');
    expect(code).toBe(0);
    expect(await into.askAccounts('signInWithPassword')).toBe(200);
    expect(await verifyAudit(into.store)).toMatchObject({ problems: [], unsealed: 0, entries: 3, restored: { entries: 3 } });
    await into.store.update('auditoria/e1', { user: 'beto' });
    await into.store.delete('auditoria/e3');
    await into.store.create('auditoria/e4', { action: 'X', user: 'ana', createdAt: before, at: before });
    const named = (await verifyAudit(into.store)).problems.map(({ kind, path }) => `${kind} ${path}`);
    expect(named.sort()).toEqual(['altered auditoria/e1', 'inserted auditoria/e4', 'missing auditoria/e3']);
    const found = (await into.main.doc('programa_viejo/uno').get()).data() ?? {};
    const { agencia, vector, ...values } = found;
    const { agencia: _agencia, vector: _vector, ...expected } = odd;
    expect(values).toEqual(expected);
    expect((agencia as { path: string }).path).toBe('agencias/central');
    expect((vector as { toArray(): number[] }).toArray()).toEqual([1, 2.5]);
    expect((await into.main.doc('programa_viejo/uno/notas/n1').get()).data()).toEqual({ nota: 'debajo' });
    expect((await into.digitalization.doc('PACKAGES/p1').get()).data()).toEqual({ name: 'Paquete' });
    expect((await into.main.collection('programa_viejo').get()).size).toBe(1);
    expect((await listBackups(folder))[0]?.manifest).toMatchObject({
      kind: 'firebase',
      documents: { main: { 'programa_viejo/*/notas': 1 } },
    });
    expect(await into.call(restore, '--from', folder)).toMatchObject({
      code: 2,
      output: expect.stringContaining('no está vacío') as string,
    });
  }, 300_000);

  it('restores accounts into the other kind of store under their uid, where people choose a new password', async () => {
    const [from, into, firebase] = [await emptyPlace(), await emptyPlace(), await firebasePlace('otra-clase')];
    const before = createTestIdentity(from.sql).identity;
    await before.createAccount({ uid: 'ana', ...ANA });
    await before.createAccount({ uid: 'beto', ...ANA, email: 'beto@prueba.coop' });
    await before.setDisabled('beto', true);
    const accounts = [
      { uid: 'ana', email: ANA.email, disabled: false },
      { uid: 'beto', email: 'beto@prueba.coop', disabled: true },
    ];
    const [embeddedFolder, firebaseFolder] = [await temporaryFolder(), await temporaryFolder()];
    expect(await runCommandHere(backup, ['--to', embeddedFolder], from.environment)).toMatchObject({ code: 0 });
    const toFirebase = await firebase.call(restore, '--from', embeddedFolder);
    expect(toFirebase.output).toContain('2 cuentas volvieron sin contraseña: cada persona pone una con «Olvidé mi contraseña».\n');
    expect(toFirebase.code).toBe(0);
    expect(await firebase.listAccounts()).toEqual(accounts);
    expect(await firebase.askAccounts('signInWithPassword')).toBe(400);
    expect(await firebase.askAccounts('sendOobCode', { requestType: 'PASSWORD_RESET', email: ANA.email })).toBe(200);

    // Of a user of the mobile app who has no e-mail.
    expect(await firebase.askAccounts('signUp', {})).toBe(200);
    expect(await firebase.call(backup, '--to', firebaseFolder)).toMatchObject({ code: 0 });
    const toEmbedded = await runCommandHere(restore, ['--from', firebaseFolder], into.environment);
    expect(toEmbedded.output).toMatch(/2 cuentas\b.*\n {2}1 cuenta no volvió: .*\n {2}2 cuentas volvieron sin contraseña: .*SMTP_URL/);
    expect(toEmbedded.code).toBe(0);
    const { identity, lastToken } = createTestIdentity(into.sql);
    expect([await identity.getAccount('ana'), await identity.getAccount('beto')]).toEqual(accounts);
    expect(await identity.signIn({ ...ANA, userAgent: '' })).toBeNull();
    expect(await identity.requestPasswordReset(ANA.email)).toBe(true);
    await identity.resetPassword({ token: lastToken(ANA.email) ?? '', password: 'Cafetal-y-volcanes-1540' });
    expect(await identity.signIn({ email: ANA.email, password: 'Cafetal-y-volcanes-1540', userAgent: '' })).not.toBeNull();
  }, 300_000);
});
