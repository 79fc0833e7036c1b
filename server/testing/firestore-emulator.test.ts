import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { startFirestoreEmulator } from './firestore-emulator.ts';
import { hasService } from './services.ts';

const answers = (host: string) =>
  fetch(`http://${host}/`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );

describe.runIf(hasService('Firestore emulator'))('Firestore emulator harness', () => {
  it('starts and stops', async () => {
    const emulator = await startFirestoreEmulator();
    expect(await answers(emulator.host)).toBe(true);
    await emulator.stop();
    expect(await answers(emulator.host)).toBe(false);
    await emulator.stop();
  }, 90_000);

  it('ends with the process that started it, even when that one is killed', async () => {
    const script = `import { startFirestoreEmulator } from '${new URL('./firestore-emulator.ts', import.meta.url).href}';
      console.log((await startFirestoreEmulator()).host);`;
    const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [host] = (await once(createInterface(owner.stdout), 'line')) as [string];
    expect(await answers(host)).toBe(true);
    owner.kill('SIGKILL');
    await expect.poll(() => answers(host), { timeout: 10_000, interval: 50 }).toBe(false);
  }, 90_000);
});
