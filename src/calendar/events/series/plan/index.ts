export * from './plan';
export { earliestComing, planHorizon, untilOf } from './needed-slots';
export { planSplit, slotFrom, type Split } from './plan-split';
export { MOST_COUNTED, planCreation, planRestoration, planUpdate } from './plan-update';
