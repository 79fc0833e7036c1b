import { resetFactorsByCommand } from '../../features/account/reset-factors.ts';
import { createCommand, DATABASE_USAGE } from './run-command.ts';
import { withPortal } from './with-portal.ts';

const USAGE = `npm run reset-factors -- --email ana@cooperativa.gt

  Quita el segundo factor de una persona y cierra sus sesiones, cuando nadie puede hacerlo en el portal.

${DATABASE_USAGE}`;

/** `npm run reset-factors`. */
export const resetFactors = createCommand(
  { usage: USAGE, options: { email: { type: 'string' } }, needed: ['email'] },
  async ({ values: { email }, environment }) =>
    withPortal('reset-factors', environment, async (portal) => {
      const { mailed } = await resetFactorsByCommand(portal, { email });
      console.log(`Se quitaron las formas de confirmar de ${email} y se cerraron sus sesiones.`);
      console.log(mailed ? 'Se le avisó por correo.' : 'No salió ningún correo: avísele usted.');
      return 0;
    }),
);
