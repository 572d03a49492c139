/** Properties that screen readers read out. */
const SPOKEN = ['title', 'placeholder', 'aria-label'];
/** The same, and the text of elements such as buttons, which have it among their properties. */
const SHOWN = [...SPOKEN, 'children'];

/** A label that Swagger UI puts before a value in the same text. */
const INTRODUCED = /^<i>([^<]+)<\/i>/;

/**
 * Translates Swagger UI (https://github.com/swagger-api/swagger-ui/issues/2488) and makes it
 * accessible (https://github.com/swagger-api/swagger-ui/issues/7350). Its labels are hard-coded, most
 * of them in components that cannot be replaced, but all elements are created in one place,
 * `createElement` of its own React.
 *
 * @param words `labels` by Swagger UI's English texts, and texts that it does not have
 */
export function swaggerElements(words) {
  const labels = new Map(Object.entries(words.labels));
  const told = (text) =>
    typeof text === 'string'
      ? text.replace(/\S(?:.*\S)?/s, (label) => labels.get(label) ?? label)
      : text;

  /** Corrected elements by name. */
  const repaired = {
    // The page has a `main` already, which contains this one.
    main: (props) => ['div', props],
    // Swagger UI has no headings of the second level, so its headings move up by one level.
    ...Object.fromEntries(
      [3, 4, 5, 6].map((level) => [
        `h${level}`,
        (props) => [`h${level}`, { 'aria-level': level - 1, ...props }],
      ]),
    ),
    // Scrollable elements must be scrollable with the keyboard.
    pre: (props) => [
      'pre',
      props.className?.includes('microlight') ? { tabIndex: 0, ...props } : props,
    ],
    // A table has the correct role by default.
    table: ({ role, ...props }) => ['table', props],
    textarea: (props) => ['textarea', { 'aria-label': words.body, ...props }],
    button: (props, [content]) => {
      const name = { 'close-modal': 'Close', 'model-box-control': !content && 'Schema' };
      const label = name[props.className];
      return ['button', label ? { 'aria-label': told(label), ...props } : props];
    },
    select: (props) => [
      'select',
      props.className === 'examples-select-element'
        ? { 'aria-label': told('Examples'), ...props }
        : props,
    ],
  };

  const inWords = (props, names) => {
    const texts = names.filter((name) => name in props).map((name) => [name, told(props[name])]);
    return texts.length > 0 ? { ...props, ...Object.fromEntries(texts) } : props;
  };

  const introduced = (source) =>
    source.replace(INTRODUCED, (_all, label) => `<i>${told(label)}</i>`);

  return ({ React }) => {
    const create = React.createElement;
    React.createElement = (type, props, ...children) => {
      if (typeof type !== 'string')
        return typeof props?.source === 'string' && INTRODUCED.test(props.source)
          ? create(type, { ...props, source: introduced(props.source) }, ...children)
          : create(type, props, ...children);
      const [name, own] = repaired[type]?.(props ?? {}, children) ?? [type, props ?? {}];
      const isData = type === 'code' || type === 'pre' || type === 'option';
      return isData
        ? create(name, inWords(own, SPOKEN), ...children)
        : create(name, inWords(own, SHOWN), ...children.map(told));
    };

    const Name = React.createContext(undefined);
    return {
      wrapComponents: {
        // A link inside of the button that opens the operation cannot be reached with the keyboard.
        DeepLink:
          () =>
          ({ text }) =>
            create('span', null, text),
        InfoUrl: () => () => create('a', { href: words.documentAt }, words.document),
        // The only server is the origin of the page.
        ServersContainer: () => () => null,
        JsonSchemaForm: (Form) => (props) =>
          create(
            Name.Provider,
            { value: props.description || React.useContext(Name) },
            create(Form, props),
          ),
        Select: (Select) =>
          class extends Select {
            static contextType = Name;

            render() {
              return React.cloneElement(super.render(), { 'aria-label': this.context });
            }
          },
      },
    };
  };
}
