import { cannotShow } from './cannot-show.ts';

const HEADER_BYTES = 54;
const PALETTE_AT = 14;
const UNCOMPRESSED = 0;
const BITFIELDS = 3;
const DAMAGED = 'La imagen BMP está dañada o usa una compresión que el portal no muestra.';

/** Whether the bytes begin like a Windows bitmap. */
export function isBitmap(content: Buffer): boolean {
  return content.length >= HEADER_BYTES && content.toString('latin1', 0, 2) === 'BM';
}

interface Header {
  pixelsAt: number;
  width: number;
  height: number;
  /** Rows start at the top; bitmaps usually begin with the last row. */
  isTopDown: boolean;
  bits: number;
  palette: Buffer;
}

/**
 * The pixels of an uncompressed Windows bitmap as RGBA. @param requireSize throws for bitmaps that are too big
 * Errors: `unsupported-type`.
 */
export function decodeBitmap(content: Buffer, requireSize: (width: number, height: number) => void) {
  const header = readHeader(content);
  const { width, height, bits, pixelsAt, isTopDown } = header;
  requireSize(width, height);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (pixelsAt + stride * height > content.length) throw cannotShow(DAMAGED, 'bitmap is cut off');
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = pixelsAt + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) copyPixel(content, header, row, x, data, (y * width + x) * 4);
  }
  return { width, height, data };
}

function readHeader(content: Buffer): Header {
  const headerBytes = content.readUInt32LE(PALETTE_AT);
  const height = content.readInt32LE(22);
  const header = {
    pixelsAt: content.readUInt32LE(10),
    width: content.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits: content.readUInt16LE(28),
    palette: content.subarray(PALETTE_AT + headerBytes),
  };
  const compression = content.readUInt32LE(30);
  const isKnown = compression === UNCOMPRESSED ? [1, 4, 8, 24, 32].includes(header.bits) : compression === BITFIELDS && header.bits === 32;
  if (!isKnown || header.width <= 0 || header.height === 0)
    throw cannotShow(DAMAGED, `bitmap of ${header.bits} bits, compression ${compression}`);
  return header;
}

/** Bitmaps and their palettes store blue, green, red. */
function copyPixel(content: Buffer, { bits, palette }: Header, row: number, x: number, data: Uint8Array, to: number): void {
  const perByte = 8 / bits;
  const isIndexed = bits <= 8;
  const shift = isIndexed ? 8 - bits - (x % perByte) * bits : 0;
  const index = isIndexed ? ((content[row + Math.floor(x / perByte)] ?? 0) >> shift) & ((1 << bits) - 1) : 0;
  const source = isIndexed ? palette : content;
  const at = isIndexed ? index * 4 : row + (x * bits) / 8;
  data[to] = source[at + 2] ?? 0;
  data[to + 1] = source[at + 1] ?? 0;
  data[to + 2] = source[at] ?? 0;
  data[to + 3] = 255;
}
