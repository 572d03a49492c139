import { plainText, readableText } from '../../../platform/texts';
import { httpUrl, richText } from '../foreign-values';
import type { CalendarComponent } from './calendar-reader';
import { parameterOf, properties, textOf } from './properties';

/** For the report. */
export interface Notes {
  /** Links that were left out, because they are too long. */
  longLinks: number;
}

const LINK_MAX = 2000;

export function linkOf(text: string, notes: Notes): string | null {
  const url = httpUrl(text);
  if (url === null || url.length <= LINK_MAX) return url;
  notes.longLinks++;
  return null;
}

const TITLE_MAX = 200;

/** Falls back to the first line of the description. */
export function titleOf(
  component: CalendarComponent,
  description: string,
  untitled: string,
): string {
  const title = textOf(component, 'SUMMARY');
  if (title !== '' && plainText(title.slice(0, 10 * TITLE_MAX)) !== '') return title;
  const [line] = readableText(description.slice(0, 10 * TITLE_MAX))
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);
  return line === undefined ? untitled : cut(line, TITLE_MAX);
}

export const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${Array.from(text.slice(0, 2 * most))
        .slice(0, most - 1)
        .join('')}…`;

/** The tags that programs write in descriptions; another `<` is a character of the text. */
const TAG =
  /<(?:\/?(?:a|b|blockquote|body|code|div|em|font|h[1-6]|html|html-blob|i|li|ol|p|pre|s|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?|(?:br|hr|img)(?:\s[^<>]*|\/)?)>/i;
const LINE_TAG = /<(?:br|p|div|li|tr|h[1-6])\b/i;

/** Google writes HTML in DESCRIPTION, Outlook in X-ALT-DESC. */
export function descriptionOf(component: CalendarComponent): string {
  const [html] = properties(component, 'X-ALT-DESC').flatMap((property) =>
    parameterOf(property, 'fmttype')?.toLowerCase() === 'text/html'
      ? bodyOf(unescaped(String(property.values.at(0))))
      : [],
  );
  if (html) return html;
  const text = textOf(component, 'DESCRIPTION');
  if (!TAG.test(text)) return richText(text);
  return LINE_TAG.test(text) ? text : text.replace(/\r\n?|\n/g, '<br>\n');
}

const ESCAPE = /\\([\\;,nN])/g;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_escape, character: string) => (/n/i.test(character) ? '\n' : character));

function bodyOf(page: string): string {
  const begin = /<body\b[^<>]*>/i.exec(page);
  const content = begin ? page.slice(begin.index + begin[0].length) : page;
  return content.replace(/<\/body>[^]*$/i, '').trim();
}
