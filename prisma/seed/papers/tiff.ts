import { RESOLUTION, type Scan } from './raster.ts';

/** Tag, type (3 short, 4 long, 5 ratio) and value (TIFF 6.0). */
type Entry = readonly [tag: number, type: number, value: number];

/** A TIFF of several pages, as multifunction printers write it: each page is one JPEG strip. @param jpegs of the scans, in their order */
export function makeTiff(scans: readonly Scan[], jpegs: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let end = 8;
  const append = (part: Buffer): number => {
    const at = end;
    const padded = part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)]);
    parts.push(padded);
    end += padded.length;
    return at;
  };
  let link = { part: 0, at: 4 };
  scans.forEach(({ width, height }, page) => {
    const strip = jpegs[page];
    if (!strip) throw new Error(`page ${page + 1} has no picture`);
    const stripAt = append(strip);
    const ratio = Buffer.alloc(8);
    ratio.writeUInt32LE(RESOLUTION, 0);
    ratio.writeUInt32LE(1, 4);
    const ratioAt = append(ratio);
    const directory = makeDirectory([
      [256, 3, width],
      [257, 3, height],
      [258, 3, 8],
      [259, 3, 7],
      [262, 3, 1],
      [273, 4, stripAt],
      [277, 3, 1],
      [278, 3, height],
      [279, 4, strip.length],
      [282, 5, ratioAt],
      [283, 5, ratioAt],
      [296, 3, 2],
    ]);
    const at = append(directory);
    parts[link.part]?.writeUInt32LE(at, link.at);
    link = { part: parts.length - 1, at: directory.length - 4 };
  });
  return Buffer.concat(parts);
}

/** The entries of a page, with room for the offset of the next. */
function makeDirectory(entries: readonly Entry[]): Buffer {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  return directory;
}
