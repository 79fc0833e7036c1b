import File from 'lucide-react/icons/file';
import FileArchive from 'lucide-react/icons/file-archive';
import FileImage from 'lucide-react/icons/file-image';
import FileMusic from 'lucide-react/icons/file-music';
import FilePlay from 'lucide-react/icons/file-play';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import FileType from 'lucide-react/icons/file-type';
import Presentation from 'lucide-react/icons/presentation';
import Sheet from 'lucide-react/icons/sheet';
import type { Icon } from './icon.ts';

/** The ten kinds of specification section 5, by the names that server/domain/files-vocabulary.ts gives them. */
const PICTURES = {
  image: { icon: FileImage, color: 'text-info' },
  music: { icon: FileMusic, color: 'text-warning' },
  video: { icon: FilePlay, color: 'text-warning' },
  excel: { icon: FileSpreadsheet, color: 'text-success' },
  word: { icon: FileType, color: 'text-info' },
  powerpoint: { icon: Presentation, color: 'text-error' },
  csv: { icon: Sheet, color: 'text-success' },
  zip: { icon: FileArchive, color: 'text-muted' },
  pdf: { icon: FileText, color: 'text-error' },
  unknown: { icon: File, color: 'text-muted' },
} as const satisfies Readonly<Record<string, { icon: Icon; color: string }>>;

export type FileIconKind = keyof typeof PICTURES;

/** Give `label` ("PDF") when no text beside it says the kind; else it is decoration. */
export function FileIcon({ kind, label, size = 16 }: { kind: FileIconKind; label?: string; size?: number }) {
  const { icon: Picture, color } = PICTURES[kind];
  return <Picture size={size} className={`inline-block flex-none ${color}`} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />;
}
