import { html } from './html';

describe('html', () => {
  it('escapes texts', () => {
    expect(html`<p title="${`"'`}">${'<b> & </b>'}</p>`.text).toBe(
      '<p title="&#34;&#39;">&#60;b&#62; &#38; &#60;/b&#62;</p>',
    );
  });

  it('inserts HTML and lists of it, and nothing for what is absent', () => {
    expect(html`<p>${html`<b>!</b>`}${false}${undefined}</p>`.text).toBe('<p><b>!</b></p>');
    const items = ['a', '<'].map((item) => html`<i>${item}</i>`);
    expect(html`<b>${items}</b>`.text).toBe('<b><i>a</i> <i>&#60;</i></b>');
  });

  it('leaves out the indentation of the template, but not that of values', () => {
    expect(
      html`<ul>
        <li><pre>${'c\n\n  d'}</pre></li>
      </ul>`.text,
    ).toBe('<ul><li><pre>c\n\n  d</pre></li></ul>');
  });
});
