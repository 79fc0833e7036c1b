/** Loaded before a process (`node --import`): SIGUSR2 puts its clock a minute on, and back. */
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const MINUTE_MS = 60_000;
const RealDate = Date;
let shift = 0;

const now = () => RealDate.now() + shift;

if (isMainThread) {
  globalThis.Date = new Proxy(RealDate, {
    construct(target, given, made) {
      /** @type {unknown} */
      const date = Reflect.construct(target, given.length === 0 ? [now()] : given, made);
      return /** @type {Date} */ (date);
    },
    get: (target, key) => (key === 'now' ? now : /** @type {unknown} */ (Reflect.get(target, key))),
  });
  process.on('SIGUSR2', () => {
    shift = shift === 0 ? MINUTE_MS : 0;
  });
}
