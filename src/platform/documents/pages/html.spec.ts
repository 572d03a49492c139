import { compact, html } from './html';

describe('html', () => {
  it('escapes texts', () => {
    expect(html`<p title="${`"'`}">${'<b> & </b>'}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;b&gt; &amp; &lt;/b&gt;</p>',
    );
  });

  it('inserts HTML, and lists of it on separate lines', () => {
    expect(html`<p>${html`<b>!</b>`}</p>`.text).toBe('<p><b>!</b></p>');
    const items = ['a', '<'].map((item) => html`<i>${item}</i>`);
    expect(html`<b>${items}</b>`.text).toBe('<b><i>a</i>\n<i>&lt;</i></b>');
  });

  it('can be without white space around blocks, but not in texts', () => {
    const list = html`<ul>
      <li><b>a</b> <i>b</i></li>
      <li>
        <pre><code>${'c\n\n  d'}</code></pre>
      </li>
    </ul> `;
    expect(compact(list).text).toBe(
      '<ul><li><b>a</b> <i>b</i></li><li><pre><code>c\n\n  d</code></pre></li></ul>',
    );
  });
});
