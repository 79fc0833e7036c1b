import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import Building2 from 'lucide-react/icons/building-2';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Car from 'lucide-react/icons/car';
import CreditCard from 'lucide-react/icons/credit-card';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import House from 'lucide-react/icons/house';
import Package from 'lucide-react/icons/package';
import PiggyBank from 'lucide-react/icons/piggy-bank';
import Receipt from 'lucide-react/icons/receipt';
import Send from 'lucide-react/icons/send';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Smartphone from 'lucide-react/icons/smartphone';
import Sprout from 'lucide-react/icons/sprout';
import { isServiceIcon, type ServiceIconName } from '#server/domain/products.ts';
import type { Icon } from '../../ui/icon.ts';

const PICTURES: Readonly<Record<ServiceIconName, Icon>> = {
  'piggy-bank': PiggyBank,
  'hand-coins': HandCoins,
  'calendar-clock': CalendarClock,
  'calendar-check': CalendarCheck,
  'credit-card': CreditCard,
  send: Send,
  'shield-check': ShieldCheck,
  house: House,
  car: Car,
  'briefcase-business': BriefcaseBusiness,
  sprout: Sprout,
  'graduation-cap': GraduationCap,
  'heart-pulse': HeartPulse,
  receipt: Receipt,
  smartphone: Smartphone,
  'building-2': Building2,
};

/** Picture of a service by its stored `icono`; a parcel for names that the portal does not know. */
export function ServiceIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Picture = isServiceIcon(name) ? PICTURES[name] : Package;
  return <Picture size={size} className="flex-none text-primary" aria-hidden />;
}
