import { Router } from 'express';
import { pipeline } from 'node:stream/promises';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { Services } from '../../services.ts';
import { menuHref } from '../../domain/menu.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Packages } from './index.ts';
import { PACKAGES_SENT } from './package-lists.ts';

/** What the route takes from the portal. */
type PackageRoutesPortal = Pick<Services, 'config' | 'liveSettings'> & { packages: Packages };

/** The manifest of a package, to be printed. Its pages are Remix routes. */
export function packageRoutes({ config, liveSettings, packages }: PackageRoutesPortal): Router {
  const router = Router();
  router.get(
    `${PACKAGES_SENT.url}/:id/manifest.pdf`,
    asyncHandler(async (req, res) => {
      const actor = staffOf(req);
      requireMenu(actor, PACKAGES_SENT.menu, 'export');
      const record = await packages.getSentPackage({ actor, id: req.params['id'] ?? '' });
      const address = new URL(menuHref('packages-received'), config.web.publicUrl);
      address.searchParams.set('code', record.code);
      const { cooperativeName } = liveSettings.current();
      const manifest = { record, address: address.href, cooperativeName, printedBy: actor.name, printedAt: new Date() };
      // Loaded on demand: few ever draw a manifest, and the code that draws it takes a third of a second to load.
      const { drawManifest } = await import('./draw-manifest.ts');
      // Drawn here from texts only: it contains nobody's file.
      res.type('application/pdf').set({
        'Cache-Control': 'private, no-store',
        'Content-Disposition': `inline; filename="manifiesto-${record.code}.pdf"`,
      });
      await pipeline(drawManifest(manifest), res);
    }),
  );
  return router;
}
