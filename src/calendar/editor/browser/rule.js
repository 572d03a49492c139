/* Rules of series (RFC 5545) in the controls of the form. */

import { asDate } from './values.js';

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const partsOf = (rule) => Object.fromEntries(rule.split(';').map((part) => part.split('=')));
const sorted = (parts) => Object.entries(parts).sort().join(';');

/** Returns the controls of the rule: `{ kind, interval, until … }`. */
const controlsIn = ({ elements }) => ({
  ...Object.fromEntries(
    ['custom', 'interval', 'ends', 'until', 'count'].map((name) => [
      name,
      elements[`rrule[${name}]`],
    ]),
  ),
  kind: elements.rrule,
  days: [...elements['rrule[byday]']],
  start: elements.start_date[0],
});

/** Returns the rule in the controls. */
export function ruleIn(form) {
  const { kind, custom, interval, ends, until, count, days, start } = controlsIn(form);
  if (kind.value === '' || kind.value === 'custom') return kind.value && custom.value.trim();
  const first = asDate(start.value || '2000-01-01');
  const [day, weekday] = [first.getUTCDate(), DAYS[first.getUTCDay()]];
  const chosen = days.filter(({ checked }) => checked).map(({ value }) => value);
  const parts = {
    weekly: ['FREQ=WEEKLY', chosen.length > 0 && `BYDAY=${chosen}`],
    monthly_day: ['FREQ=MONTHLY', `BYMONTHDAY=${day}`],
    monthly_weekday: ['FREQ=MONTHLY', `BYDAY=${Math.ceil(day / 7)}${weekday}`],
    monthly_last: ['FREQ=MONTHLY', `BYDAY=-1${weekday}`],
  }[kind.value];
  return [
    ...parts,
    interval.value !== '1' && `INTERVAL=${interval.value}`,
    ends.value === 'until' && `UNTIL=${until.value.replaceAll('-', '')}`,
    ends.value === 'count' && `COUNT=${count.value}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** Shows a rule in the controls, as text if they cannot say it. */
export function showRule(form, rule, timeZone) {
  const { kind, custom, interval, ends, until, count, days } = controlsIn(form);
  const parts = partsOf(rule);
  if (parts.UNTIL?.includes('T')) {
    const time = parts.UNTIL.replace(/^(....)(..)(.{5})(..)(..Z)$/, '$1-$2-$3:$4:$5');
    // Swedish dates are those of ISO 8601.
    parts.UNTIL = new Date(time).toLocaleDateString('sv', { timeZone }).replaceAll('-', '');
  }
  custom.value = rule;
  interval.value = parts.INTERVAL ?? '1';
  count.value = parts.COUNT ?? '';
  until.value = parts.UNTIL?.replace(/^(....)(..)(..)$/, '$1-$2-$3') ?? '';
  ends.value = parts.COUNT ? 'count' : parts.UNTIL || !rule ? 'until' : 'never';
  for (const day of days) day.checked = parts.BYDAY?.split(',').includes(day.value) ?? false;
  const kinds = rule ? ['weekly', 'monthly_day', 'monthly_weekday', 'monthly_last'] : [''];
  const isShown = kinds.some((each) => {
    kind.value = each;
    return sorted(partsOf(ruleIn(form))) === sorted(parts);
  });
  if (!isShown) kind.value = 'custom';
}

/** Names the choices after the start, and shows the controls of the chosen one. */
export function adaptRule(form, { words, language, isSeries }) {
  const { kind, custom, interval, ends, until, count, days, start } = controlsIn(form);
  const first = asDate(start.value || '2000-01-01');
  const day = first.getUTCDate();
  const nextWeek = new Date(first.getTime() + 7 * 864e5);
  const nameOf = (date, weekday) => date.toLocaleDateString(language, { weekday, timeZone: 'UTC' });
  const position = words.positions.split(', ')[Math.ceil(day / 7) - 1];
  const [none, , ...monthly] = kind.options;
  const isHidden = [false, position === undefined, nextWeek.getUTCMonth() === first.getUTCMonth()];
  none.hidden = isSeries;
  for (const [index, option] of monthly.slice(0, 3).entries()) {
    const values = { day, position, weekday: nameOf(first, 'long') };
    // Safari shows hidden options.
    option.disabled = !start.value || isHidden[index];
    option.hidden = start.value ? isHidden[index] : index > 0;
    const text = start.value ? words[`rule_${option.value}`] : words.rule_monthly;
    option.textContent = text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '…');
  }
  for (const box of days) {
    const date = new Date(Date.UTC(2023, 0, 1 + DAYS.indexOf(box.value)));
    box.nextElementSibling.textContent = nameOf(date, 'short');
  }
  // The only day of a week is that of the start.
  const chosen = days.filter(({ checked }) => checked);
  if (kind.value === 'weekly' && start.value && chosen.length < 2)
    for (const box of days) box.checked = box.value === DAYS[first.getUTCDay()];
  const isRegular = !['', 'custom'].includes(kind.value);
  const shown = [
    [custom.parentElement, kind.value === 'custom'],
    [days[0].closest('fieldset'), kind.value === 'weekly'],
    [interval.parentElement, isRegular],
    [ends.parentElement, isRegular],
    [until.parentElement, isRegular && ends.value === 'until'],
    [count.parentElement, isRegular && ends.value === 'count'],
  ];
  const unit = kind.value === 'weekly' ? 'weeks' : 'months';
  interval.previousSibling.textContent = words[`interval_${unit}`];
  for (const [part, isShown] of shown) part.hidden = !isShown;
}
