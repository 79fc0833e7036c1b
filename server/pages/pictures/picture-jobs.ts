import { readFile } from 'node:fs/promises';
import { serveJobs } from '../../platform/isolation/serve-jobs.ts';
import type { PictureJob } from './pictures.ts';
import { makeThumbnail, prepareImage, type PreparedImage } from './prepare-image.ts';

/** Main function of the processes that decode pictures. */
serveJobs<PictureJob, PreparedImage>(async ({ verb, location }) => {
  const original = await readFile(location);
  return verb === 'prepare' ? prepareImage(original) : makeThumbnail(original);
});
