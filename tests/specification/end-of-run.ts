import type { TestProject } from 'vitest/node';
import { complaints } from './outcomes.ts';

/**
 * At the end of every run the trials of the specification must be among what passed: one that was renamed, taken out or skipped fails the
 * run, too. A run that ends early or takes tests by their names says nothing of the others.
 */
export default function setup({ vitest }: TestProject): () => void {
  return () => {
    if (vitest.config.bail || vitest.config.testNamePattern) return;
    const found = complaints(vitest.state.getTestModules());
    for (const line of found) process.stderr.write(`${line}\n`);
    if (found.length > 0) process.exitCode = 1;
  };
}
