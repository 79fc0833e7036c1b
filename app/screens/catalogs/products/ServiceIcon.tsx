import { isServiceIcon } from '#server/domain/products.ts';
import { Icon } from '../../../ui/Icon.tsx';

/** Icon of a service by its stored `icono`; a parcel for unknown names. */
export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  return <Icon name={isServiceIcon(name) ? name : 'package'} className={className} />;
}
