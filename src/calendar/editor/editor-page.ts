import { type Html, html, page, type PageLayout, type Value } from '../../platform/pages';

/** What the page contains besides its layout. */
interface EditorPage {
  /** The texts of `i18n/<language>/editor.json`. */
  words: Readonly<Record<string, string>>;
  /** The path of the interface. */
  namespace: string;
  needsKey: boolean;
  /** The time zone of the calendar. */
  zone: string;
  /** The main language of new records. */
  language: string;
  /** Name of a language → its tag. */
  languages: ReadonlyMap<string, string>;
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const EVENT_STATUSES = ['scheduled', 'postponed', 'canceled', 'moved-online'];
const RULES = ['weekly', 'monthly_day', 'monthly_weekday', 'monthly_last', 'custom'];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Renders the editor; `editor.js` shows its parts. The controls have the names of fields of the interface. */
export function editorPage(
  layout: PageLayout,
  { words, namespace, needsKey, zone, language, languages }: EditorPage,
): Html {
  const { up } = layout;
  const field = (name: string, type = 'text', more: Value = '', label = name): Html =>
    html`<label>${words[label]} <input type="${type}" name="${name}" ${more} /></label>`;
  const hint = (key: string): Html => html`<small class="note">${words[key]}</small>`;
  const options = (values: readonly string[], prefix: string): Html[] =>
    values.map(
      (value) =>
        html`<option value="${value}">${words[`${prefix}_${value}`.replace('-', '_')]}</option>`,
    );
  const group = (legend: string, content: Value, more: Value = ''): Html =>
    html`<fieldset ${more}>
      <legend>${words[legend]}</legend>
      ${content}
    </fieldset>`;
  const button = (action: string): Html =>
    html`<button type="button" value="${action}">${words[action]}</button>`;
  const date = (name: string): Html =>
    group(
      name,
      [
        field(name, 'date', html`aria-required="true"`, 'day'),
        field(name, 'time', html`aria-required="true"`, 'time'),
      ],
      html`class="date"`,
    );
  /** A field for the names of linked records, and the fields of a new one. */
  const linked = (name: string, fields: readonly string[], more?: Html): Html =>
    group(name, [
      field(name, 'text', html`list="${name}-names" autocomplete="off"`, `${name}_name`),
      html`<datalist id="${name}-names"></datalist>`,
      more ?? '',
      html`<div class="new" hidden>
        ${hint(`${name}_new`)} ${fields.map((key) => field(`${name}[${key}]`, 'text', '', key))}
      </div>`,
    ]);
  const form = html`<form id="event" novalidate hidden>
    <p id="all" hidden>${words.all_dates}</p>
    <div id="dates" hidden>
      <h2>${words.dates}</h2>
      <ul class="events"></ul>
    </div>
    <p id="part" hidden>${words.part} <a>${words.whole}</a></p>
    <label
      >${words.lang}
      <select name="lang"></select
    ></label>
    <details>
      <summary>${words.add_language}</summary>
      ${field('lang[new]', 'text', html`list="languages" autocomplete="off"`, 'lang_new')}
      <datalist id="languages">
        ${[...languages].map(([name, tag]) => html`<option data-tag="${tag}" value="${name}"></option>`)}
      </datalist>
      ${button('add')}
    </details>
    ${field('title', 'text', html`aria-required="true"`)}
    <label class="box"><input type="checkbox" name="all_day" /> ${words.all_day}</label>
    <div class="columns">${date('start_date')} ${date('end_date')}</div>
    <label
      >${words.timezone} <input name="timezone" list="zones" autocomplete="off" />
      <datalist id="zones"></datalist
    ></label>
    ${group(
      'rrule',
      [
        html`<label
          >${words.rule}
          <select name="rrule">
            <option value="">${words.rule_none}</option>
            ${options(RULES, 'rule')}
          </select></label
        >`,
        field('rrule[custom]', 'text', '', 'rule_text'),
        html`<fieldset>
          <legend>${words.weekdays}</legend>
          ${DAYS.map(
            (day) =>
              html`<label class="box"
                ><input type="checkbox" name="rrule[byday]" value="${day}" /> <span></span
              ></label>`,
          )}
        </fieldset>`,
        field('rrule[interval]', 'number', html`min="1" value="1"`, 'interval_weeks'),
        html`<label
          >${words.ends}
          <select name="rrule[ends]">
            ${options(['until', 'count', 'never'], 'ends')}
          </select></label
        >`,
        field('rrule[until]', 'date', '', 'until'),
        field('rrule[count]', 'number', html`min="1"`, 'count'),
      ],
      html`id="repeats"`,
    )}
    <div class="columns">
      ${linked('venue', ['address', 'zip', 'city', 'country'])}
      ${linked('organizer', ['email', 'website'], hint('several'))}
    </div>
    ${group('categories', [
      html`<div id="categories"></div>`,
      field('categories[new]', 'text', html`autocomplete="off"`, 'category_new'),
    ])}
    ${field('tags', 'text', html`autocomplete="off"`)}
    <label
      >${words.description} <textarea name="description" rows="10"></textarea> ${hint('paragraphs')}
      <small class="note markup" hidden>${words.markup}</small></label
    >
    <div class="columns">
      ${field('cost')} ${field('website', 'url', html`placeholder="https://"`)}
    </div>
    ${field('image', 'url', html`placeholder="https://"`)}
    <img id="picture" alt="${words.picture}" hidden />
    <p class="note" id="no-picture" hidden>${words.no_picture}</p>
    <div class="columns">
      <label
        >${words.event_status}
        <select name="event_status">
          ${options(EVENT_STATUSES, 'event_status')}
        </select></label
      >
      ${field('event_status_reason')}
    </div>
    <p class="actions">${['publish', 'draft', 'cancel', 'trash', 'undo'].map(button)}</p>
  </form>`;
  const list = html`<div id="list" hidden>
    <p><a class="button" href="#new">${words.new}</a></p>
    <form class="filters" role="search">
      ${field('search', 'search')}
      <label
        >${words.status}
        <select name="status">
          <option value="">${words.any_status}</option>
          ${options(STATUSES, 'status')}
        </select></label
      >
      <label
        >${words.month}
        <select name="month">
          <option value="">${words.upcoming}</option>
          <option value="all">${words.any_month}</option>
        </select></label
      >
    </form>
    <p class="note" role="status"></p>
    <ul class="events"></ul>
    <button type="button" hidden>${words.more}</button>
  </div>`;
  const login = html`<form id="login" hidden>
    ${field('key', 'password', html`autocomplete="off" required aria-describedby="key-note"`)}
    <p class="note" id="key-note">${words.key_note}</p>
    <button>${words.open}</button>
  </form>`;
  // Not in a language segment, which may choose the language of texts (`CONTENT_BY_SEGMENT`).
  const root = `${up}${namespace}`;
  return page(layout, {
    title: words.editor,
    path: 'edit',
    name: 'site editor',
    head: html`<meta name="robots" content="noindex" />
      <link rel="stylesheet" href="${up}edit/editor.css" />
      <script type="module" src="${up}edit/editor.js"></script>`,
    menu: html`<nav aria-label="${words.editor}"><a href="#">${words.list}</a></nav>`,
    body: html`<main
      id="content"
      tabindex="-1"
      data-root="${root}"
      data-zone="${zone}"
      data-language="${language}"
      ${needsKey && html`data-needs-key="true"`}
      data-words="${JSON.stringify(words)}"
    >
      <h1 tabindex="-1">${words.editor}</h1>
      <noscript><p>${words.no_script}</p></noscript>
      ${login} ${list} ${form}
      <div id="message" role="status"></div>
    </main>`,
  });
}
