import { mailAddress } from '../foreign-values';
import type { CalendarComponent } from './calendar-reader';
import { properties } from './properties';

const CN = /;\s*CN\s*=\s*("[^"]*"|[^;"]*)/i;
const MAILTO = /:\s*mailto:/i;

/** Falls back to each CONTACT. */
export function organizersOf(component: CalendarComponent): object[] {
  const [line] = component.lines.get('ORGANIZER') ?? [];
  if (line) {
    // Some programs write names with a colon and without quotation marks.
    const mailto = MAILTO.exec(line.text);
    const end = mailto?.index ?? line.text.lastIndexOf(':');
    const written = CN.exec(line.text.slice(0, end))?.[1] ?? '';
    const email = mailAddress(line.text.slice(end + (mailto?.[0].length ?? 1)));
    const name = written.replaceAll('"', '').trim() || email;
    return name ? [{ organizer: name, email }] : [];
  }
  const contacts = properties(component, 'CONTACT').map(({ values: [value] }) => String(value));
  return contacts
    .map((contact) => contact.trim())
    .filter(Boolean)
    .map((contact) => ({ organizer: contact }));
}
