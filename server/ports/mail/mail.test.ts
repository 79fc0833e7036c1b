import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMail, renderPasswordReset, type MailMessage } from './mail.ts';
import { createReadableLog } from '../../testing/embedded-identity.ts';

const LINK = 'https://portal.demo.coop/reset-password?token=ficha-secreta';
const message = { to: 'ana@demo.coop', link: LINK, validMinutes: 60 };
const NAME = 'Cooperativa Ñandú & Hijos';
const cooperativeName = () => NAME;

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
  server?.close();
});

/** Speaks enough SMTP to take one message; `rcpt` is the answer to the recipient. `silentAt`: a command that it never answers. */
async function startSmtp(rcpt = '250 ok', silentAt = 'NEVER'): Promise<{ url: string; received: () => string }> {
  let received = '';
  const started = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    socket.write('220 demo ESMTP\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (inData) {
        if (!received.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 queued\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line.startsWith(silentAt)) return;
        if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT')) socket.write(`${rcpt}\r\n`);
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${(started.address() as AddressInfo).port}`, received: () => received };
}

describe('over SMTP', () => {
  it('sends text and HTML to the one recipient from the configured address', async () => {
    const smtp = await startSmtp();
    const { log, text } = createReadableLog();
    const mail = createMail({
      config: { mail: { smtpUrl: smtp.url, from: 'portal@demo.coop' } },
      cooperativeName,
      log,
    });
    await mail.sendPasswordReset(message);
    await mail.close();
    const sent = smtp.received();
    expect(sent.match(/^RCPT TO:.*$/gm)?.map((line) => line.trim())).toEqual(['RCPT TO:<ana@demo.coop>']);
    expect(sent).toContain('MAIL FROM:<portal@demo.coop>');
    expect(sent).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(sent).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(sent).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
    expect(text()).not.toContain('ficha-secreta');
  });

  it('does not let one address turn into two recipients', async () => {
    const smtp = await startSmtp();
    const mail = createMail({
      config: { mail: { smtpUrl: smtp.url, from: 'portal@demo.coop' } },
      cooperativeName,
      log: createReadableLog().log,
    });
    await mail.sendPasswordReset({ ...message, to: 'ana@demo.coop, otra@demo.coop' }).catch(() => undefined);
    expect(smtp.received()).not.toContain('<otra@demo.coop>');
    await mail.close();
  });

  it('rejects when the server refuses the recipient or cannot be reached', async () => {
    const smtp = await startSmtp('550 no such person');
    const config = { mail: { smtpUrl: smtp.url, from: 'portal@demo.coop' } };
    const { log } = createReadableLog();
    expect(await createMail({ config, cooperativeName, log }).answers()).toBe(true);
    await expect(createMail({ config, cooperativeName, log }).sendPasswordReset(message)).rejects.toThrow('550');
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server?.close(resolve));
    await expect(createMail({ config, cooperativeName, log }).sendPasswordReset(message)).rejects.toThrow('ECONNREFUSED');
    expect(await createMail({ config, cooperativeName, log }).answers()).toBe(false);
  });

  it('sends nothing to a server without TLS when the URL requires it', async () => {
    const smtp = await startSmtp();
    const config = { mail: { smtpUrl: `${smtp.url}?requireTLS=true`, from: 'portal@demo.coop' } };
    const mail = createMail({ config, cooperativeName, log: createReadableLog().log });
    await expect(mail.sendPasswordReset(message)).rejects.toThrow();
    await mail.close();
    expect(smtp.received()).not.toContain('ficha-secreta');
  });

  it.each(['MAIL', 'RCPT', 'DATA'])(
    'reports the message as not accepted when the server hangs at %s, and closes the attachments',
    async (silentAt) => {
      const smtp = await startSmtp('250 ok', silentAt);
      const { log } = createReadableLog();
      const mail = createMail({
        config: { mail: { smtpUrl: `${smtp.url}?socketTimeout=300`, from: 'portal@demo.coop' } },
        cooperativeName,
        log,
      });
      const content = Readable.from(['a;b']);
      const report: MailMessage = {
        to: { name: 'Ana', address: message.to },
        subject: 'Reporte',
        text: 'Listo',
        html: '<p>Listo</p>',
        messageId: '<uno@demo.coop>',
        attachments: [{ filename: 'reporte.csv', contentType: 'text/csv', content }],
      };
      const ended = vi.fn(() => Promise.resolve());
      await expect(mail.send(report, ended)).rejects.toMatchObject({ name: 'MailNotSent', why: { kept: false, rejectsAddress: false } });
      expect(ended).not.toHaveBeenCalled();
      expect(content.destroyed).toBe(true);
      await mail.close();
    },
  );

  it('waits on close for a message being sent', async () => {
    const smtp = await startSmtp();
    const mail = createMail({
      config: { mail: { smtpUrl: smtp.url, from: 'portal@demo.coop' } },
      cooperativeName,
      log: createReadableLog().log,
    });
    const sent = mail.sendPasswordReset(message);
    await mail.close();
    expect(smtp.received()).toContain('\r\n.\r\n');
    await sent;
  });
});

it('without SMTP it rejects and reports that it cannot send', async () => {
  const { log, text } = createReadableLog();
  const mail = createMail({ config: { mail: null }, cooperativeName, log });
  await expect(mail.sendPasswordReset(message)).rejects.toThrow('SMTP_URL is not set');
  expect([mail.canSend, await mail.answers()]).toEqual([false, false]);
  expect(text()).not.toContain('ficha-secreta');
});

describe('the reset message', () => {
  it('says in Spanish what to do, how long the link works, and to ignore an unrequested mail', () => {
    const { subject, text } = renderPasswordReset(message, NAME);
    expect(subject).toBe('Restablezca su contraseña – Cooperativa Ñandú & Hijos');
    for (const part of [LINK, 'una sola vez', '60 minutos', 'ignore este correo', NAME]) expect(text).toContain(part);
  });

  it('escapes what is variable in the HTML', () => {
    const link = `https://portal.demo.coop/reset-password?token="><img src=x onerror=alert('1')>&a=1`;
    const { html } = renderPasswordReset({ ...message, link }, '<script>Coop</script>');
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;Coop&lt;/script&gt;');
    expect(html).toContain('token=&quot;&gt;&lt;img src=x onerror=alert(&#39;1&#39;)&gt;&amp;a=1');
  });
});
