export { loadSettingsMenu as loader, SettingsMenu as default } from '../screens/settings/SettingsMenu.tsx';
