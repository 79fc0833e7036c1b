import type { Services } from '#server/services.ts';

/** Lists of maintenance constants that have no defaults, so that their screens show something. Statuses keep the defaults. */
const CONSTANTS = {
  extensionTypes: [
    ['pdf', 'Documento PDF'],
    ['tif', 'Imagen TIF'],
    ['tiff', 'Imagen TIFF'],
    ['jpg', 'Imagen JPG'],
    ['jpeg', 'Imagen JPEG'],
    ['png', 'Imagen PNG'],
    ['docx', 'Documento de Word'],
    ['xlsx', 'Libro de Excel'],
  ],
  fieldValidators: [
    ['dpi', '^\\d{13}$'],
    ['nit', '^\\d{1,8}-?[\\dkK]$'],
    ['telefono', '^\\d{4}-?\\d{4}$'],
  ],
} as const;

export async function seedSettings({ documents }: Pick<Services, 'documents'>, at: Date): Promise<void> {
  for (const [list, rows] of Object.entries(CONSTANTS)) {
    const items = rows.map(([id, value]) => ({ id, value }));
    await documents.digitalization.set(`constantes/${list}`, { items, isActive: true, createdAt: at, updatedAt: at });
  }
}
