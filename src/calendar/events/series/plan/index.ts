export { type OverridableValues, overridesAfter } from './overrides';
export * from './plan';
export { earliestComing, planHorizon, untilOf } from './needed-slots';
export { planSplit, type Split, splitSlot } from './plan-split';
export { MOST_COUNTED, planCreation, planRestoration, planUpdate } from './plan-update';
export { withoutSlot, withSlot } from './slot-changes';
