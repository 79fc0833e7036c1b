import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import type { DemoPortal } from './demo-portal.ts';

const FILES = path.resolve(import.meta.dirname, '../../server/pages/testing/files');
const FOLDER = 'carpeta-01';
const ANY_TYPE = 'e2e-todo';

/** Uploads the sample files of other programs to a demo portal's Maletín. @returns their ids by name */
export async function uploadDocumentFiles(portal: DemoPortal): Promise<ReadonlyMap<string, string>> {
  await allowEveryType(portal);
  const ids = new Map<string, string>();
  const names = (await readdir(FILES)).filter((name) => !name.endsWith('.md')).sort();
  for (const name of names) ids.set(name, await uploadFile(portal, name, await readFile(path.join(FILES, name))));
  return ids;
}

export async function uploadFile(portal: DemoPortal, name: string, content: Buffer): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ name, folderId: FOLDER, documentTypeId: ANY_TYPE })) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const headers = { Cookie: await portal.cookieOf('admin'), Origin: portal.url, Accept: 'application/json' };
  const response = await fetch(`${portal.url}/briefcase/upload`, { method: 'POST', body: form, headers });
  if (response.status !== 201) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Another program creates the type: it appears once the worker has synced it. */
async function allowEveryType({ database: { sql }, documents }: DemoPortal): Promise<void> {
  await documents.main.create(`maletin_tipos_documento/${ANY_TYPE}`, {
    nombre: 'Todo (e2e)',
    extensiones: [],
    estado: true,
  });
  await vi.waitFor(
    async () => {
      const { rows } = await sql.query('SELECT 1 FROM maletin_tipos_documento WHERE id = $1', [ANY_TYPE]);
      if (rows.length === 0) throw new Error('the type has not come yet');
    },
    { timeout: 20_000, interval: 200 },
  );
}
