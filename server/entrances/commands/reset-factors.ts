import { parseArgs } from 'node:util';
import { AppError } from '../../domain/errors.ts';
import { resetFactorsByCommand } from '../../features/account/reset-factors.ts';
import { createCommand, DATABASE_USAGE, runCommand } from './run-command.ts';
import { withPortal } from './with-portal.ts';

const USAGE = `npm run reset-factors -- --email ana@cooperativa.gt\n${DATABASE_USAGE}`;

/** `npm run reset-factors`: removes the second factors of a person when nobody in the portal can do it. */
const resetFactors = createCommand(USAGE, async (args, environment) => {
  const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
  const { email } = values;
  if (email === undefined) {
    console.error(USAGE);
    return 2;
  }
  return withPortal('reset-factors', environment, async (portal) => {
    try {
      const { mailed } = await resetFactorsByCommand(portal, { email });
      console.log(`Se quitaron las formas de confirmar de ${email} y se cerraron sus sesiones.`);
      console.log(mailed ? 'Se le avisó por correo.' : 'No salió ningún correo: avísele usted.');
      return 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      console.error(error.userMessage);
      return 1;
    }
  });
});

await runCommand(resetFactors);
