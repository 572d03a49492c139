import { html } from './html';

describe('A template of HTML', () => {
  it('shows the texts that are put into it as they are', () => {
    expect(html`<p title="${`"'`}">${'<b> & </b>'}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;b&gt; &amp; &lt;/b&gt;</p>',
    );
  });

  it('takes HTML, and lists of it a line each', () => {
    expect(html`<p>${html`<b>!</b>`}</p>`.text).toBe('<p><b>!</b></p>');
    const items = ['a', '<'].map((item) => html`<i>${item}</i>`);
    expect(html`<b>${items}</b>`.text).toBe('<b><i>a</i>\n<i>&lt;</i></b>');
  });
});
