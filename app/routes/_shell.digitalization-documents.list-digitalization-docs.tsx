export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnDocumentList as action } from '../screens/documents/act-on-documents.ts';
export { DocumentList as default, loadDocumentList as loader } from '../screens/documents/DocumentList.tsx';
