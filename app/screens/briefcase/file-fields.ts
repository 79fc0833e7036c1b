/** What people can change of a file, in the order of its form. */
export const FILE_FIELDS = ['nombre', 'carpetaId', 'tipoDocumentoId'] as const;
export type FileField = (typeof FILE_FIELDS)[number];

export const FILE_LABELS: Readonly<Record<FileField, string>> = {
  nombre: 'Nombre',
  carpetaId: 'Carpeta',
  tipoDocumentoId: 'Tipo de documento',
};
