import { it } from 'vitest';
import { useDemoPortal } from './demo-portal.ts';

const portal = useDemoPortal();
it('try', async () => {
  const { page } = await portal.as('admin', { viewport: { width: 1366, height: 900 } });
  await page.goto('/briefcase/list-briefcase');
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: '/tmp/g/1-list.png' });
  console.log(await page.evaluate(() => document.documentElement.scrollWidth));
  const nojs = await portal.as('admin', { javaScriptEnabled: false });
  await nojs.page.goto('/briefcase/list-briefcase');
  await nojs.page.getByRole('link', { name: 'Cargar archivos' }).click();
  await nojs.page.screenshot({ path: '/tmp/g/nojs.png' });
}, 240_000);
