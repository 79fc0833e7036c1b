import { DIGITALIZATION_CATEGORIES, SCAN_EXTENSIONS, type ScanExtension } from './digitalization-vocabulary.ts';
import { DIGITAL_PAPERS, OFFICE_PAPERS, type DigitalPaper } from './papers/digital-papers.ts';
import { makeFacts, type Facts } from './papers/facts.ts';
import { Paper } from './papers/paper.ts';
import { picturesPdf } from './papers/pictures-pdf.ts';
import { scanToJpeg, scanToPng, type Raster, type Scan } from './papers/raster.ts';
import { makeTiff } from './papers/tiff.ts';
import type { Random } from './random.ts';

export interface ScannedFile {
  /** Type of the document. */
  kind: string;
  extension: ScanExtension;
  contentType: string;
  content: Buffer;
  pages: number;
}

/** Degrees by which papers lie askew on the scanner. */
const [TILT_LEAST, TILT_MORE] = [0.35, 0.7];

const CONTENT_TYPES: Readonly<Record<ScanExtension, string>> = {
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A type of document with what its papers say. */
interface Making {
  kind: string;
  extensions: readonly ScanExtension[];
  facts: Facts;
  paper: DigitalPaper;
}

/** The files of the digitized documents, one of each type in each of its formats; the same bytes in every run, except for workbooks. */
export async function makeScannedFiles(random: Random, raster: Raster): Promise<ScannedFile[]> {
  const makings = DIGITALIZATION_CATEGORIES.flatMap(([, , types]) =>
    types.map(([kind, extensions]): Making => {
      const paper = DIGITAL_PAPERS[kind];
      if (!paper) throw new Error(`nothing is drawn for «${kind}»`);
      return { kind, extensions: SCAN_EXTENSIONS.filter((one) => extensions.includes(one)), facts: makeFacts(random), paper };
    }),
  );
  const scans = await scanAll(makings, { random, raster });
  const files: ScannedFile[] = [];
  for (const making of makings) {
    const scanned = scans.get(making.kind);
    files.push(...(await (scanned ? scannedFiles(making, scanned) : printedFiles(making, random))), ...(await officeFiles(making)));
  }
  return files;
}

/** All papers are scanned together in one pile: a document for each would take twice the time. */
async function scanAll(makings: readonly Making[], { random, raster }: { random: Random; raster: Raster }): Promise<Map<string, Scan[]>> {
  const pile = new Paper({ title: 'Escaneos', random });
  const places = makings
    .filter(({ paper }) => paper.isScanned)
    .map(({ kind, paper, facts }) => {
      const first = pile.pages;
      const tilt = TILT_LEAST + random.next() * TILT_MORE;
      paper.draw(pile.begin(random.next() < 0.5 ? tilt : -tilt), facts);
      return { kind, first, end: pile.pages };
    });
  const scans = await raster.scan(await pile.finish());
  return new Map(places.map(({ kind, first, end }) => [kind, scans.slice(first, end)]));
}

async function scannedFiles({ kind, extensions }: Making, scans: readonly Scan[]): Promise<ScannedFile[]> {
  const jpegs = await Promise.all(scans.map((scan) => scanToJpeg(scan)));
  const make: Partial<Record<ScanExtension, () => Promise<Buffer>>> = {
    tiff: async () => makeTiff(scans, jpegs),
    pdf: () => picturesPdf(kind, jpegs),
    jpg: async () => firstOf(jpegs),
    png: () => scanToPng(firstOf(scans)),
  };
  const files: ScannedFile[] = [];
  for (const extension of extensions) {
    const content = await make[extension]?.();
    const pages = extension === 'tiff' || extension === 'pdf' ? scans.length : 1;
    if (content) files.push({ kind, extension, contentType: CONTENT_TYPES[extension], content, pages });
  }
  return files;
}

async function printedFiles({ kind, paper, facts }: Making, random: Random): Promise<ScannedFile[]> {
  const printed = new Paper({ title: kind, random });
  paper.draw(printed.begin(), facts);
  const { pages } = printed;
  return [{ kind, extension: 'pdf', contentType: CONTENT_TYPES.pdf, content: await printed.finish(), pages }];
}

async function officeFiles({ kind, extensions, facts }: Making): Promise<ScannedFile[]> {
  const extension = extensions.find((one) => one === 'docx' || one === 'xlsx');
  if (!extension) return [];
  const write = OFFICE_PAPERS[kind];
  if (!write) throw new Error(`nothing is written for «${kind}»`);
  return [{ kind, extension, contentType: CONTENT_TYPES[extension], content: await write(facts), pages: 1 }];
}

function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items;
  if (first === undefined) throw new Error('nothing was scanned');
  return first;
}
