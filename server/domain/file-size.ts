import { groupThousands, GROUP_SPACE } from './text.ts';

const KIB = 1024;
const MIB = KIB * KIB;
const MB_THRESHOLD = 0.01;

/** `1.25 MB`, or `8.40 KB` under 0.01 MB (docs/specification.md section 9). 1 MB is 1024 × 1024 bytes. */
export function formatFileSize(bytes: number | bigint): string {
  const count = Number(bytes);
  if (!Number.isFinite(count) || count <= 0) return '0.00 KB';
  const [size, unit] = count / MIB < MB_THRESHOLD ? [count / KIB, 'KB'] : [count / MIB, 'MB'];
  const [whole = '0', fraction = '00'] = size.toFixed(2).split('.');
  return `${groupThousands(whole, GROUP_SPACE)}.${fraction} ${unit}`;
}
