export { loadSecondStep as loader, takeSecondStep as action } from '../screens/account/second-step-data.ts';
export { SecondStepScreen as default } from '../screens/account/SecondStepScreen.tsx';
