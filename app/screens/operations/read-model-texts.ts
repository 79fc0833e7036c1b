import { countOf } from '#server/domain/text.ts';
import type { ReadModelRun, RunResult } from '#server/features/operations/read-model-runs.ts';

/** The state of a run, or its result. */
export function describeRun(run: Pick<ReadModelRun, 'kind' | 'status' | 'result' | 'error'>): string {
  if (run.status === 'waiting') return run.kind === 'verify' ? 'Por verificar' : 'Por reconstruir';
  if (run.status === 'running') return run.kind === 'verify' ? 'Verificando' : 'Reconstruyendo';
  if (run.status === 'failed' || !run.result) return `No terminó: ${run.error ?? 'sin motivo conocido'}`;
  return run.kind === 'verify' ? verifiedText(run.result) : rebuiltText(run.result);
}

function verifiedText({ differences }: RunResult): string {
  return differences === 0 ? 'Todo igual' : countOf(differences, 'diferencia', 'diferencias');
}

function rebuiltText({ missing, stale, extra, rewritten, failed }: RunResult): string {
  const mended = missing + stale + extra + rewritten;
  const text = mended === 0 ? 'Nada que corregir' : countOf(mended, 'fila corregida', 'filas corregidas');
  return failed === 0 ? text : `${text}; ${countOf(failed, 'documento no se pudo leer', 'documentos no se pudieron leer')}`;
}

/** Percentage while it runs; null when unknown. */
export function progressOf(run: Pick<ReadModelRun, 'status' | 'documentsDone' | 'documentsExpected'>): number | null {
  if (run.status !== 'running' || run.documentsExpected === 0) return null;
  return Math.min(99, Math.floor((run.documentsDone / run.documentsExpected) * 100));
}
