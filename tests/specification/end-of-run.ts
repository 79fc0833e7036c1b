import type { TestProject } from 'vitest/node';
import { complaints } from './outcomes.ts';

/**
 * At the end of every run all trials of the specification must have passed: one that was renamed, removed or skipped fails the run too. Not
 * checked when a run ends early or selects tests by name.
 */
export default function setup({ vitest }: TestProject): () => void {
  return () => {
    if (vitest.config.bail || vitest.config.testNamePattern) return;
    const found = complaints(vitest.state.getTestModules());
    for (const line of found) process.stderr.write(`${line}\n`);
    if (found.length > 0) process.exitCode = 1;
  };
}
