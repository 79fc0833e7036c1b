import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os, { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrismaClient } from '#prisma/generate.ts';
import { bundleProcesses } from '#server/testing/bundle-processes.ts';
import { GROUPS, type Group } from './groups.ts';
import { killDescendants, processorMsOfAll } from './descendants.ts';
import { isTrue, leftOut, render, type Figure } from './measure.ts';
import { onShutdown } from './on-shutdown.ts';

/**
 * `npm run bench [-- --quick] [-- --only lists]`: every figure is a ratio or a median inside this run, so that a slow or
 * busy machine does not decide. Exit code 1 when a limit is missed. However it is ended, short of SIGKILL, it leaves no process and no
 * temporary folder.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const EXIT_ENDED = 130;

/** Holds everything temporary, also that of the processes that groups start. */
const temporary = await mkdtemp(path.join(os.tmpdir(), 'portal-bench-'));
// PostgreSQL runs as another user when this process is root.
await chmod(temporary, 0o711);
process.env['TMPDIR'] = temporary;
const removals: (() => Promise<void>)[] = [() => rm(temporary, { recursive: true, force: true })];

let ending = null as Promise<void> | null;
onShutdown((reason) => {
  console.error(`ended early: ${reason}`);
  // The running group loses its database and processes, which raises many kinds of errors.
  process.on('uncaughtException', () => undefined);
  ending = cleanUp().finally(() => process.exit(EXIT_ENDED));
});

async function cleanUp(): Promise<void> {
  const { stopCluster } = await import('./cluster.ts');
  await stopCluster();
  await killDescendants();
  for (const remove of removals) await remove();
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;

async function measureAll(): Promise<Figure[]> {
  ensurePrismaClient();
  removals.push(await bundleProcesses());
  const names = values.only?.split(',') ?? Object.keys(GROUPS);
  const figures: Figure[] = [];
  for (const name of names) {
    const group = GROUPS[name];
    if (!group) throw new Error(`no group ${name}; there are ${Object.keys(GROUPS).join(', ')}`);
    if (values.quick && group.slow !== undefined && values.only === undefined) {
      figures.push(leftOut(name, 'all figures', group.slow));
      continue;
    }
    const [startedAt, workedBefore] = [performance.now(), processorMsOfAll()];
    figures.push(...(await measureGroup(name, group)));
    console.error(
      `${name} done in ${seconds(performance.now() - startedAt)} (${seconds(processorMsOfAll() - workedBefore)} of processors)`,
    );
  }
  return figures;
}

/** A group that fails is a missed figure, and the other groups still tell theirs. */
async function measureGroup(name: string, { load }: Group): Promise<Figure[]> {
  try {
    const bench = await load();
    return await bench(values);
  } catch (error) {
    if (ending) throw error;
    console.error(error);
    return [isTrue(name, 'measured to its end', false)];
  }
}

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}${values.quick ? ', QUICK: smaller sizes, figures are indicative' : ''}`,
);
try {
  const figures = await measureAll();
  console.log(render(figures));
  console.log(`in all ${seconds(performance.now())}, ${seconds(processorMsOfAll())} of processors`);
  if (figures.some((figure) => 'holds' in figure && !figure.holds)) process.exitCode = 1;
} catch (error) {
  // If an end was requested, wait for it: it exits.
  if (ending) await ending;
  console.error(error);
  process.exitCode = 1;
}
await cleanUp();
