import sharp from 'sharp';
import { accountStatement, depositSlip } from './papers/account-papers.ts';
import * as drawings from './papers/art.ts';
import * as briefcase from './papers/briefcase-papers.ts';
import { creditRequest } from './papers/credit-papers.ts';
import { makeFacts, type Facts } from './papers/facts.ts';
import { annualReport, incomeStatement, meetingOf, minutes } from './papers/institution-papers.ts';
import { Paper } from './papers/paper.ts';
import { pictureToPng, scanToJpeg, type Raster } from './papers/raster.ts';
import * as texts from './papers/texts.ts';
import * as workbooks from './papers/workbooks.ts';
import { drawScene } from './pictures.ts';
import type { Random } from './random.ts';
import { FILE_KINDS, type BriefcaseExtension, type FileKind } from './vocabulary.ts';

export interface SampleFile {
  /** Beginning of the names of such files. */
  kind: string;
  extension: BriefcaseExtension;
  contentType: string;
  content: Buffer;
}

const CONTENT_TYPES: Readonly<Record<BriefcaseExtension, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
};

/** A small real file of each kind of the Maletín, which opens in its program; the same bytes in every run, except for workbooks. */
export async function makeSampleFiles(
  random: Random,
  raster: Raster,
  kinds: readonly Pick<FileKind, 'extension' | 'stem'>[] = FILE_KINDS,
): Promise<SampleFile[]> {
  const files: SampleFile[] = [];
  for (const { stem, extension } of kinds) {
    const make = MAKERS[stem];
    if (!make) throw new Error(`nothing is made for «${stem}»`);
    const content = await make({ title: stem, facts: makeFacts(random), random, raster });
    files.push({ kind: stem, extension, contentType: CONTENT_TYPES[extension], content });
  }
  return files;
}

interface Making {
  title: string;
  facts: Facts;
  random: Random;
  raster: Raster;
}

type Make = (making: Making) => Buffer | Promise<Buffer>;
type Draw = (paper: Paper, facts: Facts) => void;

const paper =
  (draw: Draw, { landscape = false, tilt = 0 } = {}): Make =>
  ({ title, facts, random }) => {
    const drawn = new Paper({ title, random, landscape });
    draw(drawn.begin(tilt), facts);
    return drawn.finish();
  };

/** A picture of something with letters. */
const art =
  (draw: Draw): Make =>
  async (making) => {
    const [picture] = await making.raster.pictures(await paper(draw)(making));
    if (!picture) throw new Error('nothing was drawn');
    return pictureToPng(picture);
  };

/** Drawings of 1,200 by 800 become smaller: 72 dots per inch would keep their size. */
const PHOTO = { density: 54, quality: 70 } as const;
const LIGHT =
  '<radialGradient id="light" cx="0.3" cy="0.25" r="1"><stop stop-color="#fff" stop-opacity="0.28"/><stop offset="0.55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.42"/></radialGradient><rect width="100%" height="100%" fill="url(#light)"/>';

/** What a camera sees: the scene with light from one side. */
const photo =
  (scene: string): Make =>
  async () =>
    sharp(Buffer.from(scene.replace('</svg>', `${LIGHT}</svg>`)), { density: PHOTO.density })
      .jpeg({ quality: PHOTO.quality })
      .toBuffer();

/** Somebody speaks on a stage, others listen. */
function drawTalk(): string {
  const seats = [0, 1, 2].flatMap((row) =>
    Array.from({ length: 9 }, (_none, seat) => {
      const [x, y] = [70 + seat * 134 + (row % 2) * 60, 600 + row * 80];
      const hue = (row * 97 + seat * 53) % 360;
      return `<ellipse cx="${x}" cy="${y + 92}" rx="58" ry="62" fill="hsl(${hue} 32% ${38 + row * 5}%)"/><circle cx="${x}" cy="${y}" r="36" fill="hsl(22 ${30 + seat}% ${18 + ((row + seat) % 3) * 5}%)"/>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#d9cdb9"/><rect y="430" width="1200" height="370" fill="#8a6f52"/><rect x="250" y="70" width="700" height="250" rx="8" fill="#1b5e4a"/><circle cx="350" cy="195" r="62" fill="none" stroke="#fff" stroke-width="20"/><circle cx="350" cy="195" r="20" fill="#f4c95d"/><rect x="450" y="150" width="400" height="34" rx="17" fill="#fff"/><rect x="450" y="214" width="280" height="22" rx="11" fill="#b9d3c6"/><rect x="150" y="400" width="900" height="60" fill="#6b543c"/><ellipse cx="860" cy="372" rx="46" ry="66" fill="#37506b"/><circle cx="860" cy="286" r="32" fill="#b98563"/><path d="M828 280 A32 32 0 0 1 892 280 Q860 256 828 280Z" fill="#2c2320"/><rect x="800" y="350" width="120" height="110" fill="#4b3826"/>${seats.join('')}</svg>`;
}

const scan =
  (draw: Draw): Make =>
  async (making) => {
    const [page] = await making.raster.scan(await paper(draw, { tilt: 0.8 })(making));
    if (!page) throw new Error('nothing was scanned');
    return scanToJpeg(page);
  };

const word =
  (write: (facts: Facts) => readonly string[]): Make =>
  ({ facts }) =>
    texts.makeDocx(write(facts));
const text =
  (write: (facts: Facts) => readonly string[]): Make =>
  ({ facts }) =>
    texts.makeText(write(facts));
const sheet =
  (write: (facts: Facts) => Promise<Buffer>): Make =>
  ({ facts }) =>
    write(facts);
const listed =
  (write: (facts: readonly Facts[]) => Promise<Buffer>): Make =>
  ({ random }) =>
    write(Array.from({ length: LISTED }, () => makeFacts(random)));
const LISTED = 24;

const MAKERS: Readonly<Record<string, Make>> = {
  'Acta de sesión ordinaria': paper((sheetOf, facts) =>
    minutes(sheetOf, meetingOf('Consejo de Administración', 'Sesión ordinaria', facts), facts),
  ),
  'Reglamento de crédito': paper(briefcase.creditRules),
  'Contrato de mutuo': paper(briefcase.loanContract),
  'Informe de auditoría': paper(briefcase.auditReport),
  Circular: paper(briefcase.circular),
  'Estado de resultados': paper(incomeStatement),
  'Estado de cuenta': paper(accountStatement),
  'Póliza de seguro': paper(briefcase.insurancePolicy),
  Tarifario: paper(briefcase.tariffs),
  'Solicitud de crédito': paper(creditRequest),
  'Memoria de labores': paper(annualReport),
  'Presentación de resultados': paper(briefcase.resultsPresentation, { landscape: true }),
  'Carta de instrucción': word(texts.instructionLetter),
  'Constancia laboral': word(texts.employmentProof),
  'Manual de funciones': word(texts.jobManual),
  'Plantilla de contrato': word(texts.contractTemplate),
  'Minuta de reunión': word(texts.meetingNotes),
  'Política de ahorro': word(texts.savingsPolicy),
  'Cuadre de caja': sheet(workbooks.cashCount),
  Presupuesto: sheet(workbooks.budget),
  'Cartera en mora': listed(workbooks.arrears),
  'Metas de captación': sheet(workbooks.savingsGoals),
  'Inventario de activos': sheet(workbooks.inventory),
  Planilla: listed(workbooks.payroll),
  'Arte de campaña': art(drawings.campaignPoster),
  Logotipo: art(drawings.logo),
  Croquis: art(drawings.sketchMap),
  'Gráfica de metas': art(drawings.goalsChart),
  'Fotografía de fachada': photo(drawScene('fachada', 2)),
  'Fotografía de inmueble': photo(drawScene('inmueble', 5)),
  'Boleta escaneada': scan(depositSlip),
  'Fotografía de evento': photo(drawTalk()),
  'Nota de entrega': text(texts.deliveryNote),
  'Guía rápida': text(texts.quickGuide),
  'Instrucciones de cierre': text(texts.closingInstructions),
  'Bitácora de respaldo': text(texts.backupLog),
};
