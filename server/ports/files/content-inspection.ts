import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { createIsolatedPool } from '../../platform/isolation/isolated-pool.ts';
import type { FileEnds, PdfFlaw } from './pdf-flaws.ts';
import type { FittingType, SniffResult } from './sniff-content-type.ts';

/** Detects what content is, in separate processes that a hostile file may crash without harming the portal. */
export interface ContentInspection {
  /** sniffContentType of a head. Errors: `unsupported-type` (inspection failed), `too-many-requests`, `unavailable`. */
  sniff(call: InspectionCall): Promise<SniffResult>;
  /** detectFileType of a head. Errors as for `sniff`. */
  detect(call: InspectionCall): Promise<FittingType>;
  /** findPdfFlaws of both ends of a PDF. Errors as for `sniff`. */
  findPdfFlaws(call: FileEnds & { owner: string }): Promise<readonly PdfFlaw[]>;
  close(): Promise<void>;
}

interface InspectionCall {
  /** Whose queue quota it uses: a person's id. */
  owner: string;
  /** The first SNIFF_BYTES bytes. */
  head: Buffer;
  /** Claimed extension, lower case, without the dot; '' for none. */
  extension: string;
}

/** The jobs of the script inspection-jobs.ts. */
export type InspectionJob = { verb: 'sniff' | 'detect'; head: Buffer; extension: string } | ({ verb: 'find-pdf-flaws' } & FileEnds);
export type InspectionResult = SniffResult | readonly PdfFlaw[];

const PROCESSES = 2;
const HEAP_MB = 64;
/** An inspection takes milliseconds: one that exceeds this hangs. */
const DEADLINE_MS = 5_000;
/** Queue limits: each waiting job holds 64 KB of a file, twice that for a PDF. */
const MAX_WAITING = { total: 600, perOwner: 150 };
const IDLE_MS = 600_000;

export function createContentInspection({ log }: { log: Log }): ContentInspection {
  const pool = createIsolatedPool<InspectionJob, InspectionResult>({
    name: 'inspection',
    script: new URL('./inspection-jobs.ts', import.meta.url),
    processes: PROCESSES,
    heapMb: HEAP_MB,
    deadlineMs: DEADLINE_MS,
    maxWaiting: MAX_WAITING,
    idleMs: IDLE_MS,
    refusal: notInspected,
    log,
  });
  const run = async ({ owner, head, extension }: InspectionCall, verb: 'sniff' | 'detect') => {
    const found = await pool.run(owner, { verb, head, extension });
    if ('fits' in found) return found;
    throw new Error(`inspection answered ${verb} with flaws`);
  };
  return {
    sniff: (call) => run(call, 'sniff'),
    async detect(call) {
      const found = await run(call, 'detect');
      if (found.fits) return found;
      throw notInspected(new Error(`detection refused: ${found.reason}`));
    },
    async findPdfFlaws({ owner, head, tail, bytes }) {
      const found = await pool.run(owner, { verb: 'find-pdf-flaws', head, tail, bytes });
      return 'fits' in found ? [] : found;
    },
    close: () => pool.close(),
  };
}

function notInspected(cause: Error): AppError {
  const userMessage =
    'No se pudo revisar el contenido del archivo. Puede estar dañado: ábralo en su equipo, guárdelo de nuevo y vuelva a cargarlo.';
  return new AppError('unsupported-type', cause.message, { userMessage, fields: { file: [userMessage] }, cause });
}
