import { deflateRawSync, deflateSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;

/** A PDF of these objects, numbered from 1; the first is its catalog. */
function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const head = Buffer.from('%PDF-1.7\n');
  const bodies = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  );
  let at = head.length;
  const table = bodies.map((body) => {
    const line = `${String(at).padStart(10, '0')} 00000 n \n`;
    at += body.length;
    return line;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([head, ...bodies, Buffer.from(end)]);
}

function stream(dictionary: string, content: Buffer): Buffer {
  const packed = deflateSync(content, { level: 9 });
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
export const onePage = (page: string, ...more: (string | Buffer)[]) =>
  pdfOf(CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', `<< /Type /Page /Parent 2 0 R ${page} >>`, ...more);

/** Ten million strokes across the page, each with a pattern of dashes. */
function manyStrokes(): Buffer {
  const strokes = Buffer.from('[.1 .1] 0 d 0.1 w 0 0 m 500 300 0 700 595 842 c S\n'.repeat(2_000_000));
  return onePage('/MediaBox [0 0 595 842] /Contents 4 0 R', stream('', strokes));
}

/** Forms (XObjects) that each draw the next one ten times: 10^depth drawings. */
function formsInForms(depth: number): Buffer {
  const form = (index: number) => {
    const next = index < depth ? `/Resources << /XObject << /F ${index + 5} 0 R >> >>` : '';
    const content = index < depth ? '/F Do '.repeat(10) : '0 0 595 842 re f';
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${next}`, Buffer.from(content));
  };
  return onePage(
    '/MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>',
    stream('', Buffer.from('/F Do')),
    ...Array.from({ length: depth }, (_unused, index) => form(index + 1)),
  );
}

/** A picture of 2.7 GB when decoded. */
function hugePicture(): Buffer {
  const side = 30_000;
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  return onePage(
    '/MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>',
    stream('', Buffer.from('595 0 0 842 0 0 cm /I Do')),
    stream(image, Buffer.alloc(300 * MEGABYTE)),
  );
}

function deepPageTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_unused, index) => `<< /Type /Pages /Parent ${index + 1} 0 R /Kids [${index + 3} 0 R] /Count 1 >>`,
  );
  return pdfOf(CATALOG, ...nodes, `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 595 842] >>`);
}

export const NO_PAGES = pdfOf(CATALOG, '<< /Type /Pages /Kids [] /Count 0 >>');
const circularTree = () => pdfOf(CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>');
const lyingCount = () =>
  pdfOf(CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>');

/** A single-colour PNG: 100 megapixels in 100 KB. */
export function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side + 1) * side), { level: 1 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(content: Buffer): number {
  let crc = ~0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

/** A complete archive with its central directory. */
function archive(entries: Readonly<Record<string, Buffer | string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw, { level: 1 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32Of(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const names = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, names, end]);
}

/** No reader here checks it, and computing it for 200 MB takes seconds. */
const crc32Of = (content: Buffer) => (content.length < MEGABYTE ? crc32(content) : 0);

const CONTENT_TYPES = { '[Content_Types].xml': '<Types/>' };
export const docx = (document: Buffer | string) => archive({ ...CONTENT_TYPES, 'word/document.xml': document });

export function xlsx(sheet: Buffer | string, strings: Buffer | string = '<sst/>'): Buffer {
  return archive({
    ...CONTENT_TYPES,
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Hoja" sheetId="1" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml': sheet,
  });
}

const LAUGHS = `<!DOCTYPE d [<!ENTITY a "ja">${Array.from({ length: 30 }, (_unused, index) => {
  const [name, before] = [String.fromCharCode(98 + (index % 24)), String.fromCharCode(97 + (index % 24))];
  return `<!ENTITY ${name} "&${before};&${before};&${before};&${before};&${before};&${before};&${before};&${before};">`;
}).join('')}]>`;

export const repeated = (start: string, unit: string, megabytes: number) =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes * MEGABYTE, unit)]);

/** Files that are expensive to render, with their extensions. Generated on demand: some take half a second. */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, { extension: string; make: () => Buffer }>> = {
  'a PDF of two million strokes': { extension: 'pdf', make: manyStrokes },
  'a PDF of forms in forms, ten to the power of nine': { extension: 'pdf', make: () => formsInForms(9) },
  'a PDF that draws itself': { extension: 'pdf', make: () => formsInForms(1) },
  'a PDF with a picture of 2.7 GB': { extension: 'pdf', make: hugePicture },
  'a PDF with a page tree of 50,000 levels': { extension: 'pdf', make: () => deepPageTree(50_000) },
  'a PDF whose page tree is a circle': { extension: 'pdf', make: circularTree },
  'a PDF that claims two billion pages': { extension: 'pdf', make: lyingCount },
  'a PDF with a page of a billion points': { extension: 'pdf', make: () => onePage('/MediaBox [0 0 1000000000 1000000000]') },
  'a PDF with a page of no width': { extension: 'pdf', make: () => onePage('/MediaBox [0 0 0.0001 1000000]') },
  'a PNG of 100 megapixels': { extension: 'png', make: () => hugePng(10_000) },
  'a DOCX of 200 MB of letters': { extension: 'docx', make: () => docx(repeated('<d>', '<p><r><t>aaaa</t></r></p>', 200)) },
  'a DOCX of one text of 60 MB': {
    extension: 'docx',
    make: () => docx(repeated('<t>', 'a', 60)),
  },
  'a DOCX that is nested without end': { extension: 'docx', make: () => docx(repeated('<d>', '<p>', 60)) },
  'a DOCX whose entities multiply': { extension: 'docx', make: () => docx(`${LAUGHS}<p><r><t>&y;</t></r></p>`) },
  'an XLSX with 200 MB of texts': {
    extension: 'xlsx',
    make: () => xlsx('<worksheet/>', repeated('<sst>', '<si><t>aaaa</t></si>', 200)),
  },
  'an XLSX with a sheet of 200 MB': {
    extension: 'xlsx',
    make: () => xlsx(repeated('<worksheet>', '<row r="1"></row>', 200)),
  },
  'a CSV of nothing but quotes': { extension: 'csv', make: () => Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(3 * MEGABYTE, '"')]) },
};
