const SIDE = 508;

/**
 * A PDF whose pages all show the same noise at full page size: small to send, while rendered pages take the most storage
 * possible. @param height of a page that is 600 wide @param fillBytes size of an object that is never shown
 */
export function noisePdf(pages: number, { height = 2_400, fillBytes = 0 }: { height?: number; fillBytes?: number } = {}): Buffer {
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const add = (piece: Buffer | string) => {
    const bytes = Buffer.from(piece as string, 'latin1');
    pieces.push(bytes);
    at += bytes.length;
  };
  const object = (...body: (Buffer | string)[]) => {
    offsets.push(at);
    [`${offsets.length} 0 obj\n`, ...body, '\nendobj\n'].forEach(add);
  };
  const stream = (head: string, content: Buffer | string) => object(`<<${head}/Length ${content.length}>>stream\n`, content, '\nendstream');
  const noise = Buffer.from(
    Uint8Array.from({ length: SIDE * SIDE }, (_unused, index) => Math.imul(index ^ (index >>> 7), 2_654_435_761) >>> 13),
  );
  add('%PDF-1.4\n');
  object('<</Type/Catalog/Pages 2 0 R>>');
  object(`<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`).join(' ')}]>>`);
  stream(`/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceGray/BitsPerComponent 8`, noise);
  stream('', `q 600 0 0 ${height} 0 0 cm /I Do Q`);
  for (let page = 0; page < pages; page += 1)
    object(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 ${height}]/Resources<</XObject<</I 3 0 R>>>>/Contents 4 0 R>>`);
  if (fillBytes > 0) stream('', Buffer.alloc(fillBytes, pages));
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`);
  return Buffer.concat(pieces);
}
