// Tests of the conversion of HTML of other programs: formulas, blocks, lists, links within the text, and no word that is glued to its neighbour.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml, convertedHtml } from '../clean-html.ts'

const clean = (html: string) => cleanHtml('body', html)
const lost = (html: string) => convertedHtml('body', html).lost
const formula = (latex: string) => `<span data-latex="${latex}">${latex}</span>`
const corpus = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../tests/corpus/mathml.json'), 'utf8')) as Record<
  string,
  [mathml: string, latex: string]
>

describe('MathML becomes LaTeX', () => {
  test.each(Object.entries(corpus))('%s', (_, [mathml, latex]) => {
    const { html, lost: gone } = convertedHtml('body', mathml)
    const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
    expect(html).toContain(`data-latex="${latex.replaceAll(/[&<>]/g, (sign) => signs[sign]!)}"`)
    expect(gone).toEqual({})
  })
  test('its words stand apart and it is named where it has no counterpart, or is damaged', () => {
    const division = '<p>a<math><mlongdiv><mn>12</mn><mn>3</mn></mlongdiv></math>b</p>'
    expect([clean(division), lost(division)]).toEqual(['<p>a 12 3 b</p>', { math: 1 }])
    expect([clean('<math><mfrac><mn>1</mn>'), lost('<math><mfrac><mn>1</mn>')]).toEqual([' 1 ', { math: 1 }])
    expect(clean(`<math><mi>${'x'.repeat(5000)}</mi></math>`)).toBe(` ${'x'.repeat(5000)} `)
  })
  test('in time that grows with its depth alone', () => {
    const deep = '<mrow><mo>(</mo>'.repeat(50)
    expect(clean(`<math>${deep}<mi>x</mi>`)).toContain('data-latex')
  })
})

test.each([
  ['Canvas', '<img class="equation_image" data-equation-content="\\frac{1}{2}" alt="LaTeX: \\frac{1}{2}" src="https://c.example/e">'],
  ['Canvas by its description', '<img class="equation_image" alt="LaTeX: \\frac{1}{2}">'],
  ['Canvas by its address', '<img class="equation_image" src="/equation_images/%255Cfrac%257B1%257D%257B2%257D">'],
  ['Moodle', '<img class="texrender" title="\\frac{1}{2}" alt="\\frac{1}{2}" src="https://m.example/filter/tex/pix.php/1.gif">'],
  [
    'WIRIS',
    '<img class="Wirisformula" data-mathml="«math xmlns=¨http://www.w3.org/1998/Math/MathML¨»«mfrac»«mn»1«/mn»«mn»2«/mn»«/mfrac»«/math»">',
  ],
  ['WIRIS without its picture', '«math»«mfrac»«mn»1«/mn»«mn»2«/mn»«/mfrac»«/math»'],
  [
    'KaTeX',
    '<span class="katex"><span class="katex-mathml"><math><semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation encoding="application/x-tex">\\frac{1}{2}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">12</span></span>',
  ],
  ['MathJax', '<span class="MathJax_Preview">12</span><script type="math/tex">\\frac{1}{2}</script>'],
])('a formula of %s stays one', (_, html) => {
  expect(clean(`<p>Is ${html} less?</p>`)).toBe(`<p>Is ${formula('\\frac{1}{2}')} less?</p>`)
  expect(lost(html)).toEqual({})
})
test('TeX between its signs stays text, and a quotation stays one', () => {
  for (const html of ['<p><span>\\(x^2\\)</span></p>', '<p>«math et musique»</p>', '$$x$$'])
    expect(clean(html)).toBe(html.replaceAll(/<\/?span>/g, ''))
})

describe('the nearest takes the place of what the list has not', () => {
  test.each([
    ['<h1>A</h1><h5>B</h5><h6>C</h6>', '<h2>A</h2><h4>B</h4><h4>C</h4>'],
    ['<dl><dt>Mass</dt><dd>5 kg</dd><dd><p>or 6</p></dd></dl>', '<p><strong>Mass</strong></p><p>5 kg</p><div><p>or 6</p></div>'],
    ['<details><summary>More</summary>hidden <b>x</b></details>', '<div><p><strong>More</strong></p><p>hidden <b>x</b></p></div>'],
    ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>', '漢(kan)字(ji)'],
    ['<section><p>a</p></section><article>b</article>c', '<div><p>a</p></div><div>b</div>c'],
    ['<td>q</td><td>r</td>', '<div>q</div><div>r</div>'],
    ['<table><form><tr><td>a</td></tr></form></table>', '<table><tr><td>a</td></tr></table>'],
    ['<p>x <q>y</q> <del>z</del> <ins>u</ins> <kbd>k</kbd></p>', '<p>x “y” <s>z</s> <u>u</u> <code>k</code></p>'],
    ['<ol type="a" start="3" reversed><li value="4">x</li></ol>', '<ol type="a" start="3" reversed><li value="4">x</li></ol>'],
    ['<p dir=RTL>x</p><p style="direction: rtl">y</p><p dir="x">z</p>', '<p dir="rtl">x</p><p dir="rtl">y</p><p>z</p>'],
    [
      '<b style="font-weight:normal"><p><span style="font-weight:700;font-style:italic">x</span><span style="vertical-align:super">2</span></p></b>',
      '<p><em><strong>x</strong></em><sup>2</sup></p>',
    ],
    [
      '<p>a<video src="https://e.example/a.mp4" title="Film"></video>b</p>',
      '<p>a <a href="https://e.example/a.mp4" rel="noopener noreferrer">Film</a> b</p>',
    ],
    [
      '<h2 id="a">A</h2><p id="c"><a href="#a">to</a><a href="#gone">g</a><a name=b></a><a href="#b">b</a></p>',
      '<h2 id="text-a">A</h2><p><a href="#text-a" rel="noopener noreferrer">to</a><a rel="noopener noreferrer">g</a><a id="text-b" rel="noopener noreferrer"></a><a href="#text-b" rel="noopener noreferrer">b</a></p>',
    ],
  ])('%s', (html, expected) => expect([clean(html), clean(expected)]).toEqual([expected, expected]))
})

test('paragraphs of a list of Word are a list with its levels', () => {
  const item = (level: number, marker: string, text: string, list = 'l0') =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-list:${list} level${level} lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><!--[endif]-->${text}</p>\n`
  expect(
    clean(
      `<p>Before</p>${item(1, '3.', 'One')}${item(2, 'a)', 'Two')}${item(2, 'b)', 'Three')}${item(3, 'i.', 'Four')}${item(1, '4.', 'Five')}${item(1, '·', 'Six', 'l1')}${item(2, 'o', 'Seven', 'l1')}<p>After</p>`,
    ),
  ).toBe(
    '<p>Before</p><ol start="3"><li>One<ol type="a"><li>Two</li><li>Three<ol type="i"><li>Four</li></ol></li></ol></li><li>Five</li></ol><ul><li>Six<ul><li>Seven</li></ul></li></ul><p>After</p>',
  )
})

test('the elements that go are counted; scripts and others that nobody sees are not', () => {
  expect(
    lost(
      '<input><input type="hidden"><select><option>a</select><canvas></canvas><svg><text>b</text></svg><x-y>w</x-y><iframe src="/"></iframe><audio></audio><img src="data:image/png;base64,a"><script>1</script><style>p{}</style><font>x</font><o:p>y</o:p>',
    ),
  ).toEqual({ input: 1, select: 1, canvas: 1, svg: 1, 'x-y': 1, iframe: 1, audio: 1, img: 1 })
})

describe('for any text', () => {
  type Piece = { html: string; words: string; lost: number }
  const piece = (html: string, words: string, gone = 0): Piece => ({ html, words, lost: gone })
  const all = (list: readonly Piece[]) =>
    piece(
      list.map(({ html }) => html).join(''),
      list.map(({ words }) => words).join(''),
      list.reduce((sum, { lost: n }) => sum + n, 0),
    )
  const wrapped = (name: string, inner: Piece, around: string) =>
    piece(`<${name}>${inner.html}</${name.split(' ')[0]}>`, `${around}${inner.words}${around}`, inner.lost)
  const word = fc.stringMatching(/^[a-z]{1,4}$/).map((text) => piece(text, text))
  const inlines = ['b', 'em', 'font', 'span', 'abbr', 'kbd', 'small', 'label', 'span style="font-weight:bold"', 'del', 'u', 'sub']
  const blocks = ['section', 'article', 'div', 'blockquote', 'address', 'center', 'fieldset', 'main', 'figure']
  const { content } = fc.letrec<{ content: Piece; one: Piece }>((tie) => {
    const inside = tie('content')
    return {
      one: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        word,
        fc.constantFrom(
          piece('<br>', ' '),
          piece(' ', ' '),
          piece('<math><mfrac><mn>7</mn><mn>8</mn></mfrac></math>', '\\frac{7}{8}'),
          piece('<math><mstack><mn>7</mn><mn>8</mn></mstack></math>', ' 7 8 ', 1),
          piece('<select><option>gone</option></select>', ' ', 1),
          piece('<input value="gone">', ' ', 1),
          piece('<svg><text>c</text><text>d</text></svg>', ' c d ', 1),
          piece('<ruby>e<rt>f</rt>g<rt>h</rt></ruby>', 'e f g h '),
        ),
        fc.tuple(fc.constantFrom(...inlines), inside).map(([name, inner]) => wrapped(name, inner, '')),
        fc.tuple(fc.constantFrom(...blocks), inside).map(([name, inner]) => wrapped(name, inner, ' ')),
        fc.tuple(fc.constantFrom('h1', 'h5', 'p'), word).map(([name, inner]) => wrapped(name, inner, ' ')),
        inside.map((inner) => wrapped('q', inner, ' ')),
        inside.map((inner) => wrapped('x-part', inner, ' ')).map(({ lost: n, ...rest }) => ({ ...rest, lost: n + 1 })),
        fc
          .array(inside, { minLength: 1, maxLength: 3 })
          .map((items) => wrapped('ul', all(items.map((one) => wrapped('li', one, ' '))), ' ')),
        fc
          .array(inside, { minLength: 1, maxLength: 3 })
          .map((items) => wrapped('table', wrapped('tr', all(items.map((one) => wrapped('td', one, ' '))), ' '), ' ')),
        fc.tuple(word, inside).map(([term, text]) => wrapped('dl', all([wrapped('dt', term, ' '), wrapped('dd', text, ' ')]), ' ')),
        fc.tuple(word, inside).map(([term, text]) => wrapped('details', all([wrapped('summary', term, ' '), text]), ' ')),
        word.map((inner) =>
          piece(
            `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>${inner.html}</p>`,
            ` ${inner.words} `,
            inner.lost,
          ),
        ),
      ),
      content: fc.array(tie('one'), { maxLength: 4 }).map(all),
    }
  })
  const wordsOf = (html: string) =>
    html
      .replaceAll(/<\/?(?:p|br|h[2-4]|blockquote|pre|ul|ol|li|div|figure|table|tr|td)\b[^<>]*>|[()“”]/g, ' ')
      .replaceAll(/<[^<>]*>/g, '')
      .split(/\s+/)
      .filter(Boolean)

  test('the words are those of the source, none glued and none gone without being counted; nor a second time', () =>
    fc.assert(
      fc.property(content, ({ html, words, lost: gone }) => {
        const cleaned = clean(html)
        expect(wordsOf(cleaned)).toEqual(words.split(/\s+/).filter(Boolean))
        expect(Object.values(lost(html)).reduce((sum, n) => sum + n, 0)).toBe(gone)
        const again = convertedHtml('body', cleaned)
        expect([wordsOf(again.html), again.lost]).toEqual([wordsOf(cleaned), {}])
      }),
      { numRuns: 500 },
    ))
})
