import { serveJobs } from '../platform/isolation/serve-jobs.ts';
import type { InspectionJob } from './content-inspection.ts';
import { detectFileType, sniffContentType, type SniffResult } from './sniff-content-type.ts';

/** Main line of the processes that inspect content. */
serveJobs<InspectionJob, SniffResult>(({ verb, head, extension }) =>
  verb === 'sniff' ? sniffContentType(head, extension) : detectFileType(head, extension),
);
