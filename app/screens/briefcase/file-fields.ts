/** What people can change of a file, in the order of its form. */
export const FILE_LABELS = {
  nombre: 'Nombre',
  carpetaId: 'Carpeta',
  tipoDocumentoId: 'Tipo de documento',
} as const;
export type FileField = keyof typeof FILE_LABELS;
