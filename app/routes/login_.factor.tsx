export { loadSecondStep as loader, verifySecondStep as action } from '../screens/account/second-step-data.ts';
export { SecondStepScreen as default } from '../screens/account/SecondStepScreen.tsx';
