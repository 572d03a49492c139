/** What an element is called by those who hear it. */
const SPOKEN = ['title', 'placeholder', 'aria-label'];

/** Words that Swagger UI puts before a value, in a text of its own. */
const INTRODUCED = /^<i>([^<]+)<\/i>/;

/**
 * Swagger UI in the words of the page, and for everybody: its labels are part of its code, most of
 * them in components that cannot be replaced, but all elements are made in one place.
 *
 * @param words `labels` by Swagger UI's own, and what it does not say itself
 */
export function swaggerElements(words) {
  const labels = new Map(Object.entries(words.labels));
  const told = (text) =>
    typeof text === 'string'
      ? text.replace(/\S(?:.*\S)?/s, (label) => labels.get(label) ?? label)
      : text;

  /** What differs from the elements of Swagger UI, by their names. */
  const repaired = {
    // The page has one of its own, which this is in.
    main: (props) => ['div', props],
    // Below the heading of the page there is none of the second level.
    ...Object.fromEntries(
      [3, 4, 5, 6].map((level) => [
        `h${level}`,
        (props) => [`h${level}`, { 'aria-level': level - 1, ...props }],
      ]),
    ),
    // What scrolls can be scrolled without a mouse.
    pre: (props) => [
      'pre',
      props.className?.includes('microlight') ? { tabIndex: 0, ...props } : props,
    ],
    // It has a role of its own.
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

  const inWords = (props) => {
    const spoken = SPOKEN.filter((name) => name in props).map((name) => [name, told(props[name])]);
    return spoken.length > 0 ? { ...props, ...Object.fromEntries(spoken) } : props;
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
      return create(name, inWords(own), ...(isData ? children : children.map(told)));
    };

    const Name = React.createContext(undefined);
    return {
      wrapComponents: {
        // A link within the button that opens what it leads to cannot be reached.
        DeepLink:
          () =>
          ({ text }) =>
            create('span', null, text),
        InfoUrl: () => () => create('a', { href: words.documentAt }, words.document),
        // The only server is the one that the page came from.
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
