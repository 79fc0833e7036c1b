import { formatDateTime } from '../../domain/dates.ts';
import type { Services } from '../../services.ts';
import { describeDevice } from './sessions.ts';
import { limitsOf } from './sign-in-limits.ts';
import { tellPerson } from '../../staff/tell-person.ts';

/**
 * An e-mail to whose account was signed in to on a device that it did not know, a few a day: who signs in without keeping cookies is always
 * new. Nobody waits for it, and it never rejects.
 */
export async function tellNewDevice(
  services: Services,
  { name, email, userAgent }: { name: string; email: string; userAgent: string },
): Promise<void> {
  if (!services.mail.canSend) return;
  try {
    await limitsOf(services).newDeviceMails.consume(email);
  } catch (error) {
    return services.log.warn({ err: error }, 'e-mail of a new device not sent');
  }
  await tellPerson(services, {
    to: { name, address: email },
    subject: 'Inicio de sesión en un dispositivo nuevo',
    lines: [
      `El ${formatDateTime(new Date().toISOString())} se inició sesión con su cuenta en un dispositivo nuevo: ${describeDevice(userAgent)}.`,
      'Si fue usted, no tiene que hacer nada. Si no, cambie su contraseña ahora y avise a un Administrador: al cambiarla se cierran todas sus sesiones.',
    ],
    path: '/account',
    label: 'Abrir «Mi cuenta»',
  });
}
