import { beforeEach, describe, expect, it } from 'vitest';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { clerk } from '../documents/testing/documents-fixture.ts';
import { createPackagesFixture } from '../packages/testing/packages-fixture.ts';
import { createLocalPeople } from './local/local-people.ts';
import { createHandOver, createUsers } from './index.ts';
import { someServices } from '../../testing/some-services.ts';

const fixture = await createPackagesFixture();
const { documents, put, putPerson, sql } = fixture;
const services = someServices({ ...fixture.services, restBackend: createLocalPeople(fixture.services) });
const handOver = createHandOver(services);
const users = createUsers(services);

const admin = testStaff({ id: 'jefa' });
const VIEW = { legal: { pagare: ['view'] } };
const HELD = 104;
/** A line as no program of ours stores it. */
const UNREAD = 'papel7';

const data = async (path: string) => (await documents.digitalization.get(path))?.data ?? {};
const entries = async (action: string) => {
  const { rows } = await sql.query<{ path: string }>(
    `SELECT data ->> 'targetPath' AS path FROM documents.documents WHERE database = 'digitalization' AND collection_group = 'auditoria' AND data ->> 'action' = $1`,
    [action],
  );
  return rows.map(({ path }) => path).sort();
};

beforeEach(async () => {
  await sql.query('TRUNCATE documents.documents, documentos, packages, usuarios CASCADE');
  await put('main', 'usuarios/jefa', { name: 'Jefa', role: 'admin', state: true });
  await putPerson(clerk('recibe', VIEW, { agencyId: 'sur' }));
  await putPerson(clerk('otra', VIEW, { agencyId: 'sur' }));
  await putPerson(clerk('lejos', VIEW, { agencyId: 'norte' }));
  await putPerson(clerk('ciega', { legal: { poder: ['view'] } }, { agencyId: 'sur' }));
  const held = {
    categoryId: 'legal',
    documentId: 'pagare',
    status: 'ASSIGNED',
    userId: 'recibe',
    userAssign: 'recibe',
    agencyId: 'sur',
    agencyFromDoc: 'sur',
  };
  for (let number = 1; number <= HELD; number += 1)
    await documents.digitalization.set(`documentos/d${number}`, { ...held, documentName: `Pagaré ${number}` });
  await documents.digitalization.set('documentos/viaja', { ...held, documentName: 'En camino', inPackage: 'p9' });
  await documents.digitalization.set('documentos/ajeno', { ...held, userId: 'lejos', userAssign: 'lejos' });
  await services.readModel.projectNow('digitalization', [
    ...Array.from({ length: HELD }, (_u, index) => `documentos/d${index + 1}`),
    'documentos/viaja',
    'documentos/ajeno',
  ]);
  const line = {
    document: 'Pagaré',
    digitalizationCategory: { id: 'legal' },
    digitalizationDocument: { id: 'pagare' },
    digitalizationId: '',
  };
  await put('digitalization', 'PACKAGES/borrador', {
    from: 'recibe',
    agencyId: 'norte',
    status: 'ENTERED',
    sended: false,
    detailOfPackage: [line, UNREAD],
  });
  await put('digitalization', 'PACKAGES/llega', {
    from: 'lejos',
    agencyId: 'sur',
    userAssign: 'recibe',
    status: 'SENT',
    sended: true,
    detailOfPackage: [line, UNREAD],
  });
});

describe('handing over a person’s work', () => {
  it('lists what the person holds, which of it stays, and who may take all of it over', async () => {
    const call = { actor: admin, id: 'recibe' };
    expect((await handOver.findHoldings(call)).map(({ text, stays }) => [text, stays])).toEqual([
      ['104 documentos a su cargo', false],
      ['1 documento en paquetes enviados', true],
      ['1 paquete sin enviar', false],
      ['1 paquete por recibir', false],
    ]);
    expect((await handOver.findSuccessors(call)).map(({ id, sameAgency }) => [id, sameAgency]).sort()).toEqual([
      ['jefa', false],
      ['lejos', false],
      ['otra', true],
    ]);
    expect(await handOver.findHoldings({ actor: admin, id: 'nadie' })).toEqual([]);
  });

  it('offers and accepts only people who may change «Paquetes enviados» while there are drafts', async () => {
    const roles = { archivo: ['digitalization-documents', 'packages-received'], mira: ['digitalization-documents', 'packages-sent'] };
    for (const [role, menus] of Object.entries(roles))
      await put('main', `permisos_rol/${role}`, { menus, accionesNegadas: role === 'mira' ? ['packages-sent:change'] : [] });
    await putPerson(clerk('lejos', VIEW, { agencyId: 'norte' }), { role: 'mira' });
    await putPerson(clerk('otra', VIEW, { agencyId: 'sur' }), { role: 'archivo' });
    const offered = async () => (await handOver.findSuccessors({ actor: admin, id: 'recibe' })).map(({ id }) => id).sort();
    expect(await offered()).toEqual(['jefa']);
    await expect(handOver.handOver({ actor: admin, id: 'recibe', userId: 'otra', formToken: 'nueve' })).rejects.toMatchObject({
      fields: {
        userId: ['Persona otra no abre «Paquetes enviados» y no podría seguir con los paquetes sin enviar. Elija a otra persona.'],
      },
    });
    expect(await data('documentos/d1')).toMatchObject({ userId: 'recibe' });
    await put('digitalization', 'PACKAGES/borrador', { ...(await data('PACKAGES/borrador')), from: 'lejos' });
    expect(await offered()).toEqual(['jefa', 'lejos', 'otra']);
  });

  it('transfers everything but documents under way, and audits each record once even when the form is sent twice', async () => {
    const call = { actor: admin, id: 'recibe', userId: 'otra', formToken: 'uno' };
    await handOver.handOver(call);
    await handOver.handOver(call);
    expect(await data('documentos/d1')).toMatchObject({ userId: 'otra', userAssign: 'otra', status: 'ASSIGNED', agencyId: 'sur' });
    expect(await data(`documentos/d${HELD}`)).toMatchObject({ userId: 'otra', userAssign: 'otra' });
    expect(await data('documentos/viaja')).toMatchObject({ userId: 'recibe' });
    expect(await data('documentos/ajeno')).toMatchObject({ userId: 'lejos' });
    expect(await data('PACKAGES/borrador')).toMatchObject({ from: 'otra', status: 'ENTERED' });
    expect(await data('PACKAGES/llega')).toMatchObject({ userAssign: 'otra', status: 'SENT', from: 'lejos' });
    expect(await entries('ARCHIVO DIGITALIZADO ASIGNADO')).toHaveLength(HELD);
    expect(await entries('PAQUETE MODIFICADO')).toEqual(['PACKAGES/borrador', 'PACKAGES/llega']);
    expect((await handOver.findHoldings({ actor: admin, id: 'recibe' })).map(({ id }) => id)).toEqual(['documents-under-way']);
  });

  it('is required before the person is deactivated, which is a conflict otherwise', async () => {
    const refused = users.deactivateUser({ actor: admin, id: 'recibe' });
    await expect(refused).rejects.toMatchObject({ code: 'conflict', details: { reason: 'holds' } });
    expect((await documents.main.get('usuarios/recibe'))?.data['state']).toBe(true);
  });

  it('unassigns a package to be received when the next person is of another agency or may not receive packages', async () => {
    await handOver.handOver({ actor: admin, id: 'recibe', userId: 'lejos', formToken: 'dos' });
    expect(await data('PACKAGES/llega')).toMatchObject({ userAssign: '', agencyId: 'sur' });
    expect(await data('documentos/d1')).toMatchObject({ userId: 'lejos', agencyId: 'norte' });
    await put('main', 'permisos_rol/mira', { menus: ['packages-received'], accionesNegadas: ['packages-received:change'] });
    await putPerson(clerk('otra', VIEW, { agencyId: 'sur' }), { role: 'mira' });
    await put('digitalization', 'PACKAGES/llega', { ...(await data('PACKAGES/llega')), userAssign: 'recibe' });
    await handOver.handOver({ actor: admin, id: 'recibe', userId: 'otra', formToken: 'tres' });
    expect(await data('PACKAGES/llega')).toMatchObject({ userAssign: '' });
  });

  it('skips records that were reassigned meanwhile but whose rows are stale, and transfers the rest', async () => {
    const lejos = { userId: 'lejos', userAssign: 'lejos' };
    await documents.digitalization.update('documentos/d1', lejos);
    await documents.digitalization.update('PACKAGES/borrador', { from: 'lejos' });
    await documents.digitalization.update('PACKAGES/llega', { userAssign: 'lejos' });
    await handOver.handOver({ actor: admin, id: 'recibe', userId: 'otra', formToken: 'cinco' });
    expect(await data('documentos/d1')).toMatchObject(lejos);
    expect(await data('PACKAGES/borrador')).toMatchObject({ from: 'lejos' });
    expect(await data('PACKAGES/llega')).toMatchObject({ userAssign: 'lejos' });
    expect(await entries('ARCHIVO DIGITALIZADO ASIGNADO')).toHaveLength(HELD - 1);
    expect(await entries('PAQUETE MODIFICADO')).toEqual([]);
  });

  it.each([
    ['borrador', { status: 'SENT', sended: true }],
    ['llega', { status: 'ACCEPTED' }],
  ])('is refused as a whole with a conflict when package «%s» has moved on meanwhile but its row is stale', async (id, went) => {
    await documents.digitalization.update(`PACKAGES/${id}`, went);
    const failed = handOver.handOver({ actor: admin, id: 'recibe', userId: 'otra', formToken: 'seis' });
    await expect(failed).rejects.toMatchObject({ code: 'conflict' });
    expect(await entries('PAQUETE MODIFICADO')).toEqual([]);
    expect(await data('documentos/d1')).toMatchObject({ userId: 'recibe' });
  });

  it.each([
    ['nobody', '', 'Elija a quién se entrega.'],
    ['the same person', 'recibe', 'Elija a quién se entrega.'],
    ['somebody who is not there', 'nadie', 'Elija a quién se entrega.'],
    ['somebody who may not see the documents', 'ciega', 'no puede ver documentos del tipo «pagare»'],
  ])('to %s is refused with an error at userId and changes nothing', async (_who, userId, sentence) => {
    const failed = handOver.handOver({ actor: admin, id: 'recibe', userId, formToken: 'tres' });
    await expect(failed).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { userId: [expect.stringContaining(sentence) as string] },
    });
    expect(await data('documentos/d1')).toMatchObject({ userId: 'recibe' });
    expect(await data('PACKAGES/borrador')).toMatchObject({ from: 'recibe' });
    expect(await entries('ARCHIVO DIGITALIZADO ASIGNADO')).toEqual([]);
  });

  it('is refused as a whole when one package or the last document has a type the next person may not see', async () => {
    const papers = {
      categoryId: 'legal',
      documentId: 'poder',
      digitalizationCategory: { id: 'legal' },
      digitalizationDocument: { id: 'poder' },
    };
    const call = { actor: admin, id: 'recibe', userId: 'otra', formToken: 'ocho' };
    const sentence = 'no puede ver documentos del tipo «poder»';
    const isWhole = async () => {
      await expect(handOver.handOver(call)).rejects.toMatchObject({ fields: { userId: [expect.stringContaining(sentence) as string] } });
      expect(await data('documentos/d1')).toMatchObject({ userId: 'recibe' });
      expect(await data('PACKAGES/borrador')).toMatchObject({ from: 'recibe' });
      expect(await entries('ARCHIVO DIGITALIZADO ASIGNADO')).toEqual([]);
      expect(await entries('PAQUETE MODIFICADO')).toEqual([]);
    };
    await documents.digitalization.update('PACKAGES/llega', { detailOfPackage: [papers] });
    await isWhole();
    await documents.digitalization.update('PACKAGES/llega', { detailOfPackage: [] });
    await documents.digitalization.update(`documentos/d${HELD}`, papers);
    await isWhole();
  });

  it('is forbidden without the menu «Usuarios» and for an actor who may not deactivate the person', async () => {
    const call = { id: 'recibe', userId: 'otra', formToken: 'cuatro' };
    const nobody = testStaff({ id: 'x' }, ['home']);
    await expect(handOver.handOver({ ...call, actor: nobody })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(handOver.findHoldings({ actor: nobody, id: 'recibe' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(handOver.findSuccessors({ actor: nobody, id: 'recibe' })).rejects.toMatchObject({ code: 'forbidden' });
    // Whose documents they may not see themselves.
    await expect(handOver.handOver({ ...call, actor: testEditor({ id: 'personal' }) })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await data('documentos/d1')).toMatchObject({ userId: 'recibe' });
  });

  it.each([
    ['users:change', 'Sistema › Usuarios'],
    ['digitalization-documents:change', 'Digitalización › Digitalizar documentos'],
    ['packages-sent:change', 'Digitalización › Paquetes enviados'],
    ['packages-received:change', 'Digitalización › Paquetes recibidos'],
  ] as const)('is refused as a whole to a role without %s, and the holdings say why', async (withheld, screen) => {
    const actor = testStaff({ id: 'jefa', withheld: new Set([withheld]) });
    const userMessage = `Su rol no permite cambiar en «${screen}». Puede otorgarlo un Administrador.`;
    const failed = handOver.handOver({ actor, id: 'recibe', userId: 'otra', formToken: 'seis' });
    await expect(failed).rejects.toMatchObject({ code: 'forbidden', userMessage });
    expect((await handOver.findHoldings({ actor, id: 'recibe' })).map(({ whyNot }) => whyNot)).toContain(userMessage);
    expect(await entries('ARCHIVO DIGITALIZADO ASIGNADO')).toEqual([]);
    expect(await entries('PAQUETE MODIFICADO')).toEqual([]);
  });

  it('needs no permission for kinds of work the person does not hold', async () => {
    const actor = testStaff({ id: 'jefa', withheld: new Set(['quotes:change']) });
    await handOver.handOver({ actor, id: 'recibe', userId: 'otra', formToken: 'siete' });
    expect(await data('PACKAGES/llega')).toMatchObject({ userAssign: 'otra' });
  });
});
