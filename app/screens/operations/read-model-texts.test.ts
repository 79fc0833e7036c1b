import { expect, it } from 'vitest';
import type { ReadModelRun } from '#server/features/operations/read-model-runs.ts';
import { describeRun, progressOf } from './read-model-texts.ts';

const RESULT = { documents: 30, rows: 30, differences: 0, drift: [], missing: 0, stale: 0, extra: 0, rewritten: 0, failed: 0 };
const run = (part: Partial<ReadModelRun>) => ({
  kind: 'verify' as const,
  status: 'done' as const,
  result: RESULT,
  error: null,
  documentsDone: 0,
  documentsExpected: 0,
  ...part,
});

it.each([
  [run({}), 'Todo igual'],
  [run({ result: { ...RESULT, differences: 1 } }), '1 diferencia'],
  [run({ kind: 'rebuild' }), 'Nada que corregir'],
  [run({ kind: 'rebuild', result: { ...RESULT, missing: 1, rewritten: 2, failed: 1 } }), '3 filas corregidas; 1 documento no se pudo leer'],
  [run({ status: 'waiting', result: null }), 'Por verificar'],
  [run({ status: 'running', kind: 'rebuild', result: null }), 'Reconstruyendo'],
  [run({ status: 'failed', result: null, error: 'the store is closed' }), 'No terminó: the store is closed'],
])('describes the state or result of a run (%#)', (state, text) => {
  expect(describeRun(state)).toBe(text);
});

it('shows progress only while it is known, and less than 100 until the run is done', () => {
  expect(progressOf(run({ status: 'running', documentsDone: 40, documentsExpected: 30 }))).toBe(99);
  expect(progressOf(run({ status: 'running', documentsDone: 10, documentsExpected: 40 }))).toBe(25);
  expect(progressOf(run({ status: 'running' }))).toBeNull();
  expect(progressOf(run({ status: 'done', documentsDone: 5, documentsExpected: 5 }))).toBeNull();
});
