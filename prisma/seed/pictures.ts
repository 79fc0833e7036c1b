import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { FileStore } from '#server/ports/files/file-store.ts';
import { IMAGES_COLLECTION, mediaAddress } from '#server/domain/images.ts';
import type { SeedDocument } from './demo-data.ts';

/** How many pictures of each subject the demo has. */
const COUNTS = { fachada: 6, promocion: 6, tema: 6, inmueble: 12 } as const;
const WIDTH = 1_200;
const HEIGHT = 800;
const QUALITY = 80;

export type Subject = keyof typeof COUNTS;

/** As an uploaded picture's key looks: agency, month, twenty characters. */
const keyOf = (subject: Subject, number: number) => `agencia-01-202601-${`${subject}${number}`.padEnd(20, 'x')}.jpg`;

/** Address of a demo picture, by which documents name it. @param publicUrl PUBLIC_MEDIA_URL; `index` may be any number from 0 */
export function pictureUrl(publicUrl: URL, subject: Subject, index: number): string {
  return mediaAddress(publicUrl, keyOf(subject, (index % COUNTS[subject]) + 1));
}

/** Address of a picture that was lost: nothing is stored under it. */
export function lostPictureUrl(publicUrl: URL): string {
  return mediaAddress(publicUrl, keyOf('promocion', 0));
}

/** Draws and stores the pictures. @returns the documents that publish them */
export async function storePictures(files: FileStore, publicUrl: URL, at: Date): Promise<SeedDocument[]> {
  const all = (Object.keys(COUNTS) as Subject[]).flatMap((subject) =>
    Array.from({ length: COUNTS[subject] }, (_unused, index) => ({ subject, number: index + 1 })),
  );
  return Promise.all(
    all.map(async ({ subject, number }) => {
      const key = keyOf(subject, number);
      const content = await sharp(Buffer.from(drawScene(subject, number)))
        .jpeg({ quality: QUALITY })
        .toBuffer();
      await files.put(key, Readable.from(content), { contentType: 'image/jpeg' });
      const data = {
        url: mediaAddress(publicUrl, key),
        contentType: 'image/jpeg',
        width: WIDTH,
        height: HEIGHT,
        bytes: content.length,
        userId: 'demo-admin',
        agencyId: 'agencia-01',
        isActive: true,
        createdAt: at,
        updatedAt: at,
      };
      return { path: `${IMAGES_COLLECTION}/${key}`, data, at };
    }),
  );
}

/** Drawings without text: no fonts are needed on the machine. */
export function drawScene(subject: Subject, number: number): string {
  const hue = (number * 61 + subject.length * 37) % 360;
  const scene = { fachada: drawFront, promocion: drawCoins, tema: drawCircle, inmueble: drawHouse }[subject](number, hue);
  const sky = `<linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 55% 82%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 60% 93%)"/></linearGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${sky}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>${scene}</svg>`;
}

/** The front of an agency: hills, house, sign, door, windows. */
function drawFront(number: number, hue: number): string {
  const windows = [330, 500, 790]
    .map((x) => `<rect x="${x}" y="400" width="110" height="130" rx="6" fill="hsl(200 45% 72%)" stroke="#fff" stroke-width="8"/>`)
    .join('');
  return `<path d="M0 560 L${220 + number * 30} 330 L560 600 L860 ${360 + number * 12} L1200 580 V800 H0Z" fill="hsl(150 28% 58%)"/><rect x="250" y="300" width="720" height="380" fill="hsl(${hue} 24% 94%)"/><rect x="230" y="260" width="760" height="90" rx="8" fill="hsl(160 48% 28%)"/><circle cx="320" cy="305" r="28" fill="#f4c95d"/><rect x="370" y="290" width="${300 + number * 30}" height="30" rx="15" fill="#fff"/>${windows}<rect x="640" y="400" width="120" height="280" rx="6" fill="hsl(160 30% 36%)"/><rect y="680" width="1200" height="120" fill="hsl(40 10% 62%)"/>`;
}

/** A house on its plot: roof, walls, windows, a tree. */
function drawHouse(number: number, hue: number): string {
  const left = 180 + (number % 4) * 90;
  const windows = [90, 330]
    .map((x) => `<rect x="${left + x}" y="430" width="100" height="90" fill="hsl(205 50% 74%)" stroke="#fff" stroke-width="8"/>`)
    .join('');
  return `<rect y="600" width="1200" height="200" fill="hsl(95 34% ${44 + number}%)"/><rect x="${left}" y="370" width="520" height="250" fill="hsl(${(hue + 30) % 360} 38% 82%)"/><path d="M${left - 50} 380 L${left + 260} ${210 - number * 4} L${left + 570} 380Z" fill="hsl(${(hue + 350) % 360} 46% 42%)"/>${windows}<rect x="${left + 215}" y="460" width="90" height="160" fill="hsl(25 40% 34%)"/><rect x="${left + 690}" y="430" width="26" height="190" fill="hsl(28 38% 34%)"/><circle cx="${left + 703}" cy="390" r="${80 + number * 3}" fill="hsl(130 34% 38%)"/>`;
}

/** Growing stacks of coins. */
function drawCoins(number: number, hue: number): string {
  const stacks = [0, 1, 2, 3].flatMap((stack) =>
    Array.from(
      { length: 2 + stack + (number % 3) },
      (_unused, coin) =>
        `<ellipse cx="${300 + stack * 200}" cy="${640 - coin * 46}" rx="84" ry="30" fill="hsl(42 80% ${58 + (coin % 2) * 8}%)" stroke="hsl(36 70% 42%)" stroke-width="5"/>`,
    ),
  );
  return `<circle cx="${960 - number * 20}" cy="180" r="110" fill="hsl(${(hue + 180) % 360} 60% 70%)"/><rect y="660" width="1200" height="140" fill="hsl(160 40% 32%)"/>${stacks.join('')}`;
}

/** People around a table, seen from above. */
function drawCircle(number: number, hue: number): string {
  const people = Array.from({ length: 6 + (number % 3) }, (_unused, index, all = 6 + (number % 3)) => {
    const angle = (index / all) * 2 * Math.PI;
    return `<circle cx="${Math.round(600 + Math.cos(angle) * 300)}" cy="${Math.round(400 + Math.sin(angle) * 250)}" r="62" fill="hsl(${(hue + index * 43) % 360} 42% 52%)"/>`;
  });
  return `<ellipse cx="600" cy="400" rx="250" ry="190" fill="hsl(32 42% 70%)"/><ellipse cx="600" cy="400" rx="190" ry="140" fill="#fff" opacity="0.55"/>${people.join('')}`;
}
