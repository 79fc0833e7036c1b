import { isServiceIcon } from '#server/domain/products.ts';
import { Icon } from '../../../ui/Icon.tsx';

/** Picture of a service by its stored `icono`; a parcel for names that the portal does not know. */
export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  return <Icon name={isServiceIcon(name) ? name : 'package'} className={className} />;
}
