import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** Small real files for tests, generated here so that the repository contains no binaries. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const EXE = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00', 'latin1'), Buffer.alloc(256)]);
export const TEXT = Buffer.from('Recibí conforme.\nAgencia Central, Guatemala\n', 'utf8');
export const CSV = Buffer.from('código,nombre\n1,María\n', 'utf8');
export const HTML = Buffer.from('<!doctype html><script>document.title="x"</script>');
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const XML = Buffer.from('<?xml version="1.0"?><factura><total>1</total></factura>');
export const XHTML = Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>');
export const MHT = Buffer.from(
  'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>\r\n--b--\r\n',
);

/** A one-page PDF that viewers can open; `text` is its content. */
export function pdf(text = 'Contrato'): Buffer {
  const content = `BT /F1 24 Tf 40 100 Td (${text.replace(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

const PASSWORD_PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** A PDF that opens without a password, and restricts with one what may be done with it. Without content, which would be encrypted. */
export function ownerProtectedPdf(): Buffer {
  const [owner, id, permissions] = [Buffer.alloc(32, 7), Buffer.alloc(16, 1), Buffer.from([0xc0, 0xff, 0xff, 0xff])];
  const key = createHash('md5')
    .update(Buffer.concat([PASSWORD_PADDING, owner, permissions, id]))
    .digest()
    .subarray(0, 5);
  const encrypt = `/Filter /Standard /V 1 /R 2 /P -64 /O <${owner.toString('hex')}> /U <${rc4(key, PASSWORD_PADDING).toString('hex')}>`;
  const named = id.toString('hex');
  return Buffer.from(
    pdf('')
      .toString('latin1')
      .replace(' /Contents 4 0 R', '                ')
      .replace('/Root 1 0 R', `/Root 1 0 R /ID [<${named}> <${named}>] /Encrypt << ${encrypt} >>`),
    'latin1',
  );
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_none, place) => place);
  const swap = (one: number, other: number) => ([state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0]);
  let mixed = 0;
  for (let place = 0; place < 256; place += 1) {
    mixed = (mixed + (state[place] ?? 0) + (key[place % key.length] ?? 0)) & 255;
    swap(place, mixed);
  }
  let [at, other] = [0, 0];
  return data.map((byte) => {
    at = (at + 1) & 255;
    other = (other + (state[at] ?? 0)) & 255;
    swap(at, other);
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

/** Only local entries: enough of a ZIP for readers of its head. */
export function zip(entries: readonly { name: string; content: string; stored?: boolean }[]): Buffer {
  return Buffer.concat(
    entries.map(({ name, content, stored }) => {
      const data = stored ? Buffer.from(content) : deflateRawSync(Buffer.from(content));
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x04034b50, 0);
      header.writeUInt16LE(20, 4);
      header.writeUInt16LE(stored ? 0 : 8, 8);
      header.writeUInt32LE(data.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name), data]);
    }),
  );
}

export const DOCX = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'word/document.xml', content: '<w:document/>' },
]);
export const XLSX = zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
]);
export const ODT = zip([
  { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true },
  { name: 'content.xml', content: '<x/>' },
]);
export const JAR = zip([{ name: 'META-INF/MANIFEST.MF', content: 'Main-Class: X' }]);
