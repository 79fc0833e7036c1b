import { afterAll } from 'vitest';

const works: (() => unknown)[] = [];

// Registered while the test file is read: vitest forgets what a hook registers from within another hook.
afterAll(async () => {
  for (const work of works.reverse()) await work();
});

/** Does the work after the last test of the file, also when asked within `beforeAll`; what was asked last is done first. */
export function afterFile(work: () => unknown): void {
  works.push(work);
}
