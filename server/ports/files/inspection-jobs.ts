import { serveJobs } from '../../platform/isolation/serve-jobs.ts';
import type { InspectionJob, InspectionResult } from './content-inspection.ts';
import { findPdfFlaws } from './pdf-flaws.ts';
import { detectFileType, sniffContentType } from './sniff-content-type.ts';

/** Entry point of the content inspection processes. */
serveJobs<InspectionJob, InspectionResult>(async (job) => {
  if (job.verb === 'find-pdf-flaws') return findPdfFlaws(job);
  return job.verb === 'sniff' ? sniffContentType(job.head, job.extension) : detectFileType(job.head, job.extension);
});
