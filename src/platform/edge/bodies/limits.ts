import { Problem } from '../../foundation/errors';

/** Deeper than any record; deeper input would only cost time. */
export const DEPTH_MAX = 20;
/**
 * Maximum number of values in all lists and objects together. This many are parsed and discarded
 * within a tenth of a second.
 */
export const VALUES_MAX = 10_000;
/** Maximum number of parameters of a query or form, and of keys of an object. */
export const PARAMETERS_MAX = 1000;

export const tooDeep = (): Problem =>
  new Problem('rest-bad-request', {
    message: `The body is nested more than ${DEPTH_MAX} levels deep.`,
  });

export const tooManyParameters = (): Problem =>
  new Problem('rest-body-too-large', {
    message: `The form has more than ${PARAMETERS_MAX} parameters.`,
  });
