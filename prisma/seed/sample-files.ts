import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import type { Random } from './random.ts';

export interface SampleFile {
  extension: 'pdf' | 'png' | 'jpg' | 'docx' | 'xlsx' | 'txt';
  contentType: string;
  content: Buffer;
}

/** How many of each kind: 40 real files in all. */
const COUNTS: Readonly<Record<SampleFile['extension'], number>> = { pdf: 12, png: 6, jpg: 6, docx: 6, xlsx: 5, txt: 5 };

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** Small real files that open in their programs; the same bytes at every run. */
export async function makeSampleFiles(random: Random): Promise<SampleFile[]> {
  const files: SampleFile[] = [];
  for (const [extension, count] of Object.entries(COUNTS) as [SampleFile['extension'], number][]) {
    for (let index = 0; index < count; index += 1) files.push(await makeSampleFile(extension, index + 1, random));
  }
  return files;
}

export async function makeSampleFile(extension: SampleFile['extension'], number: number, random: Random): Promise<SampleFile> {
  const title = `Documento de muestra ${number}`;
  const lines = sampleLines(random, 14);
  switch (extension) {
    case 'pdf':
      return { extension, contentType: 'application/pdf', content: makePdf(title, lines) };
    case 'png':
      return {
        extension,
        contentType: 'image/png',
        content: await sharp(Buffer.from(drawing(number)))
          .png()
          .toBuffer(),
      };
    case 'jpg':
      return {
        extension,
        contentType: 'image/jpeg',
        content: await sharp(Buffer.from(drawing(number + 50)))
          .jpeg({ quality: 80 })
          .toBuffer(),
      };
    case 'docx':
      return {
        extension,
        contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        content: makeDocx(title, lines),
      };
    case 'xlsx':
      return {
        extension,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await makeXlsx(title, random),
      };
    case 'txt':
      return { extension, contentType: 'text/plain', content: Buffer.from([title, '', ...lines].join('\r\n'), 'utf8') };
  }
}

function sampleLines(random: Random, count: number): string[] {
  const subjects = ['El comité', 'La gerencia', 'La agencia', 'El consejo', 'La comisión'];
  const verbs = ['revisó', 'aprobó', 'recibió', 'solicitó', 'archivó'];
  const objects = [
    'el informe mensual',
    'los expedientes de crédito',
    'la propuesta de presupuesto',
    'las actas anteriores',
    'los formularios firmados',
  ];
  return Array.from(
    { length: count },
    () => `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)} el ${random.between(1, 28)} de ${random.pick(MONTHS)}.`,
  );
}

/** One page of text in Helvetica: objects, cross-reference table and trailer as PDF 1.4 wants them. */
function makePdf(title: string, lines: readonly string[]): Buffer {
  const escape = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`);
  const text = [
    `BT /F1 18 Tf 60 770 Td (${escape(title)}) Tj /F1 11 Tf`,
    ...lines.map((line) => `0 -22 Td (${escape(line)}) Tj`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** A form-like picture without text: no fonts are needed on the machine. */
function drawing(seed: number): string {
  const hue = (seed * 47) % 360;
  const rows = Array.from(
    { length: 9 },
    (_unused, row) =>
      `<rect x="60" y="${170 + row * 48}" width="${220 + ((seed * 31 + row * 67) % 300)}" height="14" rx="7" fill="#8a8f88"/>`,
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="#f7f6f2"/><rect x="30" y="30" width="580" height="580" rx="16" fill="#fff" stroke="#d8d5cc" stroke-width="3"/><circle cx="100" cy="100" r="42" fill="hsl(${hue} 45% 38%)"/><rect x="170" y="78" width="300" height="22" rx="11" fill="hsl(${hue} 30% 30%)"/>${rows}</svg>`;
}

function makeDocx(title: string, lines: readonly string[]): Buffer {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`);
  const parts = {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': xml(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${[title, ...lines].map(paragraph).join('')}</w:body></w:document>`,
    ),
  };
  // A fixed time keeps the bytes the same at every run.
  return Buffer.from(zipSync(parts, { mtime: new Date('2026-01-01T00:00:00Z') }));
}

async function makeXlsx(title: string, random: Random): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.created = workbook.modified = new Date('2026-01-01T00:00:00Z');
  const sheet = workbook.addWorksheet('Datos');
  sheet.addRow([title]);
  sheet.addRow(['Mes', 'Captaciones (Q)', 'Colocaciones (Q)']);
  for (const month of MONTHS) sheet.addRow([month, random.between(100_000, 900_000), random.between(100_000, 900_000)]);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
