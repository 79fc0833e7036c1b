/** Loaded before a process (`node --import`): SIGUSR2 holds its event loop for ever. */
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

function holdTheLoop() {
  for (;;);
}

if (isMainThread) process.on('SIGUSR2', holdTheLoop);
