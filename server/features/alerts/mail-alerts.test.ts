import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { MailNotSent } from '../../ports/mail/mail.ts';
import { REGISTRIES } from '../../registries.ts';
import type { Services } from '../../services.ts';
import { someServices } from '../../testing/some-services.ts';
import { startStalled } from '../../testing/start-stalled.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { mailAlerts } from './mail-alerts.ts';

const stores = await createStoresFixture();
const { sql } = stores.services;

/** Subjects of the e-mails that the mail server accepted. */
const sent: string[] = [];
/** What happens whenever the record of an alert is opened. */
let opening: () => Promise<void>;

/** A worker to which something happens before it sends; `refuses`: the server refuses the message at its end. */
const workerWith = (happens: { before?: () => Promise<void>; refuses?: boolean } = {}): Services =>
  someServices({
    ...stores.services,
    log: createLog({ level: 'silent', process: 'test' }),
    config: { web: { port: 0, host: '127.0.0.1', publicUrl: new URL('https://portal.demo.coop'), trustProxy: 0 } },
    mail: {
      canSend: true,
      async send({ subject }, beforeEnd) {
        await happens.before?.();
        const why = { kept: false, rejectsAddress: false };
        await beforeEnd().catch((error: unknown) => Promise.reject(new MailNotSent(why, error)));
        if (happens.refuses) throw new MailNotSent(why, new Error('552 too much'));
        sent.push(subject);
      },
    },
    registries: {
      records: {
        ...REGISTRIES.records,
        cosas: {
          noun: { singular: 'cosa', plural: 'cosas', gender: 'f' },
          async open(_services, { id }) {
            await opening();
            return { href: `/cosas/${id}`, name: `la cosa ${id}` };
          },
        },
      },
    },
  });

const work = (worker = workerWith()) => mailAlerts(worker, new AbortController().signal);
/** Until leases have ended and retries are due. */
const letTimePass = () => sql.query('UPDATE alerts SET mail_at = now() WHERE mail_at IS NOT NULL');
const putAlerts = (count: number) =>
  sql.query(
    `INSERT INTO alerts (id, user_id, kind, actor, path, name, at, mail_at)
     SELECT 'aviso-' || n, 'rita', 'assigned', 'Delia', 'cosas/' || n, 'la cosa ' || n, now(), now() FROM generate_series(1, $1) n`,
    [count],
  );

/** Starts sending in a worker that stalls before it connects. */
const startSendingStalled = () => startStalled((before) => work(workerWith({ before })));

beforeAll(() => stores.put('main', 'usuarios/rita', { name: 'Rita', email: 'rita@demo.coop', role: 'admin', state: true }));

beforeEach(async () => {
  sent.splice(0);
  opening = () => Promise.resolve();
  await sql.query('DELETE FROM alerts');
});

describe('the e-mail of alerts', () => {
  it.each(['before', 'after'])('is sent once when a stalled worker goes on %s another that leased them has sent it', async (moment) => {
    await putAlerts(2);
    const wake = await startSendingStalled();
    await letTimePass();
    await work(workerWith(moment === 'before' ? { before: wake } : {}));
    await wake();
    await letTimePass();
    await work();
    expect(sent).toEqual(['2 avisos del portal – Cooperativa de prueba']);
  });

  it('is sent again when the server refuses it at its end', async () => {
    await putAlerts(1);
    await work(workerWith({ refuses: true }));
    expect(sent).toEqual([]);
    await letTimePass();
    await work();
    await letTimePass();
    await work();
    expect(sent).toEqual(['Delia le asignó la cosa 1 – Cooperativa de prueba']);
  });

  it('is sent to everybody else when the records of one person cannot be read', async () => {
    await stores.put('main', 'usuarios/otto', { name: 'Otto', email: 'otto@demo.coop', role: 'admin', state: true });
    await putAlerts(2);
    await sql.query(`UPDATE alerts SET user_id = 'otto' WHERE id = 'aviso-2'`);
    let opened = 0;
    opening = () => (opened++ === 0 ? Promise.reject(new Error('the store does not answer')) : Promise.resolve());
    await expect(work()).rejects.toThrow('the store does not answer');
    expect(sent).toHaveLength(1);
    await letTimePass();
    await work();
    expect(sent).toHaveLength(2);
  });

  it('leaves alerts of a kind that only another version knows to that version', async () => {
    await putAlerts(1);
    await sql.query(`UPDATE alerts SET kind = 'future'`);
    await work();
    expect((await sql.query('SELECT mail_attempts FROM alerts WHERE mail_at <= now()')).rows).toEqual([{ mail_attempts: 0 }]);
  });

  it('stays leased while many records are opened, and until it is sent', async () => {
    const OPENED = 150;
    await putAlerts(OPENED);
    const almostEndLease = () => sql.query(`UPDATE alerts SET mail_at = now() + interval '1 second'`);
    const left: number[] = [];
    const measureLease = async () => {
      const { rows } = await sql.query<{ seconds: number }>(
        'SELECT extract(epoch FROM min(mail_at) - now())::float8 AS seconds FROM alerts',
      );
      left.push(rows[0]?.seconds ?? 0);
    };
    let opened = 0;
    opening = async () => {
      opened += 1;
      if (opened === OPENED) await measureLease();
      if (opened === 1 || opened === OPENED) await almostEndLease();
    };
    await work(workerWith({ before: measureLease }));
    expect(left.map((seconds) => seconds > 60)).toEqual([true, true]);
    expect(sent).toEqual(['150 avisos del portal – Cooperativa de prueba']);
  });
});
