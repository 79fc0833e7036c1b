import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStaff } from '../../catalogs/testing/catalog-house.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator, type FirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { saveSettingsDocument } from './save-document.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());

describe.skipIf(!found)('settings documents on Firestore', () => {
  let emulator: FirestoreEmulator;
  let store: DocumentStore;
  beforeAll(async () => {
    emulator = await startFirestoreEmulator();
    store = createFirestoreDocumentStore({
      project: { projectId: 'demo-settings', clientEmail: undefined, privateKey: undefined },
      database: 'digitalization',
      emulatorHost: emulator.host,
    });
  });
  afterAll(async () => {
    await store?.close();
    await emulator?.stop();
  });
  const path = 'constantes/docStates';
  const save = (ifVersion: string, value: string, id = 'ana') =>
    saveSettingsDocument({
      store,
      path,
      actor: testStaff({ id }),
      action: AUDIT_ACTIONS.constantsUpdated,
      ifVersion,
      wanted: { items: [{ id: 'INDEXED', value }] },
    });
  const version = async () => String((await store.get(path))?.version);

  it('are created, changed with an audit entry, left alone when nothing changes, and never overwritten unseen', async () => {
    await save('', 'Indexado');
    const first = await version();
    await save('', 'Indexado');
    expect(await version()).toBe(first);
    await save(first, 'Con índice');
    expect((await store.get(path))?.data).toMatchObject({ isActive: true, items: [{ id: 'INDEXED', value: 'Con índice' }] });
    await expect(save(first, 'Otro', 'luis')).rejects.toMatchObject({
      code: 'conflict',
      details: { version: await version() },
      userMessage: expect.stringContaining('Ana Pérez guardó otros cambios'),
    });
    expect(await store.query({ collection: 'auditoria' })).toHaveLength(2);
  });
});
