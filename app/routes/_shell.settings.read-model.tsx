export { actOnReadModel as action, loadReadModel as loader } from '../screens/operations/read-model-data.ts';
export { ReadModelView as default } from '../screens/operations/ReadModelView.tsx';
