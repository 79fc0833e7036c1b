export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';
export { actOnNotes as action, loadNotes as loader } from '../screens/notes/notes-data.ts';
export { NotesScreen as default } from '../screens/notes/NotesScreen.tsx';
