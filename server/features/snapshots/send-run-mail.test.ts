import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveRelativeDays } from './domain/relative-days.ts';
import { startOfDay } from '../../domain/dates.ts';
import type { Services } from '../../services.ts';
import { startStalled } from '../../testing/start-stalled.ts';
import { readMails } from './outbox.ts';
import { sendRunMail, settleUncertain } from './send-run-mail.ts';
import { createSnapshotsFixture, scheduleInput, type ScheduleChanges } from './testing/snapshots-fixture.ts';

const fixture = await createSnapshotsFixture();
const { smtp, services } = fixture;
const AT_ONCE = { retryAfterMs: [0, 0] };

beforeAll(async () => {
  await fixture.putPerson('admin', 'admin');
  await fixture.download('e1', 'admin', startOfDay(resolveRelativeDays('mes_anterior', new Date()).from));
  await fixture.setFresh(new Date('2099-01-01T00:00:00Z'));
});

/** A run that is ready, with a mail to the administrator that waits. */
async function makeRun(changes: ScheduleChanges = {}): Promise<{ runId: string; userId: string }> {
  const actor = await fixture.staff('admin');
  smtp.mails.splice(0);
  smtp.mood = 'takes';
  const given = scheduleInput({ recipients: ['admin'], ...changes });
  const { id } = await fixture.snapshots.createSchedule({ actor, given, formToken: crypto.randomUUID() });
  const run = await fixture.snapshots.runScheduleNow({ actor, id, formToken: crypto.randomUUID() });
  expect((await fixture.perform(run.id)).status).toBe('lista');
  return { runId: run.id, userId: 'admin' };
}

const stateOf = async (runId: string) => (await readMails(services.sql, runId))[0]?.state;
const expireLease = (runId: string) =>
  services.sql.query(`UPDATE snapshot_mails SET lease_until = now() - interval '1 second' WHERE run_id = $1`, [runId]);
const makeDue = (runId: string) => services.sql.query('UPDATE snapshot_mails SET next_at = now() WHERE run_id = $1', [runId]);

/** Starts sending in a worker that stalls before it connects. */
const startSendingStalled = (mail: Parameters<typeof sendRunMail>[1]) =>
  startStalled((before) => sendRunMail(workerWith({ before }), mail));

/** A worker to which something happens right before it connects to the mail server, or right after the server accepted the message. */
const workerWith = (happens: { before?: () => Promise<void>; after?: () => Promise<void> }): Services => ({
  ...services,
  mail: {
    ...services.mail,
    async send(...given) {
      await happens.before?.();
      await services.mail.send(...given);
      await happens.after?.();
    },
  },
});

describe('the e-mail of a run', () => {
  it('tells the time of the data and the number of rows, links to the run, and is sent once', async () => {
    const mail = await makeRun();
    await Promise.all([sendRunMail(services, mail), sendRunMail(services, mail)]);
    await sendRunMail(services, mail);
    expect(smtp.mails).toHaveLength(1);
    const [{ source = '', messageId = '' } = {}] = smtp.mails;
    const plain = source.replace(/=\r\n/g, '');
    expect(plain).toContain(`https://portal.demo.coop/reports/runs/${mail.runId}`);
    expect(plain).toContain('1 fila');
    expect(plain).toContain('Datos al 31/12/2098 18:00:00');
    expect(messageId).toMatch(/^<[A-Za-z0-9]{20}@portal\.demo\.coop>$/);
    expect(source).not.toContain('filename');
    expect(await stateOf(mail.runId)).toBe('sent');
  });

  it('attaches the files when the schedule says so', async () => {
    const mail = await makeRun({ delivery: 'adjunto', title: 'Descargas de cada mañana' });
    await sendRunMail(services, mail);
    const source = smtp.mails[0]?.source ?? '';
    expect(source.match(/filename=descargas-de-cada-manana-\d{8}-\d{6}\.(csv|xlsx)/g)).toHaveLength(2);
    expect(source).toContain('Los archivos van adjuntos.');
  });

  it('has in the workbook of «Seguridad» the same numbers as the page of the run', async () => {
    const days = resolveRelativeDays('mes_anterior', new Date());
    for (const [id, action, day] of [
      ['in-1', 'SESIÓN INICIADA', days.from],
      ['in-2', 'SESIÓN INICIADA', days.to],
      ['out-1', 'ENTRADAS RECHAZADAS', days.to],
      ['changed', 'REGISTRO MODIFICADO', days.to],
    ] as const)
      await fixture.put(`auditoria/${id}`, { user: 'admin', action, targetPath: 'usuarios/admin', at: startOfDay(day), newData: {} });
    const { runId } = await makeRun({ reportId: 'security', delivery: 'adjunto' });
    const actor = await fixture.staff('admin');
    const { table } = await fixture.snapshots.getRun({ actor, id: runId });
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      ['Sesión iniciada', 2, 2 / 3, 'SESIÓN INICIADA'],
      ['Entradas rechazadas', 1, 1 / 3, 'ENTRADAS RECHAZADAS'],
    ]);
    const file = await fixture.snapshots.openSnapshot({ actor, id: runId, format: 'xlsx' });
    const sheets = Object.entries(unzipSync(await buffer(await file.open()))).filter(([name]) => name.startsWith('xl/worksheets/'));
    const values = sheets.flatMap(([, bytes]) => strFromU8(bytes).match(/<v>[^<]*<\/v>/g) ?? []);
    const at = values.indexOf('<v>% del total</v>');
    expect(values.slice(at + 1, at + 9).map((value) => value.slice(3, -4))).toEqual([
      'Sesión iniciada',
      '2',
      String(2 / 3),
      'Entradas rechazadas',
      '1',
      String(1 / 3),
      'Total',
      '3',
    ]);
    await sendRunMail(services, { runId, userId: 'admin' });
    expect(smtp.mails[0]?.source).toContain('filename=descargas-de-cada-manana');
  });

  it('is marked as failed after three refused attempts, and the run stays ready', async () => {
    const mail = await makeRun();
    smtp.mood = 'refuses';
    for (let attempt = 0; attempt < 5; attempt += 1) await sendRunMail(services, { ...mail, ...AT_ONCE });
    expect(await stateOf(mail.runId)).toBe('failed');
    expect(await fixture.readRun(mail.runId)).toMatchObject({
      status: 'lista',
      notSentTo: [{ userId: 'admin', reason: 'El servidor de correo no lo aceptó, en 3 intentos.' }],
    });
    expect(smtp.mails).toEqual([]);
  });

  it('names the address as the reason when the server permanently rejects it', async () => {
    const mail = await makeRun();
    smtp.mood = 'knows nobody';
    for (let attempt = 0; attempt < 3; attempt += 1) await sendRunMail(services, { ...mail, ...AT_ONCE });
    const reason = 'El servidor de correo rechazó su dirección, en 3 intentos. Revise que esté bien escrita en Usuarios.';
    expect(await fixture.readRun(mail.runId)).toMatchObject({ status: 'lista', notSentTo: [{ userId: 'admin', reason }] });
  });

  it('waits more than 20 seconds after a refusal, and is sent once the server is back', async () => {
    const mail = await makeRun();
    smtp.mood = 'refuses';
    await sendRunMail(services, mail);
    const { rows } = await services.sql.query<{ wait: number }>(
      `SELECT extract(epoch FROM next_at - now())::float8 AS wait FROM snapshot_mails WHERE run_id = $1`,
      [mail.runId],
    );
    expect(rows[0]?.wait).toBeGreaterThan(20);
    await makeDue(mail.runId);
    smtp.mood = 'takes';
    await sendRunMail(services, mail);
    expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([1, 'sent']);
    expect((await fixture.readRun(mail.runId)).notSentTo).toEqual([]);
  });

  it('stays waiting when the server does not answer', { timeout: 30_000 }, async () => {
    const mail = await makeRun();
    smtp.mood = 'hangs';
    await sendRunMail(services, mail);
    expect(await stateOf(mail.runId)).toBe('waiting');
  });

  it('is not sent again when the server may have accepted it', { timeout: 30_000 }, async () => {
    const mail = await makeRun();
    smtp.mood = 'swallows';
    await sendRunMail(services, mail);
    expect(smtp.mails).toHaveLength(1);
    expect(await stateOf(mail.runId)).toBe('unknown');
    expect((await fixture.readRun(mail.runId)).notSentTo).toMatchObject([{ userId: 'admin' }]);
    smtp.mood = 'takes';
    await sendRunMail(services, mail);
    expect(smtp.mails).toHaveLength(1);
  });

  it('is marked as uncertain when its process ended while handing it over', async () => {
    const mail = await makeRun();
    await services.sql.query(`UPDATE snapshot_mails SET state = 'handing' WHERE run_id = $1`, [mail.runId]);
    await expireLease(mail.runId);
    await settleUncertain(services);
    await sendRunMail(services, mail);
    expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([0, 'unknown']);
    expect((await fixture.readRun(mail.runId)).notSentTo[0]?.reason).toContain('No se sabe');
  });

  it.each([
    ['the first attempt', [0]],
    ['the last attempt', []],
  ])('is not sent again when the server accepted %s and recording that fails', async (_which, retryAfterMs) => {
    const mail = await makeRun();
    await services.sql.query(`ALTER TABLE snapshot_mails ADD CONSTRAINT nothing_sent CHECK (state <> 'sent') NOT VALID`);
    await sendRunMail(services, { ...mail, retryAfterMs }).catch(() => undefined);
    await services.sql.query('ALTER TABLE snapshot_mails DROP CONSTRAINT nothing_sent');
    expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([1, 'handing']);
    await expireLease(mail.runId);
    await settleUncertain(services);
    await sendRunMail(services, mail);
    expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([1, 'unknown']);
  });

  it.each([
    ['before', [0, 0]],
    ['before', []],
    ['after', [0, 0]],
    ['after', []],
  ] as const)(
    'is sent once when a stalled worker goes on %s another that leased it has sent it, delays %j',
    async (moment, retryAfterMs) => {
      const mail = await makeRun();
      const wake = await startSendingStalled({ ...mail, retryAfterMs });
      await expireLease(mail.runId);
      await sendRunMail(workerWith(moment === 'before' ? { before: wake } : {}), { ...mail, retryAfterMs });
      await wake();
      await makeDue(mail.runId);
      await sendRunMail(services, mail);
      expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([1, 'sent']);
      expect((await fixture.readRun(mail.runId)).notSentTo).toEqual([]);
    },
  );

  it('stays uncertain when its slow sender hears of the acceptance only after it was settled', async () => {
    const mail = await makeRun();
    const after = async () => {
      await expireLease(mail.runId);
      await settleUncertain(services);
    };
    await sendRunMail(workerWith({ after }), mail);
    expect([smtp.mails.length, await stateOf(mail.runId)]).toEqual([1, 'unknown']);
    expect((await fixture.readRun(mail.runId)).notSentTo).toMatchObject([{ userId: 'admin' }]);
  });
});
