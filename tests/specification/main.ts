import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { LINES } from './lines.ts';
import { outcomesOf } from './outcomes.ts';
import { renderSpecification } from './render.ts';
import { fileOf, ROOT, trialsOf } from './trials.ts';

/** Runs the trials of the specification and writes docs/specification.md with what came of each. */
const files = new Set(LINES.flatMap(trialsOf).map(fileOf));
const vitest = await startVitest('test', [...files], { root: ROOT, watch: false });
writeFileSync(path.join(ROOT, 'docs/specification.md'), renderSpecification(outcomesOf(vitest.state.getTestModules())));
await vitest.close();
