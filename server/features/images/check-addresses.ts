import type { ImageServices } from './image-services.ts';
import { addressesOf, findPictureDocuments } from './picture-addresses.ts';

const AT_ONCE = 8;
const TIMEOUT_MS = 15_000;

export interface CheckResult {
  /** Different addresses that were asked. */
  asked: number;
  /** Those that a phone cannot show, with every place that names them. */
  broken: { address: string; reason: string; places: string[] }[];
}

/**
 * Asks every stored address of a picture as the mobile app does: no cookie, no token, no header of ours. Documents that are
 * not active count too: whoever restores one expects its picture.
 */
export async function checkAddresses({ documents }: Pick<ImageServices, 'documents'>): Promise<CheckResult> {
  const places = new Map<string, string[]>();
  for await (const found of findPictureDocuments(documents))
    for (const { field, address } of addressesOf(found))
      places.set(address, [...(places.get(address) ?? []), `${found.document.path} ${field}`]);
  const waiting = [...places.keys()];
  const broken: CheckResult['broken'] = [];
  const askNext = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const reason = await reasonNotToShow(address);
      if (reason !== null) broken.push({ address, reason, places: places.get(address) ?? [] });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return { asked: places.size, broken: broken.sort((one, other) => one.address.localeCompare(other.address)) };
}

async function reasonNotToShow(address: string): Promise<string | null> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'is no complete address';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    const type = response.headers.get('content-type') ?? 'nothing';
    if (response.status !== 200) return `answers ${response.status}`;
    return type.startsWith('image/') ? null : `answers ${type}, which is no picture`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'does not answer in time' : 'does not answer';
  }
}
