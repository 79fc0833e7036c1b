export { actOnReadModel as action, loadReadModel as loader } from '../screens/settings/read-model-data.ts';
export { ReadModelView as default } from '../screens/settings/ReadModelView.tsx';
