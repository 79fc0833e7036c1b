import { afterAll } from 'vitest';
import { runAfterFile } from './after-file.ts';

// A setup file, which runs before each test file. This hook cannot be registered in `afterFile`: vitest ignores hooks registered within
// another hook, and a module that several files share is evaluated only once.
afterAll(runAfterFile);
