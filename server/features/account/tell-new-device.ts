import { randomUUID } from 'node:crypto';
import { formatDateTime } from '../../domain/dates.ts';
import { renderMail } from '../../ports/mail/render-mail.ts';
import type { Services } from '../../services.ts';
import { nameByEmail } from '../../staff/name-by-email.ts';
import { describeDevice } from './sessions.ts';
import { limitsOf } from './sign-in-limits.ts';

/**
 * An e-mail to whose account was signed in to on a device that it did not know, a few a day: who signs in without keeping cookies is always
 * new. Nobody waits for it, and it never rejects.
 */
export async function tellNewDevice(services: Services, { email, userAgent }: { email: string; userAgent: string }): Promise<void> {
  const { config, liveSettings, log, mail, sql } = services;
  if (!mail.canSend) return;
  try {
    await limitsOf(services).newDeviceMails.consume(email);
    await mail.send(
      {
        to: { name: await nameByEmail(sql, email), address: email },
        ...renderMail({
          subject: 'Inicio de sesión en un dispositivo nuevo',
          lines: [
            `El ${formatDateTime(new Date().toISOString())} se inició sesión con su cuenta en un dispositivo nuevo: ${describeDevice(userAgent)}.`,
            'Si fue usted, no tiene que hacer nada. Si no, cambie su contraseña ahora y avise a un Administrador: al cambiarla se cierran todas sus sesiones.',
          ],
          link: new URL('/account', config.web.publicUrl).href,
          label: 'Abrir «Mi cuenta»',
          cooperativeName: liveSettings.current().cooperativeName,
        }),
        messageId: `<${randomUUID()}@${config.web.publicUrl.hostname}>`,
        attachments: [],
      },
      () => Promise.resolve(),
    );
  } catch (error) {
    log.warn({ err: error }, 'e-mail of a new device not sent');
  }
}
