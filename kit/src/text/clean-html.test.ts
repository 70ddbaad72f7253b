// Tests of the cleaning of HTML.
import { describe, expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { Problem } from '../calls/errors.ts'
import { filesIn, picturesIn, richLimits } from './rich-text.ts'
import { scaled } from '../test/wait.ts'

const clean = (html: string) => cleanHtml('body', html)
const refused = (html: string) => {
  try {
    clean(html)
  } catch (error) {
    return error instanceof Problem ? [error.status, error.fields.body?.[0]?.code] : error
  }
  return undefined
}

describe('kept', () => {
  test.each([
    '<h2>Salt</h2><p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <a href="https://a.example/x" rel="noopener noreferrer">f</a></p>',
    '<table><tbody><tr><th colspan="2">Depth</th></tr><tr><td>1</td><td rowspan="2">2</td></tr></tbody></table>',
    '<pre><code data-language="python">a &lt; b</code></pre>',
    '<p>So <span data-latex="\\frac{a}{b}">\\frac{a}{b}</span>.</p><div data-latex="x&lt;y">x&lt;y</div>',
    '<p><img alt="A marsh" width="320" data-upload="0197f0a0-0000-7000-8000-000000000001" /></p>',
  ])('%s', (html) => expect(clean(html)).toBe(html))
})

describe('taken out', () => {
  test.each([
    ['<p onclick="x()" style="position:fixed" class="a" id="b">a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<a href="javascript:x">y</a><a href="//evil.example">z</a>', '<a rel="noopener noreferrer">y</a><a rel="noopener noreferrer">z</a>'],
    ['<a href="http://[">y</a><a href="http://%">z</a>', '<a rel="noopener noreferrer">y</a><a rel="noopener noreferrer">z</a>'],
    ['<img src="data:image/svg+xml,x"><img src=x onerror=y>', '<img /><img src="x" />'],
    ['<img data-upload="a" src="https://evil.example/1.gif">', '<img data-upload="a" />'],
    // a picture on another server would name its readers there
    [
      '<p>a<img src="https://evil.example/1.gif" alt="Map">b</p>',
      '<p>a<a href="https://evil.example/1.gif" rel="noopener noreferrer">Map</a>b</p>',
    ],
    ['<img src="http://e.example/1.gif">', '<a href="http://e.example/1.gif" rel="noopener noreferrer">http://e.example/1.gif</a>'],
    ['<img src="//e.example/1"><img src="/\\e.example/1"><img src=" https://e.example/1">', '<img /><img /><img />'],
    [
      '<img src="/static/map.png"><img srcset="https://e.example/1 2x" style="background:url(https://e.example/2)">',
      '<img src="/static/map.png" /><img />',
    ],
    ['<table background="https://e.example/1"><tr><td>a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
    ['<a data-upload="a" href="https://evil.example/1">chart</a>', '<a data-upload="a" rel="noopener noreferrer">chart</a>'],
    [
      '<svg><script>x</script></svg><math><mi>x</mi></math><iframe src="/"></iframe><form><input></form>',
      ' <span data-latex="x">x</span>   ',
    ],
  ])('%s', (html, kept) => expect(clean(html)).toBe(kept))
})

describe('refused, by the name of the field', () => {
  test('39,000 nested elements, without reading them all', () => {
    const html = '<b>'.repeat(39_000)
    const before = process.cpuUsage().user
    expect(refused(html)).toEqual([400, 'richText.tooDeep'])
    expect(process.cpuUsage().user - before).toBeLessThan(100_000)
  })
  test('nested tags that are not even allowed', () => expect(refused('<x>'.repeat(61))).toEqual([400, 'richText.tooDeep']))
  test('more elements than any page has', () => expect(refused('<br>'.repeat(richLimits.elements + 1))).toEqual([400, 'richText.tooMany']))
  test('a formula longer than any', () =>
    expect(refused(`<span data-latex="${'x'.repeat(richLimits.latex + 1)}"></span>`)).toEqual([400, 'richText.longFormula']))
  test('not 60 deep, nor paragraphs that close each other', () => {
    expect(refused('<div>'.repeat(60))).toBeUndefined()
    expect(refused('<p>a'.repeat(5000))).toBeUndefined()
  })
})

test('the pictures of a page are named once each', () =>
  expect(
    picturesIn(
      '<img data-upload="0197F0A0-0000-7000-8000-000000000001"><p>data-upload="x"</p><img alt="a > b" data-upload="0197f0a0-0000-7000-8000-000000000001" />',
    ),
  ).toEqual(['0197f0a0-0000-7000-8000-000000000001']))

test('the files of a text are its pictures and its attachments', () =>
  expect(
    filesIn(
      '<img data-upload="0197f0a0-0000-7000-8000-000000000001"><a rel="x" data-upload="0197f0a0-0000-7000-8000-000000000002">b</a><abbr data-upload="0197f0a0-0000-7000-8000-000000000003">',
    ),
  ).toEqual(['0197f0a0-0000-7000-8000-000000000001', '0197f0a0-0000-7000-8000-000000000002']))

test('a text of nothing but beginnings of pictures is read once, not once for each', () => {
  const before = process.cpuUsage()
  expect(picturesIn('<img '.repeat(100_000))).toEqual([])
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(scaled(1000)) // of this process, whatever else the machine does
})
