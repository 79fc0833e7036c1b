import qrcode from 'qrcode-generator';

/** Quiet zone around a QR code, in modules, as the standard requires for readers. */
const QUIET_MODULES = 4;

export interface QrCode {
  /** Width and height in modules, quiet zone included. */
  size: number;
  /** Upper left corners of the dark modules. */
  dark: readonly (readonly [left: number, top: number])[];
}

/** A QR code as a single SVG path; sent to the browser as JSON. */
export interface QrPath {
  size: number;
  path: string;
}

export function qrPathOf(text: string): QrPath {
  const { size, dark } = qrCodeOf(text);
  return { size, path: dark.map(([left, top]) => `M${left} ${top}h1v1h-1z`).join('') };
}

/** A QR code of medium error correction, as small as the text allows. */
export function qrCodeOf(text: string): QrCode {
  const qr = qrcode(0, 'M');
  qr.addData(text);
  qr.make();
  const count = qr.getModuleCount();
  const dark: [number, number][] = [];
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1) if (qr.isDark(row, column)) dark.push([column + QUIET_MODULES, row + QUIET_MODULES]);
  return { size: count + 2 * QUIET_MODULES, dark };
}
