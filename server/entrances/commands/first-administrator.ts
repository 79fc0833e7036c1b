import { createFirstAdministrator } from '../../features/people/first-administrator.ts';
import { createCommand, DATABASE_USAGE } from './run-command.ts';
import { withPortal } from './with-portal.ts';

const USAGE = `npm run first-administrator -- --email ana@cooperativa.gt --name "Ana Pérez"

  Crea a la primera persona de un portal que nadie puede administrar y muestra una vez el enlace para elegir su contraseña.
  Sin servidor de correo, da también un enlace nuevo a un Administrador que no puede entrar.

${DATABASE_USAGE}`;

/** `npm run first-administrator`. */
export const firstAdministrator = createCommand(
  { usage: USAGE, options: { email: { type: 'string' }, name: { type: 'string' } }, needed: ['email', 'name'] },
  async ({ values, environment }) =>
    withPortal('first-administrator', environment, async (portal) => {
      const { email, isNew, link } = await createFirstAdministrator(portal, values);
      console.log(`${isNew ? 'Administrador creado' : 'Ya es Administrador'}: ${email}`);
      console.log(`Elija su contraseña en este enlace, que sirve una vez y vence en ${link.validHours} horas: ${link.href}`);
      return 0;
    }),
);
