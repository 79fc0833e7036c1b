import { ConfigError, findMisspelt, findProblems } from '../../config/config.ts';
import { loadMapping } from '../../mapping.ts';
import { createCommand } from './run-command.ts';

const USAGE = `npm run check-configuration

  Dice qué variables faltan, están mal, no deben correr o parecen mal escritas, sin arrancar, escribir ni conectarse a nada. Código 1: hay alguna.`;

/** `npm run check-configuration`: reports what web and worker would find wrong with their environment, or only warn about. */
export const checkConfiguration = createCommand({ usage: USAGE }, async ({ environment }) => {
  const problems = findProblems(environment);
  await loadMapping(environment['MAPPING_FILE'] || null, () => import('../../registries.ts')).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  });
  for (const { name, meant } of findMisspelt(environment)) problems.push(`${name} no es una variable del portal; ¿quiso decir ${meant}?`);
  if (problems.length > 0) console.error(new ConfigError(problems).message);
  else console.log('La configuración no tiene problemas.');
  return problems.length > 0 ? 1 : 0;
});
