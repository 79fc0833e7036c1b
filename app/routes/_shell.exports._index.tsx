export { loadExportList as loader, ExportList as default } from '../screens/exports/ExportList.tsx';
