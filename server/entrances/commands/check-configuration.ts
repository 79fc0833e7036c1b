import { ConfigError, findProblems } from '../../config.ts';
import { loadMapping } from '../../mapping.ts';

// `npm run check-configuration`: reports what web and worker would find wrong with their environment. Starts, connects to and writes
// nothing.
const problems = findProblems(process.env);
await loadMapping(process.env['MAPPING_FILE'] || null, () => import('../../registries.ts')).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error;
  problems.push(...error.problems);
});
if (problems.length > 0) process.stderr.write(`${new ConfigError(problems).message}\n`);
else process.stdout.write('The configuration may run.\n');
process.exitCode = problems.length > 0 ? 1 : 0;
