import { isIP } from 'node:net';
import { countOf } from '../../domain/text.ts';
import { checkAddresses, type AllowedAddress } from '../../features/catalogs/check-addresses.ts';
import { rewriteAddresses } from '../../features/catalogs/rewrite-addresses.ts';
import type { Portal } from '../../portal.ts';
import { OPERATOR } from '../../records/write-audit.ts';
import { createCommand, DATABASE_USAGE, UsageError } from './run-command.ts';
import { withPortal } from './with-portal.ts';

const USAGE = `npm run pictures -- check [--also IP:PUERTO]… | rewrite

  check     pide cada dirección guardada de una imagen como lo hace la app; una línea por cada una que no muestra ninguna, y código 1
            --also IP:PUERTO   se puede pedir aunque esté en una red privada, como la del propio portal visto desde adentro
  rewrite   da a las imágenes de todos los documentos su dirección pública (PUBLIC_MEDIA_URL), cada cambio con su entrada en la auditoría

${DATABASE_USAGE}`;

async function check(portal: Portal, also: readonly AllowedAddress[]): Promise<number> {
  const { asked, broken } = await checkAddresses(portal, { also });
  for (const { address, reason, places } of broken) console.log(`${address} ${reason}: ${places.join(', ')}`);
  const shown = countOf(broken.length, 'no muestra ninguna', 'no muestran ninguna');
  console.log(`${countOf(asked, 'dirección', 'direcciones')} de imágenes; ${shown}.`);
  return broken.length === 0 ? 0 : 1;
}

async function rewrite(portal: Portal): Promise<number> {
  const { documents, changed, unpublished } = await rewriteAddresses(portal, { actor: OPERATOR });
  for (const line of unpublished) console.log(`sin publicar: ${line}`);
  const read = countOf(documents, 'documento leído', 'documentos leídos');
  const left = countOf(unpublished.length, 'dirección de una imagen que nadie publicó', 'direcciones de imágenes que nadie publicó');
  console.log(`${read}, ${countOf(changed, 'cambiado', 'cambiados')}; ${left}.`);
  return unpublished.length === 0 ? 0 : 1;
}

/** Parses `--also`. @throws UsageError */
function readAlso(given: string): AllowedAddress {
  const { hostname, port } = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : { hostname: '', port: '' };
  const ip = hostname.replace(/^\[|\]$/g, '');
  if (isIP(ip) === 0) throw new UsageError(`--also no es una IP con su puerto: «${given}».`);
  return { ip, port: Number(port) || 80 };
}

/** `npm run pictures`. */
export const pictures = createCommand(
  { usage: USAGE, actions: ['check', 'rewrite'], options: { also: { type: 'string', multiple: true } } },
  async ({ action, values, environment }) => {
    if (action === 'rewrite' && values.also) throw new UsageError('--also es solo para check.');
    const also = (values.also ?? []).map(readAlso);
    return withPortal('pictures', environment, (portal) => (action === 'check' ? check(portal, also) : rewrite(portal)));
  },
);
