import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { checkAddresses, type AllowedAddress } from '../../features/catalogs/check-addresses.ts';
import { rewriteAddresses } from '../../features/catalogs/rewrite-addresses.ts';
import type { Portal } from '../../portal.ts';
import { OPERATOR } from '../../records/write-audit.ts';
import { createCommand, DATABASE_USAGE, runCommand } from './run-command.ts';
import { withPortal } from './with-portal.ts';

const USAGE = `npm run pictures -- check [--also IP:PORT]… | rewrite

  check     asks every stored address of a picture as the mobile app does; exit code 1 and one line per address that shows none
            --also IP:PORT   may be asked although it is in a private network, as where the portal's own name leads inside it
  rewrite   gives the pictures of all documents their public address (PUBLIC_MEDIA_URL), with an audit entry each

${DATABASE_USAGE}
`;

async function check(portal: Portal, also: readonly AllowedAddress[]): Promise<number> {
  const { asked, broken } = await checkAddresses(portal, { also });
  for (const { address, reason, places } of broken) console.log(`${address} ${reason}: ${places.join(', ')}`);
  console.log(`${asked} addresses of pictures asked, ${broken.length} show none.`);
  return broken.length === 0 ? 0 : 1;
}

async function rewrite(portal: Portal): Promise<number> {
  const { documents, changed, unpublished } = await rewriteAddresses(portal, { actor: OPERATOR });
  for (const line of unpublished) console.log(`not published: ${line}`);
  console.log(`${documents} documents read, ${changed} changed, ${unpublished.length} addresses of pictures that nobody published.`);
  return unpublished.length === 0 ? 0 : 1;
}

/** Parses `--also`; null if invalid. */
function readAlso(given: string): AllowedAddress | null {
  const { hostname, port } = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : { hostname: '', port: '' };
  const ip = hostname.replace(/^\[|\]$/g, '');
  return isIP(ip) === 0 ? null : { ip, port: Number(port) || 80 };
}

const pictures = createCommand(USAGE, async (args, environment) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { also: { type: 'string', multiple: true } },
  });
  const [command, ...more] = positionals;
  const parsed = (values.also ?? []).map(readAlso);
  const also = parsed.filter((one) => one !== null);
  if (more.length === 0 && command === 'check' && also.length === parsed.length)
    return withPortal('pictures', environment, (portal) => check(portal, also));
  if (more.length === 0 && command === 'rewrite' && parsed.length === 0) return withPortal('pictures', environment, rewrite);
  console.error(USAGE);
  return 2;
});

await runCommand(pictures);
