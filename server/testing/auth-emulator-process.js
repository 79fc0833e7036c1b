import { createRequire } from 'node:module';
import process from 'node:process';

/**
 * The Auth emulator of firebase-tools without its command line, which takes as much of a processor to load as the emulator itself.
 * Arguments: the package.json beside firebase-tools, host, project. Tells the port that it listens at; ends with whoever started it.
 */
const [tools, host, project] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const { createApp } = createRequire(tools)('firebase-tools/lib/emulator/auth/server');
const app = await createApp(project);
const server = app.listen(0, host, () => {
  process.send?.(server.address().port);
});
