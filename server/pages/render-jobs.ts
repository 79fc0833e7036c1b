import { FULL_WIDTH, type PagedContent } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { serveJobs } from '../platform/isolation/serve-jobs.ts';
import { chooseReader, type ContentReader } from './choose-reader.ts';
import type { PagedDocument } from './paged-document.ts';
import { readHead } from './read-head.ts';
import { partsLocation, type Described, type Rendered, type RenderJob } from './render-job.ts';

/** Main function of the processes that render pages, tables and texts. Readers are loaded on first use. */
serveJobs<RenderJob, Rendered>(async (job) => {
  if (job.verb === 'describe') return { described: await describe(job) };
  if (job.verb === 'rows') return { sheets: await (await import('./read-rows.ts')).readRows(job.location, partsLocation(job.location)) };
  const head = await readHead(job.location);
  const document = await openPaged(job.location, head, job.verb === 'text' ? 'pdf' : await chooseReader(head, job.contentType));
  if (!document) throw new Error('pages asked of a file without pages');
  if (job.verb === 'text') return { text: document.textOf(job.page) };
  return { picture: (await document.draw(job.page, job.width)).content };
});

/** A file that cannot be shown is a regular result with its reason, not a failure. */
async function describe(job: Extract<RenderJob, { verb: 'describe' }>): Promise<Described> {
  try {
    const head = await readHead(job.location);
    const reader = await chooseReader(head, job.contentType);
    const document = await openPaged(job.location, head, reader);
    return document ? await describePages(document) : await readParts(reader, job.location, job.isWhole);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { content: { form: 'none', reason: error.userMessage }, ends: [], firstPage: null };
  }
}

async function describePages(document: PagedDocument): Promise<Described> {
  const { pages, isPicture } = document;
  const content: PagedContent = { form: 'pages', pages, isPicture, hasText: !isPicture, firstPage: null };
  try {
    const { content: firstPage, width, height } = await document.draw(1, FULL_WIDTH);
    return { content: { ...content, firstPage: { width, height } }, ends: [], firstPage };
  } catch (error) {
    // Other pages may still be intact.
    if (pages === 1 || !(error instanceof AppError)) throw error;
    return { content, ends: [], firstPage: null };
  }
}

async function openPaged(location: string, head: Buffer, reader: ContentReader): Promise<PagedDocument | null> {
  if (reader === 'pdf') return (await import('./read-pdf.ts')).openPdf(location);
  if (reader === 'picture') return (await import('./read-picture.ts')).openPicture(location, head);
  return null;
}

async function readParts(reader: ContentReader, location: string, isWhole: boolean): Promise<Described> {
  const target = partsLocation(location);
  const read = async () => {
    if (reader === 'docx') return (await import('./read-docx.ts')).readDocx(location, target);
    if (reader === 'xlsx') return (await import('./read-xlsx.ts')).readXlsx(location, target);
    if (reader === 'csv') return (await import('./read-csv.ts')).readCsv(location, target, isWhole);
    return (await import('./read-text.ts')).readPlainText(location, target, isWhole);
  };
  return { ...(await read()), firstPage: null };
}
