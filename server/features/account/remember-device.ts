import { formatDateTime } from '../../domain/dates.ts';
import { normalizeEmail } from '../../ports/identity/email.ts';
import type { Services } from '../../services.ts';
import { describeDevice } from './sessions.ts';
import { limitsOf } from './sign-in-limits.ts';
import { notifyPerson } from '../../staff/notify-person.ts';

interface Arrival {
  uid: string;
  name: string;
  email: string;
  userAgent: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
  /** A second factor was given on it. */
  withFactor?: boolean;
}

/** Makes the device known to whoever signed in on it, and e-mails them if it is new. @returns its cookie */
export async function rememberDevice(
  services: Services,
  { uid, name, userAgent, device, withFactor = false, ...of }: Arrival,
): Promise<string> {
  const email = normalizeEmail(of.email);
  const { devices } = services;
  const { cookie, isNew } = await devices.remember({ uid, email }, devices.read(device), { withFactor });
  if (isNew) void mailNewDevice(services, { name, email, userAgent });
  return cookie;
}

/**
 * E-mails the owner of an account about a sign-in on a device unknown to it. At most a few a day: a browser that keeps no cookies is always
 * new. Nobody waits for it, and it never rejects.
 */
async function mailNewDevice(services: Services, { name, email, userAgent }: Pick<Arrival, 'email' | 'name' | 'userAgent'>): Promise<void> {
  if (!services.mail.canSend) return;
  try {
    await limitsOf(services).newDeviceMails.consume(email);
  } catch (error) {
    return services.log.warn({ err: error }, 'e-mail of a new device not sent');
  }
  await notifyPerson(services, {
    to: { name, address: email },
    subject: 'Inicio de sesión en un equipo nuevo',
    lines: [
      `El ${formatDateTime(new Date().toISOString())} se inició sesión con su cuenta en un equipo nuevo: ${describeDevice(userAgent)}.`,
      'Si fue usted, no tiene que hacer nada. Si no, cambie su contraseña ahora y avise a un Administrador: al cambiarla se cierran todas sus sesiones.',
    ],
    path: '/account',
    label: 'Abrir «Mi cuenta»',
  });
}
