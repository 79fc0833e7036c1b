import { afterAll } from 'vitest';
import { runAfterFile } from './after-file.ts';

// A setup file, run before each test file: vitest forgets what a hook registers from within another hook, and a module that
// several files share is read once.
afterAll(runAfterFile);
