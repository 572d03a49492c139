/* Errors of the interface, at the fields that they name. */

import { control, controls, read } from './form.js';
import { reveal } from './languages.js';
import { element, form, say, words } from './page.js';

export function clearError(input) {
  document.getElementById(input.getAttribute('aria-describedby'))?.remove();
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
}

export function clearErrors() {
  for (const input of form.querySelectorAll('[aria-invalid]')) clearError(input);
}

const RULE = ['until', 'count', 'custom'].map((part) => `rrule[${part}]`);

/** Returns the control of a JSON pointer, and shows its language: `/venue/0/city` is `venue[city]`. */
function controlOf(pointer) {
  const [name, ...rest] = pointer.slice(1).split('/');
  const inner = rest.find((part) => !/^\d+$/.test(part));
  const others = { rrule: RULE, translations: [`translations[${rest.join('][')}]`, 'lang'] };
  const names = [...(others[name] ?? [`${name}[${inner}]`]), name];
  reveal(names[0] in form.elements ? names[0] : name);
  const found = names.flatMap(controls);
  // Of a rule, the empty part.
  const isWrong = (input) => input.name === 'rrule' || name !== 'rrule' || !input.value;
  return found.find((input) => input.checkVisibility() && isWrong(input));
}

function textOfError({ pointer, code, detail }, input) {
  const [, field] = pointer.split('/');
  const isAddress = /(website|image)$/.test(pointer) && code === 'format';
  const isDate =
    ['start_date', 'end_date'].includes(field) && ['format', 'required'].includes(code);
  const dated = control('all_day').checked ? words.error_day : words.error_date;
  if (isAddress || isDate) return [isDate ? dated : words.error_address];
  const [start, end] = ['start_date', 'end_date'].map((name) => read()[name]);
  if (input.name === 'end_date' && end < start) return [words.error_order];
  const isOffRule = input.name === 'start_date' && code === 'conflict';
  const text = isOffRule ? words.error_rule : (words[`error_${code.replace('-', '_')}`] ?? '');
  if (RULE.includes(input.name)) return [words.error_required];
  if (['required', 'blank'].includes(code)) return [text];
  return [`${text} `, element('span', { lang: 'en', className: 'note' }, detail)];
}

/** Shows an error at its field, instead of an earlier one. */
export function showError(input, ...content) {
  clearError(input);
  const text = element('p', { className: 'error' }, ...content);
  text.id = `error-${input.name}`;
  input.ariaInvalid = 'true';
  input.setAttribute('aria-describedby', text.id);
  input.closest('label').after(text);
}

/** Shows all errors of a response: at their fields, or together. */
export function showErrors(errors) {
  const others = [];
  clearErrors();
  for (const error of errors) {
    const input = error.pointer && controlOf(error.pointer);
    if (!input) {
      others.push(element('p', { lang: 'en' }, `${error.pointer ?? ''} ${error.detail}`));
      continue;
    }
    showError(input, ...textOfError(error, input));
  }
  say(words.errors, ...others);
  const wrong = form.querySelector('[aria-invalid]');
  if (wrong) reveal(wrong.name);
  wrong?.focus();
}

form.addEventListener('input', ({ target }) => controls(target.name).forEach(clearError));
