import BriefcaseBusiness from 'lucide-react/icons/briefcase-business';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import FileType from 'lucide-react/icons/file-type';
import Files from 'lucide-react/icons/files';
import Folder from 'lucide-react/icons/folder';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import Handshake from 'lucide-react/icons/handshake';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import MapPin from 'lucide-react/icons/map-pin';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import Network from 'lucide-react/icons/network';
import Package from 'lucide-react/icons/package';
import PackageCheck from 'lucide-react/icons/package-check';
import PackageOpen from 'lucide-react/icons/package-open';
import ScanText from 'lucide-react/icons/scan-text';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Tags from 'lucide-react/icons/tags';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import type { MenuIcon } from '#server/domain/menu.ts';
import type { Icon } from '#app/ui/icon.ts';

/** Pictures of the menu entries, by the names that server/domain/menu.ts gives. */
export const MENU_ICONS: Readonly<Record<MenuIcon, Icon>> = {
  'briefcase-business': BriefcaseBusiness,
  'chart-column': ChartColumn,
  'chart-no-axes-column': ChartNoAxesColumn,
  'file-type': FileType,
  files: Files,
  folder: Folder,
  'graduation-cap': GraduationCap,
  handshake: Handshake,
  house: House,
  'id-card': IdCard,
  'map-pin': MapPin,
  megaphone: Megaphone,
  'message-square-quote': MessageSquareQuote,
  network: Network,
  package: Package,
  'package-check': PackageCheck,
  'package-open': PackageOpen,
  'scan-text': ScanText,
  settings: Settings,
  'shield-check': ShieldCheck,
  tags: Tags,
  'user-cog': UserCog,
  users: Users,
};
