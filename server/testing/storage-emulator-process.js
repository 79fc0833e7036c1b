import { createRequire } from 'node:module';
import process from 'node:process';

/**
 * The Cloud Storage emulator of firebase-tools as programs with an account meet it: without the rules that only browsers and phones are
 * held to, for which its command line downloads Java. Arguments: the package.json beside firebase-tools, host. Tells its port. Ends with
 * whoever started it.
 */
const [tools, host] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const part = (name) => createRequire(tools)(`firebase-tools/lib/emulator/${name}`);
const { StorageEmulator } = part('storage/index');
const { createApp } = part('storage/server');
const { EmulatorRegistry } = part('registry');

const emulator = new StorageEmulator({ projectId: 'demo-portal', rules: { name: 'none', content: '' } });
const app = await createApp('demo-portal', emulator);
const server = app.listen(0, host, () => {
  const { port } = server.address();
  EmulatorRegistry.getInfo = () => ({ host, port });
  process.send?.(port);
});
